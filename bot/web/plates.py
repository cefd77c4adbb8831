"""Pictures and files that panels show, kept for a while under names of their own for whom they were made."""

from collections import OrderedDict
from functools import partial
from hashlib import sha256
from mimetypes import guess_type
from typing import NamedTuple
from urllib.parse import quote

from aiohttp import web

from bot import easel
from bot.company.panel import File, Panel, Shown
from bot.easel import Picture
from bot.web import visitor
from bot.web.pictures import PICTURES

routes = web.RouteTableDef()

MANY = 256
"""Pictures and files kept; who comes for an older one loads their page again."""


class Plate(NamedTuple):
    """A picture on a page."""

    src: str
    alt: str


class Plates:
    """What is kept, by its address."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], Picture | bytes | File] = OrderedDict()

    def picture(self, owner: int, shown: Shown) -> Plate:
        """A picture's address, another one whenever it looks different."""
        drawing = shown.picture
        name = sha256(drawing).hexdigest()[:24] if isinstance(drawing, bytes) else easel.digest(drawing)
        self._keep(owner, name, drawing)
        return Plate(f"/kept/{name}/picture.jpg", shown.alt)

    def file(self, owner: int, file: File) -> str:
        """A file's address."""
        name = sha256(file.content).hexdigest()[:24]
        self._keep(owner, name, file)
        return f"/kept/{name}/{quote(file.name, safe='')}"

    def _keep(self, owner: int, name: str, kept: Picture | bytes | File) -> None:
        self._kept[owner, name] = kept
        self._kept.move_to_end((owner, name))
        if len(self._kept) > MANY:
            self._kept.popitem(last=False)

    def get(self, owner: int, name: str) -> Picture | bytes | File:
        """What is kept for somebody under a name. Raises HTTPNotFound."""
        try:
            return self._kept[owner, name]
        except KeyError:
            raise web.HTTPNotFound from None


PLATES = web.AppKey("plates", Plates)


def of(request: web.Request, panel: Panel) -> tuple[Plate | None, str]:
    """A panel's picture, and its file's address (empty: it has none)."""
    plates, owner = request.app[PLATES], visitor.of(request).id
    return (
        plates.picture(owner, panel.shown) if panel.shown else None,
        plates.file(owner, panel.file) if panel.file else "",
    )


@routes.get(r"/kept/{name:\w+}/{file}")
async def kept(request: web.Request) -> web.Response:
    """A picture, or a file to keep, for whom it was made."""
    found = request.app[PLATES].get(visitor.of(request).id, request.match_info["name"])
    headers = {"Cache-Control": "private, max-age=31536000, immutable"}
    match found:
        case File(name, content):
            headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
            kind = guess_type(name)[0] or "application/octet-stream"
            return web.Response(body=content, content_type=kind, headers=headers)
        case bytes():
            body = found
        case _:
            body = await request.app[PICTURES].drawn(partial(easel.drawn, found))
    return web.Response(body=body, content_type="image/jpeg", headers=headers)
