"""The lessons: a course for each game, exercise by exercise, and a practice game with hints on.

An act carries the exercise and the steps taken in it, so that a button of any age finds its place; how far somebody is
stands in the database. What a late button offers that is no longer legal begins its exercise anew.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bot import lobby, tastes
from bot.buttons import Look
from bot.company.course import COURSES, NAMES, PRACTICE
from bot.company.desk import Asker, Company
from bot.company.exercise import LEARNER, Attempt, Exercise, Steps, Verdict, answer, attempt
from bot.company.panel import Panel, Rows, Shown, Tap, act
from bot.company.spoken import spoken
from bot.computer import Level
from bot.grid import WIDE, step_label
from bot.intents import Start
from bot.phrases import Phrases, ltr
from bot.picture import Style, board
from bot.table import Against
from render.scene import Plate, Scene
from rules.errors import Malformed, Refused
from rules.position import count
from rules.turns import FACES, Kind, Step, take
from storage import courses
from storage.tables import Status

UNTOUCHED, SHOW, IN_WORDS = "go", "show", "words"
"""Instead of steps: none yet, and the answer. Behind them: without a picture."""

MANY = 20
"""Tables among which a practice game is looked for."""


class _Place(NamedTuple):
    """Where in which course somebody is, and whether they want the board in words."""

    course: str
    number: int
    in_words: bool

    @property
    def exercise(self) -> Exercise:
        return COURSES[self.course][self.number - 1]

    @property
    def is_last(self) -> bool:
        return self.number == len(COURSES[self.course])

    def act(self, steps: str = UNTOUCHED, number: int = 0) -> str:
        """The act that leads to these steps here, or in another exercise."""
        tail = (IN_WORDS,) if self.in_words else ()
        return act("lesson", self.course, number or self.number, steps, *tail)


async def lesson(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`lesson`, `lesson.GAME` goes on there, `lesson.GAME.N`, `lesson.GAME.N.STEPS`, `lesson.GAME.N.STEPS.words`."""
    if not arguments:
        return await _menu(company, asker)
    course, *rest = arguments
    if course not in COURSES:
        raise Malformed("there is no such course")
    if not rest:
        async with company.database.read() as conn:
            reached = (await courses.of_player(conn, asker.id)).get(course, 0)
        if reached >= len(COURSES[course]):
            return _finished(course, asker.words)
        rest = [str(reached + 1)]
    place, steps = _read(course, rest)
    return await _exercise(company, asker, place, steps)


