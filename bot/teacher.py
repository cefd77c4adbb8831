"""What a teacher says of a finished match: how each side played, what went wrong and what would have been better."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.because import because
from bot.computer.analysis import Analysis, Decision, Fortune, Grade
from bot.phrases import Phrases, isolated, ltr
from bot.written import turn_text
from rules import notation, turns
from rules.ruleset import Ruleset, Scoring
from rules.seat import Seat

Steps = tuple[turns.Step, ...]
Names = tuple[str, str]
"""The seats' names, first seat first, as they are written on plates."""


class Report(NamedTuple):
    """One side's play: the name as plates have it, the word for the play (empty where nothing was decided), figures."""

    name: str
    grade: str
    facts: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it on one line."""
        head = f"{isolated(self.name)}: {self.grade}" if self.grade else isolated(self.name)
        return " · ".join((head, *self.facts))


class Correction(NamedTuple):
    """One decision that cost something: where, what was played, what is better, what it cost, and why."""

    where: str
    played: str
    better: str
    cost: str
    why: str

    @property
    def text(self) -> str:
        """All of it, a line each."""
        return "\n".join(
            part for part in (f"{self.where} – {self.cost}", self.played, self.better, self.why) if part
        )


_HYPHEN = "\u2011"
"""One at which no line is broken."""


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_GRADES = {
    Grade.MASTER: _t("a master"),
    Grade.EXPERT: _t("an expert"),
    Grade.SKILLED: _t("a good player"),
    Grade.LEARNER: _t("a learner"),
    Grade.BEGINNER: _t("a beginner"),
}
_FORTUNES = {
    Fortune.VERY_LUCKY: _t("very lucky dice"),
    Fortune.LUCKY: _t("lucky dice"),
    Fortune.EVEN: _t("fair dice"),
    Fortune.UNLUCKY: _t("unlucky dice"),
    Fortune.VERY_UNLUCKY: _t("very unlucky dice"),
}


def grade(word: Grade | None, words: Phrases) -> str:
    """How somebody played; empty where they had nothing to decide."""
    return words.t(_GRADES[word]) if word else ""


def amount(value: float, ruleset: Ruleset, words: Phrases) -> str:
    """So many points a game, or checkers where those are counted."""
    if ruleset.scoring is Scoring.CHECKERS_LEFT:
        return words.t("{amount} checkers", amount=ltr(f"{value:.2f}"))
    return words.t("{amount} points", amount=ltr(f"{value:.3f}"))


def _each(rate: float, ruleset: Ruleset, words: Phrases) -> str:
    """What a decision cost on average; of points in thousandths, as players everywhere tell it."""
    if ruleset.scoring is Scoring.CHECKERS_LEFT:
        return words.t("{lost} each", lost=amount(rate / 1000, ruleset, words))
    return words.t("{rate} thousandths each", rate=ltr(f"{rate:.1f}"))


def report(analysis: Analysis, seat: Seat, name: str, words: Phrases) -> Report:
    """How one side played, and how the dice fell for it."""
    tally = analysis.tally(seat)
    facts = [f"{words.t(_FORTUNES[tally.fortune])} ({ltr(f'{tally.luck:+.2f}')})"]
    if tally.decisions:
        lost = amount(tally.loss, analysis.ruleset, words)
        facts = [
            words.n(
                "lost {lost} in {n} decision", "lost {lost} in {n} decisions", tally.decisions, lost=lost
            ),
            _each(tally.rate, analysis.ruleset, words),
            *facts,
        ]
    return Report(name, grade(tally.grade, words), tuple(facts))


def correction(decision: Decision, analysis: Analysis, names: Names, words: Phrases) -> Correction:
    """What there is to learn from one decision. Takes milliseconds: the rival's answers are looked through."""
    turn, ruleset = decision.turn, analysis.ruleset
    reasons = because(turn.position, decision.best, decision.played, ruleset, words)
    played, better = moves(decision, ruleset, words)
    return Correction(
        where(decision, analysis, names, words),
        words.t("Played: {turn}", turn=played),
        words.t("Better: {turn}", turn=better),
        words.t("costs {lost}", lost=amount(decision.loss, ruleset, words)),
        " ".join(reasons),
    )


def where(decision: Decision, analysis: Analysis, names: Names, words: Phrases) -> str:
    """Whose turn it was, in which game, with which dice."""
    turn = decision.turn
    places = {
        "name": isolated(names[turn.seat]),
        "turn": turn.number,
        "dice": ltr(f"{turn.dice[0]}{_HYPHEN}{turn.dice[1]}"),
    }
    if analysis.match.number == 1:
        return words.t("{name}, turn {turn}, {dice}", **places)
    return words.t("{name}, game {game}, turn {turn}, {dice}", game=turn.game, **places)


def moves(decision: Decision, ruleset: Ruleset, words: Phrases) -> tuple[str, str]:
    """The turn as it was played and the better one, as people write them."""
    found = []
    for steps in both(decision, ruleset):
        kinds = turns.kinds(decision.turn.position, steps, ruleset)
        found.append(turn_text(steps, kinds, words))
    return found[0], found[1]


def both(decision: Decision, ruleset: Ruleset) -> tuple[Steps, Steps]:
    """The steps that were played and the better ones, both in the order people write them."""
    start = decision.turn.position
    played, better = decision.turn.steps, decision.best.steps
    return notation.in_order(start, played, ruleset), notation.in_order(start, better, ruleset)


def losses(analysis: Analysis, seats: Iterable[Seat], names: Names, words: Phrases) -> Iterator[str]:
    """Every decision of these seats that cost something, a line each, in the order they were taken."""
    for decision in analysis.losses(seats):
        played, better = moves(decision, analysis.ruleset, words)
        yield words.t(
            "{where}: {played}, better {better} ({lost})",
            where=where(decision, analysis, names, words),
            played=played,
            better=better,
            lost=amount(decision.loss, analysis.ruleset, words),
        )
