"""How a visitor's boards look: a few choices, kept with the player."""

from aiohttp import web

from bot import tastes
from bot.web import pages, visitor
from bot.web.pages import SERVICES

routes = web.RouteTableDef()


@routes.post("/looks")
async def keep(request: web.Request) -> web.Response:
    """Let the visitor's boards look so from now on; a value that is none of those on offer changes nothing."""
    services = request.app[SERVICES]
    form = await pages.fields(request)
    player = await visitor.become_player(request, services, "")
    await services.tables.likings.choose(player, tastes.kept(player.settings, form))
    raise pages.go(pages.local(form.get("back", "/")))
