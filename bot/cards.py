"""Cards to send around: what an invitation and a result say, from the table alone."""

from dataclasses import replace

from bot import customs, sentences
from bot.names import in_groups
from bot.phrases import Phrases
from bot.picture import Style, scene
from bot.table import Stage, Table
from render.cards import Invite, Player, Preview, Result
from render.scene import Colour
from rules.seat import Seat


def invitation(table: Table, address: str, words: Phrases, style: Style) -> Invite:
    """The card that brings somebody to a waiting table; `address` is where its QR code leads."""
    told = sentences.Telling(table, None, words, personal=False)
    name = customs.preset_name(table.setup.preset, words)
    target = table.setup.ruleset.target
    lines = [words.t("{name} invites you to play.", name=told.name(Seat.FIRST))]
    if target > 1:
        lines.append(words.t("Match to {target}", target=target))
    if table.setup.stake:
        lines.append(words.n("Stake: {n} pearl each.", "Stake: {n} pearls each.", table.setup.stake))
    return Invite(
        address,
        in_groups(table.invitation) if address.endswith(table.invitation) else table.code,
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
        digits=style.digits,
        right_to_left=words.right_to_left,
        width=style.width,
    )


def preview(table: Table, words: Phrases) -> Preview:
    """What a chat shows of a table's link, whatever has become of the table; a game without spectators is not shown."""
    told = sentences.Telling(table, None, words, personal=False)
    seen = told if table.setup.spectators else told._replace(table=replace(table, match=None))
    lines = [sentences.headline(told)]
    if table.stage is Stage.PLAYING:  # a preview is looked at for years; whose turn it was is no matter
        lines = [f"{told.name(Seat.FIRST)} – {told.name(Seat.SECOND)}"]
        lines += [words.t("Watch the game")] if table.setup.spectators else []
    if table.setup.ruleset.target > 1:
        lines.append(words.t("Match to {target}", target=table.setup.ruleset.target))
    if table.setup.stake:
        lines.append(words.n("Stake: {n} pearl each.", "Stake: {n} pearls each.", table.setup.stake))
    return Preview(
        scene(seen.table, Seat.FIRST, sentences.captions(seen), words, Style()),
        customs.preset_name(table.setup.preset, words) or words.t("Majlis"),
        tuple(lines),
        table.code if table.invites else "",
        right_to_left=words.right_to_left,
    )
