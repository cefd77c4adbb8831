"""Cards to send around: what an invitation and a result say, from the table alone."""

from bot import customs, sentences
from bot.phrases import Phrases
from bot.picture import Style
from bot.table import Table
from render.cards import Invite, Player, Result
from render.scene import Colour
from rules.seat import Seat


def invitation(table: Table, address: str, words: Phrases, style: Style) -> Invite:
    """The card that brings somebody to a waiting table; `address` is where its QR code leads."""
    told = sentences.Telling(table, None, words, personal=False)
    name = customs.preset_name(table.setup.preset, words)
    target = table.setup.ruleset.target
    lines = [words.t("{name} invites you to play.", name=told.plain_names[Seat.FIRST])]
    if target > 1:
        lines.append(words.t("Match to {target}", target=target))
    if table.setup.stake:
        lines.append(words.n("Stake: {n} pearl each.", "Stake: {n} pearls each.", table.setup.stake))
    return Invite(
        address,
        table.code,
        name,
        tuple(lines),
        theme=style.theme,
        right_to_left=words.right_to_left,
        width=style.width,
    )


def result(table: Table, words: Phrases, style: Style) -> Result | None:
    """The card of a finished match, as anybody may read it; None before."""
    match = table.match
    if match is None or match.verdict is None:
        return None
    told = sentences.Telling(table, None, words, personal=False)
    banner = sentences.banner(told)
    players = tuple(
        Player(
            told.plain_names[seat],
            str(match.score[seat]),
            Colour.LIGHT if seat is Seat.FIRST else Colour.DARK,
        )
        for seat in Seat
    )
    return Result(
        sentences.title(told),
        (players[0], players[1]),
        int(match.verdict.winner),
        (sentences.headline(told), *(banner.lines if banner else ())),
        theme=style.theme,
        right_to_left=words.right_to_left,
        width=style.width,
    )
