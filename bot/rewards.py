"""What a finished match has brought its players, and what is offered for afterwards, a sentence a line."""

from collections.abc import Iterator

from bot import achievements, onward, pearls
from bot.grid import offer
from bot.intents import Kind, Plan
from bot.phrases import ltr
from bot.sentences import Telling
from bot.table import Against, Stage
from bot.thrift import Unpaid
from rules.seat import Seat


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_UNPAID = {
    Unpaid.PRACTICE: _t("No pearls: today’s paid practice matches are used up."),
    Unpaid.PAIR: _t("No pearls: you two have played all the paid matches of today."),
    Unpaid.QUICK: _t(
        "No pearls: matches that are given up so quickly are not paid again today between you two."
    ),
    Unpaid.GUEST: _t("No pearls: in their first days guests of the page earn only so many a day."),
}


def earned(told: Telling) -> Iterator[str]:
    """The pearls of a finished match, or why the house paid none."""
    table, words = told.table, told.words
    if table.stage is not Stage.FINISHED:
        return
    for seat in Seat:
        got = table.paid[seat]
        if got and told.is_you(seat) and table.setup.stake:
            yield words.n("You receive {n} pearl.", "You receive {n} pearls.", got)
        elif got and told.is_you(seat):
            yield words.n("You earn {n} pearl.", "You earn {n} pearls.", got)
        elif got:
            yield words.n("{name}: {n} pearl.", "{name}: {n} pearls.", got, name=told.name(seat))
    if told.seat is None or table.setup.stake or table.setup.against is Against.LOCAL:
        return
    reason = table.unpaid[told.seat]
    if reason:
        yield words.t(_UNPAID[reason])
    elif not table.paid[told.seat] and pearls.given_up_early(table, told.seat):
        yield words.t("A game given up so early pays nothing.")


def marked(told: Telling) -> Iterator[str]:
    """How the match has changed the players' standing; a rival's achievements are told as well."""
    words = told.words
    for seat in Seat:
        mark = told.table.marks[seat]
        if mark is None:
            continue
        you, name = told.is_you(seat), told.name(seat)
        if mark.rating is not None:
            places = {"rating": ltr(f"{mark.rating} ({mark.change:+d})")}
            if you:
                yield words.t("Your rating: {rating}", **places)
            else:
                yield words.t("{name}, rating: {rating}", name=name, **places)
        for award in mark.awards:
            told_award = achievements.name(award, words)
            about = achievements.about(award, words)
            if you:
                yield words.t("🏅 You have achieved “{award}”: {about}", award=told_award, about=about)
            else:
                yield words.t(
                    "🏅 {name} has achieved “{award}”: {about}", name=name, award=told_award, about=about
                )


def offered(told: Telling) -> Iterator[str]:
    """What is offered for afterwards and waits for an answer, and how the evening goes on."""
    table, t = told.table, told.words.t
    if table.stage is not Stage.FINISHED or table.next_code:
        return
    if onward.goes_on(table):
        yield t("The next game of the evening opens by itself.")
        return
    if table.setup.evening:
        yield _evening_won(told)
    for seat in Seat:
        plan = table.rematch[seat]
        if plan and plan != table.rematch[seat.other]:
            yield _offer(told, seat, plan)


def _offer(told: Telling, seat: Seat, plan: Plan) -> str:
    t, name = told.words.t, told.name(seat)
    if told.is_you(seat):
        if plan.kind is Kind.SAME:
            return t("You offered a rematch; waiting for {name}.", name=told.name(seat.other))
        what = offer(told.table, plan, told.words)
        return t("You offered: {what}. Waiting for {name}.", what=what, name=told.name(seat.other))
    if plan.kind is Kind.SAME:
        return t("{name} offers a rematch.", name=name)
    return t("{name} offers: {what}.", name=name, what=offer(told.table, plan, told.words))


def _evening_won(told: Telling) -> str:
    """Who has won the evening; one that was broken off may be even."""
    table, t = told.table, told.words.t
    first, second = onward.evening_score(table)
    if first == second:
        return t("The evening ends even.")
    winner = Seat.FIRST if first > second else Seat.SECOND
    score = ltr(f"{max(first, second)}–{min(first, second)}")
    if told.is_you(winner):
        return t("You win the evening {score}!", score=score)
    return t("{name} wins the evening {score}.", name=told.name(winner), score=score)
