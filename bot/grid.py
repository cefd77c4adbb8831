"""Which buttons a table offers, laid out so that a phone's chat can show them: five rows of five at most.

One tap a step; where more steps are legal than fit, a row of dice chooses which die plays. With doubles a
step can be taken twice in one tap. The only legal turn is one button.
"""

from collections.abc import Iterable, Iterator

from bot import customs, onward
from bot.buttons import COLUMNS, Button, Grid, Look
from bot.intents import (
    Ask,
    Close,
    Confirm,
    GoOn,
    Intent,
    Keep,
    Kind,
    Pause,
    PickDie,
    Plan,
    PlayOnly,
    Rematch,
    Resign,
    Roll,
    Sit,
    Start,
    Step,
    Undo,
    What,
    encode,
)
from bot.phrases import Phrases, ltr
from bot.play import may_close
from bot.table import Stage, Table
from bot.written import place_name, turn_text
from rules import turns as legal
from rules.game import Game, whole_turns
from rules.seat import Seat

FACES = " ⚀⚁⚂⚃⚄⚅"
FEW = 12
"""Steps that fit three in a row beside the row of controls."""

MOST_STEP_ROWS = 4
"""With so many rows of steps there is room for one more below them."""

WIDE = 3
"""Buttons in a row whose labels hold a die and two points."""

Row = tuple[Button, ...]


def grid(table: Table, seat: Seat | None, words: Phrases, *, shared: bool) -> Grid:
    """The buttons for a seat (None: a spectator), or in a shared place for whoever is to move."""
    match table.stage:
        case Stage.OPEN:
            rows = [_before(table, seat, words, shared=shared)]
        case Stage.PLAYING:
            rows = list(_playing(table, seat, words, shared=shared))
        case Stage.FINISHED:
            rows = list(_after(table, seat, words, shared=shared))
        case Stage.CLOSED:
            rows = []
    return tuple(row for row in rows if row)


def _button(table: Table, label: str, intent: Intent, look: Look = Look.PLAIN) -> Button:
    return Button(label, encode(table.code, table.stamp, intent), look)


def _before(table: Table, seat: Seat | None, words: Phrases, *, shared: bool) -> Row:
    seats = table.seats
    awaited = [at for at, seated in zip(Seat, seats, strict=True) if seated and not seated.ready]
    buttons = []
    if None in seats:
        if seat is None and not table.setup.key:
            buttons.append(_button(table, words.t("Take the other seat"), Sit(), Look.MAIN))
    elif seat in awaited or (shared and awaited):
        buttons.append(_button(table, words.t("Start"), Start(), Look.MAIN))
    mine = seats[seat] if seat is not None else None
    if mine and may_close(table, mine.player):
        buttons.append(_button(table, words.t("Close the table"), Close()))
    return tuple(buttons)


def _after(table: Table, seat: Seat | None, words: Phrases, *, shared: bool) -> Iterator[Row]:
    """What the rival offers, and what one may offer; other games have a list of their own beside the board."""
    if table.next_code or (seat is None and not shared):
        return
    mine = table.rematch[seat] if seat is not None else None
    if onward.goes_on(table):
        now = _button(table, words.t("Next game now"), Rematch(), Look.MAIN)
        end = _button(table, words.t("End the evening here"), Close())
        yield (end,) if mine else (now, end)
        return
    theirs = {plan for at, plan in zip(Seat, table.rematch, strict=True) if plan and at is not seat}
    open_to_me = [plan for plan in onward.plans(table) if plan != mine]
    accepted = [plan for plan in open_to_me if plan in theirs]
    offered = [plan for plan in open_to_me if plan not in theirs and plan.kind is not Kind.OTHER]
    if not any(table.rematch):
        again = offered.pop(0)
        yield (_button(table, offer(table, again, words), Rematch(again), Look.MAIN),)
    yield tuple(_button(table, _accept(table, plan, words), Rematch(plan), Look.MAIN) for plan in accepted)
    yield tuple(_button(table, offer(table, plan, words), Rematch(plan)) for plan in offered)


def offer(table: Table, plan: Plan, words: Phrases) -> str:
    """What may be offered after a match, on a button."""
    match plan.kind:
        case Kind.SAME:
            return words.t("Rematch")
        case Kind.LONGER:
            return words.t("Longer: to {target}", target=onward.longer_target(table.setup))
        case Kind.OTHER:
            return customs.preset_name(plan.preset, words)
        case Kind.EVENING:
            return words.t("Three games evening")


def _accept(table: Table, plan: Plan, words: Phrases) -> str:
    match plan.kind:
        case Kind.SAME:
            return words.t("Accept the rematch")
        case Kind.LONGER:
            return words.t("Accept the match to {target}", target=onward.longer_target(table.setup))
        case Kind.OTHER:
            return words.t("Accept {game}", game=customs.preset_name(plan.preset, words))
        case Kind.EVENING:
            return words.t("Accept the three games evening")


