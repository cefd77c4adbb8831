"""The page as an aiohttp application: a platform like the chats, with the same intents and views."""

from aiohttp import web

from bot.projector import Projector
from bot.school import School
from bot.web import analysis, home, join, keepsakes, live, looks, room, static_files
from bot.web.analysis import SCHOOL, end_school
from bot.web.guard import add_headers, guard
from bot.web.keepsakes import PROJECTOR, end_films
from bot.web.live import STREAMS, Streams, end_streams
from bot.web.pages import SERVICES
from bot.web.pictures import PICTURES, Pictures
from bot.web.services import Services

MAX_BODY = 16 * 1024
"""Bytes; the longest form is a tenth of it."""


def make_app(services: Services) -> web.Application:
    """The page, ready to be served."""
    app = web.Application(middlewares=[guard], client_max_size=MAX_BODY)
    app[SERVICES] = services
    app[PICTURES] = Pictures(services.pictures)
    app[PROJECTOR] = Projector()
    app[SCHOOL] = services.school or School(services.database, services.pictures)
    app[STREAMS] = Streams()
    for routes in (
        home.routes,
        looks.routes,
        room.routes,
        keepsakes.routes,
        analysis.routes,
        join.routes,
        live.routes,
    ):
        app.add_routes(routes)
    app.router.add_get("/static/{hash}/{name}", static_files.serve)
    app.router.add_get("/favicon.ico", static_files.icon)
    app.on_response_prepare.append(add_headers)
    app.on_shutdown.append(end_streams)
    app.on_shutdown.append(end_films)
    app.on_shutdown.append(end_school)
    return app
