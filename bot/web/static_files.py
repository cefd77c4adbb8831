"""The page's own files, read once: styles, scripts, signs. Their folder's name in the address is their hash."""

from hashlib import sha256
from pathlib import Path

from aiohttp import web

_FOLDER = Path(__file__).parent / "static"
_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
_FILES = {file.name: file.read_bytes() for file in sorted(_FOLDER.iterdir()) if file.suffix in _TYPES}
_HASH = sha256(b"".join(name.encode() + content for name, content in _FILES.items())).hexdigest()[:12]


def address(name: str) -> str:
    """Where the browser finds a file; a new version of any file is a new address. Raises KeyError."""
    if name not in _FILES:
        raise KeyError(name)
    return f"/static/{_HASH}/{name}"


async def serve(request: web.Request) -> web.Response:
    """Answer with a file. Under an older hash it is the newest, kept by nobody."""
    return _answer(request.match_info["name"], lasting=request.match_info["hash"] == _HASH)


async def icon(_request: web.Request) -> web.Response:
    """The sign, for browsers that look for it unasked."""
    return _answer("favicon.svg", lasting=False)


async def worker(_request: web.Request) -> web.Response:
    """What runs beside our pages; it stands at the top because it looks after everything below where it stands."""
    return _answer("worker.js", lasting=False)


def _answer(name: str, *, lasting: bool) -> web.Response:
    if name not in _FILES:
        raise web.HTTPNotFound
    cache = "public, max-age=31536000, immutable" if lasting else "no-cache"
    kind = _TYPES[Path(name).suffix]
    return web.Response(
        body=_FILES[name],
        content_type=kind,
        charset=None if kind == "image/png" else "utf-8",
        headers={"Cache-Control": cache},
    )
