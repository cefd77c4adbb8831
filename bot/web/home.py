"""The first page: who I am, my tables, a new one, a friend's code; and the language of everything."""

import logging
import secrets
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from aiohttp import web

from bot import cashier, customs, lobby, shelf
from bot.company import acts, inviting, menu
from bot.computer import Level
from bot.names import clean_name
from bot.phrases import LANGUAGES, Phrases, isolated
from bot.play import Person
from bot.table import MAX_STAKE, No, Stage, Table
from bot.view import refusal
from bot.web import opening, pages, show, visitor
from bot.web.opening import Unfit, Wish
from bot.web.pages import COMPANY, SERVICES
from bot.web.pictures import PICTURES
from render.scene import Die, Scene, Side
from rules.errors import Refused
from rules.position import parse
from rules.ruleset import PRESETS, TARGETS
from storage import ledger
from storage import tables as stored
from storage.tables import Status, TableRow

log = logging.getLogger(__name__)

routes = web.RouteTableDef()

MY_TABLES = 20
GOING_ON = (Status.OPEN, Status.PLAYING)
RIVALS = 8
LAST_FINISHED = 5
"""Finished matches looked through for a rival's offer of another one."""

_GREETING = Scene(
    parse("13x4 10 8x3 6x4 5x2 4 / 24x2 22 13x4 11 8x3 6x4"),
    has_bar=True,
    dice=(Die(6, Side.OWN), Die(5, Side.OWN)),
    pips=False,
)
"""A game of Sheesh Besh under way, with the roll that gave it its name."""


class Mine(NamedTuple):
    """One of my tables, as a line that leads there."""

    code: str
    title: str
    rival: str
    headline: str
    mine: bool


_ABOUT_STAKES = (No.NOT_ENOUGH_PEARLS, No.NO_STAKES_YET, No.STAKED_ENOUGH)


@routes.get("/")
async def home(request: web.Request) -> web.Response:
    """The first page."""
    who = visitor.of(request)
    name = who.player.name if who.player else ""
    wished = (request.query.get(key, "") for key in ("game", "against"))
    return await _page(request, opening.fresh(name, *wished))


@routes.post("/open")
async def open_table(request: web.Request) -> web.Response:
    """Open a table and go there; what does not fit comes back with a sentence and nothing lost."""
    services = request.app[SERVICES]
    words = visitor.of(request).words
    form = await pages.fields(request)
    wish = opening.read(form)
    try:
        rivals = await _rivals(request)
        setup = opening.setup(wish, words, [rival for rival, _ in rivals])
        await visitor.become_player(request, services, wish.name)
        host = visitor.of(request).person
        key = _key(pages.key(form), host, wish)
        table = await services.tables.open(host, setup, services.now(), clean_name(wish.other), key=key)
    except Unfit as unfit:
        return await _page(request, wish, unfit.field, unfit.sentence)
    except Refused as refused:
        field = "stake" if refused.reason in _ABOUT_STAKES else ""
        return await _page(request, wish, field, refusal(refused.reason, words))
    if setup.guest:
        await inviting.call(request.app[COMPANY], table)
    raise pages.go(f"/t/{table.code}")


async def _rivals(request: web.Request) -> list[tuple[int, str]]:
    """Whom the visitor has played of late."""
    async with request.app[SERVICES].database.read() as conn:
        return await stored.rivals(conn, visitor.of(request).id, RIVALS)


def _key(given: str | None, host: Person, wish: Wish) -> str | None:
    """The press's name: another wish is another press, though its form was the same, found again by going back."""
    return given and f"web:{host.id}:{given}:{sha256(repr(wish).encode()).hexdigest()[:16]}"


@routes.post("/me")
async def rename(request: web.Request) -> web.Response:
    """Take another name."""
    form = await pages.fields(request)
    await visitor.become_player(request, request.app[SERVICES], form.get("name", ""))
    raise pages.go(pages.local(form.get("back", "/")))