async def practise(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`practice.GAME`: a game against the computer with hints on; the one that is being played, if there is one."""
    match arguments:
        case (course,) if course in PRACTICE:
            preset = PRACTICE[course]
        case _:
            raise Malformed("there is no such practice game")
    mine = await lobby.tables_of(company.database, asker.id, MANY, (Status.PLAYING,))
    known = next((table for table in mine if table.setup.coached and table.setup.preset == preset), None)
    if known:
        return Panel(table=known.code)
    setup = replace(lobby.setup(preset, Against.COMPUTER, target=1, level=Level.EASY), coached=True)
    table = await company.tables.open(asker.person, setup, company.now(), key=asker.key)
    await company.tables.handle(table.code, asker.person, Start(), now=company.now())
    return Panel(table=table.code)


# --- panels -----------------------------------------------------------------------------------------------------


async def _menu(company: Company, asker: Asker) -> Panel:
    words = asker.words
    async with company.database.read() as conn:
        reached = await courses.of_player(conn, asker.id)
    taps = [
        Tap(_course_label(course, reached.get(course, 0), words), act("lesson", course)) for course in COURSES
    ]
    about = words.t("A few minutes each, on real boards: one short rule, then you play it.")
    return Panel(words.t("First lessons"), (about,), tuple((tap,) for tap in taps))


def _course_label(course: str, reached: int, words: Phrases) -> str:
    name, steps = words.t(NAMES[course]), len(COURSES[course])
    if reached >= steps:
        return f"{name} ✓"
    if reached:
        return words.t("{game}: go on with {number} of {steps}", game=name, number=reached + 1, steps=steps)
    return name


def _finished(course: str, words: Phrases) -> Panel:
    t = words.t
    return Panel(
        f"{t(NAMES[course])} ✓",
        (
            t("That is all there is to know. The rest comes with playing."),
            t(
                "Try it in a game against the computer: it plays gently, and a hint stands under every roll of yours."
            ),
        ),
        (
            (Tap(t("Practice game with hints"), act("practice", course), Look.MAIN),),
            (Tap(t("Once more from the beginning"), act("lesson", course, 1)), _to_menu(words)),
        ),
    )


async def _exercise(company: Company, asker: Asker, place: _Place, steps: Steps | None) -> Panel:
    words = asker.words
    try:
        tried = attempt(place.exercise, answer(place.exercise) if steps is None else steps)
    except Refused:
        return await _exercise(company, asker, place, ())
    if tried.verdict is Verdict.RIGHT:
        async with company.database.write() as conn:
            await courses.reach(conn, asker.id, place.course, place.number)
    taken = () if steps is None else steps
    told = tuple(spoken(tried.game, words))
    picture = _picture(place, tried, words, tastes.style(asker.player.settings))
    lines = tuple(_lines(place.exercise, tried, words))
    return Panel(
        _heading(place, words),
        (*told, "", *lines) if place.in_words else lines,
        _rows(place, tried, taken, words),
        None if place.in_words else Shown(picture, "\n".join(told)),
    )


def _heading(place: _Place, words: Phrases) -> str:
    return words.t(
        "{game}, {number} of {steps}: {title}",
        game=words.t(NAMES[place.course]),
        number=place.number,
        steps=len(COURSES[place.course]),
        title=words.t(place.exercise.title),
    )


def _lines(exercise: Exercise, tried: Attempt, words: Phrases) -> Iterator[str]:
    t = words.t
    high, low = exercise.dice
    asked = f"🎲 {ltr(f'{high}-{low}')} · {t(exercise.asked)}"
    match tried.verdict:
        case Verdict.BEGUN:
            yield t(exercise.rule)
            yield asked
        case Verdict.GOOD:
            yield asked
            yield t("👍 Right so far. Go on.")
        case Verdict.RIGHT:
            yield asked
            yield f"✅ {t(exercise.right)}"
        case Verdict.WRONG:
            yield asked
            yield f"✖ {t(exercise.wrong)}"


def _picture(place: _Place, tried: Attempt, words: Phrases, style: Style) -> Scene:
    scene = board(tried.game, LEARNER, words, style)
    return replace(
        scene,
        title=words.t(place.exercise.title),
        own=Plate(words.t("You")),
        rival=Plate(words.t("Rival")),
        pips=False,
        # What may move would give away what may not.
        movable=() if place.exercise.die else scene.movable,
        lit=tuple(_lit(tried)),
    )


def _lit(tried: Attempt) -> Iterator[int]:
    """Why a step is refused: the pinned checker, or where it stands and would land."""
    if tried.refused:
        yield tried.refused.source
        if not count(tried.game.position.own_pinned, tried.refused.source):
            yield tried.refused.target


# --- buttons ----------------------------------------------------------------------------------------------------


def _rows(place: _Place, tried: Attempt, taken: Steps, words: Phrases) -> Rows:
    t = words.t
    steps = [
        Tap(_label(place.exercise, tried, step, words), place.act(_written((*taken, step))))
        for step in tried.options
    ]
    again = Tap(t("Try again"), place.act(), Look.MAIN)
    match tried.verdict:
        case Verdict.RIGHT if place.is_last:
            lead: tuple[Tap, ...] = (Tap(t("Done"), act("lesson", place.course), Look.MAIN),)
        case Verdict.RIGHT:
            lead = (Tap(t("Go on"), place.act(number=place.number + 1), Look.MAIN),)
        case Verdict.WRONG:
            lead = (again, Tap(t("Show me"), place.act(SHOW)))
        case _:
            lead = ()
    here = _written(taken) if taken else SHOW if tried.verdict is Verdict.RIGHT else UNTOUCHED
    other = place._replace(in_words=not place.in_words)
    turned = Tap(t("With a picture") if place.in_words else t("In words"), other.act(here))
    rows = [tuple(steps[at : at + WIDE]) for at in range(0, len(steps), WIDE)]
    return tuple(row for row in (*rows, lead, (turned, _to_menu(words))) if row)


def _label(exercise: Exercise, tried: Attempt, step: Step, words: Phrases) -> str:
    """As the table's buttons; where the forbidden step is looked for they do not say what a step does."""
    ruleset = tried.game.ruleset
    kind = Kind.PLAIN if exercise.die else take(tried.game.position, step, ruleset).kind
    return step_label(step, kind, words, die=True)


def _to_menu(words: Phrases) -> Tap:
    return Tap(words.t("All lessons"), act("lesson"))


# --- what acts carry --------------------------------------------------------------------------------------------


def _written(steps: Steps) -> str:
    return "_".join(f"{step.source}-{step.die}" for step in steps)


def _read(course: str, rest: list[str]) -> tuple[_Place, Steps | None]:
    """A place and the steps taken there; None: the answer is to be shown."""
    number, steps, tail, *more = (*rest, *("", UNTOUCHED, "")[len(rest) :])
    if not number.isdecimal() or not 1 <= int(number) <= len(COURSES[course]):
        raise Malformed("there is no such exercise")
    if more or tail not in ("", IN_WORDS):
        raise Malformed("this is no button of ours")
    place = _Place(course, int(number), tail == IN_WORDS)
    if steps == SHOW:
        return place, None
    return place, () if steps == UNTOUCHED else tuple(map(_step, steps.split("_")))


def _step(written: str) -> Step:
    source, _, die = written.partition("-")
    if not (source.isdecimal() and die.isdecimal()) or int(die) not in FACES:
        raise Malformed("this is no step")
    return Step(int(source), int(die))