def _playing(table: Table, seat: Seat | None, words: Phrases, *, shared: bool) -> Iterator[Row]:
    if table.match is None:
        return
    game = table.match.game
    moves = seat is not None and seat is game.to_move
    asked = next(
        (what for at, what in zip(Seat, table.asking, strict=True) if what and at in _speaks(seat, shared)),
        None,
    )
    if asked:
        yield _question(table, asked, words)
        return
    takes_part = seat is not None or shared
    answers = (
        _answers_to_pause(table, seat, words, shared=shared) if takes_part and any(table.pausing) else ()
    )
    turn: list[Row] = []
    if table.paused:
        if takes_part:
            turn = [(_button(table, words.t("▶ Go on"), GoOn(), Look.MAIN),)]
    elif (moves or (shared and game.to_move is not None)) and not game.outcome:
        if game.dice is None:
            turn = [(_button(table, words.t("🎲 Roll"), Roll(), Look.MAIN),)]
        else:
            turn = list(_turn(table, game, words))
    if len(turn) < MOST_STEP_ROWS:
        yield answers
        answers = ()
    yield from turn
    if takes_part:
        back = _taking_back(table, game, words) if (moves or shared) and not table.paused else ()
        if not game.steps:
            yield back
            back = ()
        # Beside the steps there is one row left; once they are played, there is room for two.
        yield (*answers, *back, *_giving_up(table, game, words))


def _answers_to_pause(table: Table, seat: Seat | None, words: Phrases, *, shared: bool) -> Row:
    """Beside the steps, for both: whoever asks may think again, the other agree or not."""
    play_on = _button(table, words.t("▶ Play on"), GoOn())
    if shared or (seat is not None and not table.pausing[seat]):
        return (_button(table, words.t("⏸ Agree to the pause"), Pause()), play_on)
    return (play_on,)


def _speaks(seat: Seat | None, shared: bool) -> tuple[Seat, ...]:
    if shared:
        return tuple(Seat)
    return () if seat is None else (seat,)


def _question(table: Table, what: What, words: Phrases) -> Row:
    yes = words.t("Yes, give up the game") if what is What.GAME else words.t("Yes, leave the match")
    return (
        _button(table, words.t("No, play on"), Keep(), Look.MAIN),
        _button(table, yes, Resign(what), Look.DANGER),
    )


def _taking_back(table: Table, game: Game, words: Phrases) -> Row:
    if not game.taken or game.outcome:
        return ()
    undo = _button(table, words.t("↶ Undo"), Undo())
    return (undo,) if game.steps else (undo, _button(table, words.t("✓ Confirm"), Confirm(), Look.MAIN))


def _giving_up(table: Table, game: Game, words: Phrases) -> Row:
    several = table.setup.ruleset.target > 1
    label = words.t("Resign this game") if several else words.t("Resign")
    buttons = [] if game.outcome else [_button(table, label, Ask(What.GAME))]
    if several:
        buttons.append(_button(table, words.t("Leave the match"), Ask(What.MATCH)))
    return tuple(buttons)


def _turn(table: Table, game: Game, words: Phrases) -> Iterator[Row]:
    """The steps that may come next."""
    steps = game.steps
    if not steps:
        return
    if not game.taken:
        turns = whole_turns(game)
        if len(turns) == 1:
            yield (_button(table, _only(game, turns[0].steps, words), PlayOnly(), Look.MAIN),)
            return
    dice = sorted({step.die for step in steps}, reverse=True)
    if len(steps) <= FEW:
        buttons = [_step(table, game, Step(*step), words, die=True) for step in steps]
        buttons += [_step(table, game, step, words, die=True) for step in _twice(game)][: FEW - len(buttons)]
        yield from _rows(buttons, WIDE)
        return
    picked = table.picked if table.picked in dice else dice[0]
    if len(dice) > 1:
        yield tuple(_die(table, die, die == picked) for die in dice)
    buttons = [_step(table, game, Step(*step), words, die=False) for step in steps if step.die == picked]
    yield from _rows(buttons, WIDE if len(buttons) <= 3 * WIDE else COLUMNS)


def _rows(buttons: list[Button], width: int) -> Iterable[Row]:
    return (tuple(buttons[at : at + width]) for at in range(0, len(buttons), width))


def _twice(game: Game) -> Iterator[Step]:
    """With doubles, the steps that can be taken twice in a row from the same point."""
    if len(game.left) < 2 or len(set(game.left)) > 1:  # noqa: PLR2004 twice
        return
    for step in game.steps:
        after = legal.take(game.position, step, game.ruleset)
        if not after.ending and step in legal.legal_steps(after.position, game.left[1:], game.ruleset):
            yield Step(step.source, step.die, 2)


_MARKS = {legal.Kind.HIT: " ✕", legal.Kind.PIN: " 📌"}


def _step(table: Table, game: Game, step: Step, words: Phrases, *, die: bool) -> Button:
    played = legal.Step(step.source, step.die)
    kind = legal.take(game.position, played, game.ruleset).kind
    return _button(table, step_label(played, kind, words, die=die, times=step.times), step)


def step_label(step: legal.Step, kind: legal.Kind, words: Phrases, *, die: bool, times: int = 1) -> str:
    """A step as buttons write it, with its die where that does not stand beside it."""
    label = f"{place_name(step.source, words)}→{place_name(step.target, words)}{_MARKS.get(kind, '')}"
    if die:
        label = f"{FACES[step.die]} {label}"
    if times > 1:
        label = f"{label} ×{times}"
    return ltr(label)


def _die(table: Table, die: int, picked: bool) -> Button:
    return _button(table, f"{FACES[die]} {die}" + (" ✓" if picked else ""), PickDie(die))


def _only(game: Game, steps: tuple[legal.Step, ...], words: Phrases) -> str:
    kinds = legal.kinds(game.position, steps, game.ruleset)
    return words.t("Play {turn}", turn=turn_text(steps, kinds, words))