@routes.post("/language")
async def set_language(request: web.Request) -> web.Response:
    """Read everything in another language from now on."""
    services = request.app[SERVICES]
    form = await pages.fields(request)
    language = form.get("language", "")
    answer = pages.go(pages.local(form.get("back", "/")))
    if language in LANGUAGES:
        player = visitor.of(request).player
        if player:
            await services.tables.likings.set_language(player, language)
        visitor.set_language(answer, language, services)
    raise answer


@routes.get("/go")
async def to_table(request: web.Request) -> web.Response:
    """A room code typed by hand, or a whole link, leads to its table. Raises Refused(NO_SUCH_TABLE)."""
    code, _, key = lobby.read_invitation(request.query.get("code", ""))
    table = await request.app[SERVICES].tables.get(code)
    raise pages.go(f"/j/{table.code}{key}")


@routes.get("/board.jpg")
async def board(request: web.Request) -> web.Response:
    """A board in the middle of a game, to greet people with."""

    async def scene() -> Scene:
        return _GREETING

    _, picture = await request.app[PICTURES].newest(scene)
    return web.Response(
        body=picture, content_type="image/jpeg", headers={"Cache-Control": "public, max-age=86400"}
    )


async def _page(request: web.Request, wish: Wish, wrong: str = "", sentence: str = "") -> web.Response:
    services = request.app[SERVICES]
    who = visitor.of(request)
    pearls, mine, are_all = 0, list[Mine](), True
    caps = services.tables.caps
    most_staked = caps.guest_stake
    if who.player:
        async with services.database.read() as conn:
            if not await cashier.is_new_guest(conn, who.player.id, services.now(), caps):
                most_staked = MAX_STAKE
            pearls = await ledger.balance(conn, who.player.id)
            rows = await stored.of_player(conn, who.player.id, GOING_ON, MY_TABLES)
            are_all = len(rows) < MY_TABLES
            rows += await stored.of_player(conn, who.player.id, (Status.FINISHED,), LAST_FINISHED)
        mine = list(_readable(rows, who))
    return pages.page(
        request,
        "home.html",
        status=422 if sentence else 200,
        wish=wish,
        wrong=wrong,
        sentence=sentence,
        pearls=pearls,
        most_staked=most_staked,
        mine=mine,
        are_all=are_all,
        customs=customs,
        words=who.words,
        opening=opening,
        presets=PRESETS,
        targets=TARGETS,
        levels=_levels(who.words),
        whom=_whom(await _rivals(request), who.words),
        more=menu.everything(who.words, acts.COMMANDS, alone=True, but=menu.PLAY),
        is_safe=acts.is_safe,
        key=secrets.token_hex(8),
    )


def _readable(rows: Iterable[TableRow], who: visitor.Visitor) -> Iterator[Mine]:
    """The lines of the tables that can be shown: one that cannot must not take the way to the others."""
    for row in rows:
        try:
            table = shelf.read(row)
            if table.stage is not Stage.FINISHED or _offered(table, who):
                yield _mine(table, who)
        except Exception:
            log.exception("table %s cannot be shown", row.code)


def _offered(table: Table, who: visitor.Visitor) -> bool:
    """Whether the rival of a finished match offers another one."""
    seat = table.seat_of(who.id)
    return table.next_code is None and seat is not None and table.rematch[seat.other] is not None


def _mine(table: Table, who: visitor.Visitor) -> Mine:
    seen = show.seen(table, who)
    return Mine(
        code=table.code,
        title=seen.title,
        rival=show.rival(table, who),
        headline=seen.headline,
        mine=show.is_awaited(table, who),
    )


def _whom(rivals: list[tuple[int, str]], words: Phrases) -> list[tuple[str, str]]:
    """For whom a seat may be kept, with what the form calls them."""
    return [
        (opening.ANYONE, words.t("for whoever comes first")),
        (opening.ONE, words.t("for one person, by a link of their own")),
        *((str(player), isolated(name)) for player, name in rivals),
    ]


def _levels(words: Phrases) -> tuple[tuple[Level, str], ...]:
    t = words.t
    return (
        (Level.EASY, t("easy")),
        (Level.MEDIUM, t("medium")),
        (Level.HARD, t("hard")),
        (Level.EXPERT, t("expert")),
    )
