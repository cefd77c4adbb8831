"""The page as an aiohttp application: a platform like the chats, with the same intents and views."""

import logging

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.log import server_logger

from bot.company.desk import Company
from bot.school import School
from bot.web import (
    analysis,
    health,
    home,
    installing,
    join,
    keepsakes,
    live,
    looks,
    panels,
    plates,
    room,
    static_files,
    told,
)
from bot.web.analysis import SCHOOL, end_school
from bot.web.guard import add_headers, guard
from bot.web.guesses import GUESSES, Guesses
from bot.web.health import READINESS, Readiness
from bot.web.live import STREAMS, Streams, end_audience, end_streams
from bot.web.pages import COMPANY, SERVICES
from bot.web.pictures import PICTURES, Pictures
from bot.web.plates import PLATES, Plates
from bot.web.services import Services
from bot.web.told import HERALD, Herald

MAX_BODY = 16 * 1024
"""Bytes; the longest form is a tenth of it."""


def _is_a_bug(record: logging.LogRecord) -> bool:
    """Whether a line of the server's is about us: what is no HTTP is answered with 400, and anybody may send it."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def make_app(services: Services) -> web.Application:
    """The page, ready to be served."""
    server_logger.addFilter(_is_a_bug)
    app = web.Application(middlewares=[guard], client_max_size=MAX_BODY)
    app[SERVICES] = services
    app[PICTURES] = Pictures(services.pictures)
    app[COMPANY] = company = services.company or _company(services)
    app[SCHOOL] = company.school
    app[STREAMS] = Streams()
    app[READINESS] = Readiness()
    app[PLATES] = Plates()
    app[HERALD] = herald = Herald()
    company.heralds.append(herald)
    company.talk.listeners.append(services.screens.changed)
    company.audience.listeners.append(services.screens.changed)
    app[GUESSES] = Guesses(lambda: services.now() / 1000)
    for routes in (
        health.routes,
        home.routes,
        looks.routes,
        room.routes,
        keepsakes.routes,
        analysis.routes,
        join.routes,
        installing.routes,
        live.routes,
        panels.routes,
        plates.routes,
        told.routes,
    ):
        app.add_routes(routes)
    app.router.add_get("/static/{hash}/{name}", static_files.serve)
    app.router.add_get("/favicon.ico", static_files.icon)
    app.router.add_get("/worker.js", static_files.worker)
    app.on_response_prepare.append(add_headers)
    app.on_shutdown.append(end_streams)
    app.on_cleanup.append(end_audience)
    app.on_shutdown.append(end_school)
    app.on_shutdown.append(_end_films)
    return app


async def _end_films(app: web.Application) -> None:
    """Leave no process behind when the program stops."""
    await app[COMPANY].films.end()


def _company(services: Services) -> Company:
    """A company of the page alone."""
    school = School(services.database, services.pictures)
    return Company(
        services.database, services.tables, services.now, services.pictures, school, services.public_url
    )
