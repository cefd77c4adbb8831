"""What a phone needs to put the page on its home screen, and shows without a connection, in the visitor's language."""

from aiohttp import web

from bot.phrases import LANGUAGES, phrases
from bot.web import pages, static_files

routes = web.RouteTableDef()

_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)


@routes.get("/manifest/{language}.webmanifest")
async def manifest(request: web.Request) -> web.Response:
    """The manifest in one of our languages."""
    language = request.match_info["language"]
    if language not in LANGUAGES:
        raise web.HTTPNotFound
    words = phrases(language)
    told = {
        "id": "/",
        "name": words.t("Majlis"),
        "short_name": words.t("Majlis"),
        "lang": language,
        "dir": "rtl" if words.right_to_left else "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6eddc",
        "theme_color": "#5b2a1c",
        "icons": [
            {"src": static_files.address(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in _ICONS
        ],
    }
    return web.json_response(
        told, content_type="application/manifest+json", headers={"Cache-Control": "public, max-age=3600"}
    )


@routes.get("/offline/{language}")
async def offline(request: web.Request) -> web.Response:
    """What a browser keeps, to show it when we cannot be reached."""
    language = request.match_info["language"]
    if language not in LANGUAGES:
        raise web.HTTPNotFound
    html = pages.public("offline.html", phrases(language))
    return web.Response(text=html, content_type="text/html", headers={"Cache-Control": "public, no-cache"})
