"""Files the server holds: pictures are opened as a client would, the same bytes are the same file."""

import hashlib
import io
import itertools
from dataclasses import dataclass, field

from PIL import Image

from tests.servers.telegram.errors import bad_request

PHOTO_BYTES = 10_000_000
FILE_BYTES = 50_000_000
PHOTO_SIDES = 10_000  # width and height together
PHOTO_RATIO = 20
_PREFIX = {"photo": "AgACAgQAAx", "animation": "CgACAgQAAx", "document": "BQACAgQAAx"}


@dataclass(frozen=True)
class StoredFile:
    """One file; `unique_id` is the same for the same bytes of the same kind."""

    kind: str  # photo, animation or document
    content: bytes = field(repr=False)
    width: int
    height: int
    name: str

    @property
    def unique_id(self) -> str:
        return "AQAD" + hashlib.sha256(self.kind.encode() + self.content).hexdigest()[:12]


class Files:
    """All files ever uploaded, by any of their file_ids."""

    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}
        self._forgotten: set[str] = set()
        self._numbers = itertools.count(1)

    def taken(self, kind: str, given: bytes | str) -> StoredFile:
        """A file as a call gives it: uploaded bytes, or a file_id of the same kind; an address is never fetched."""
        if isinstance(given, bytes):
            return _opened(kind, given)
        if given in self._forgotten:
            raise bad_request("MEDIA_EMPTY")
        stored = self._by_id.get(given)
        if stored is None:
            raise bad_request("wrong file identifier/HTTP URL specified")
        if stored.kind != kind:
            raise bad_request(f"can't use file of type {stored.kind.title()} as {kind.title()}")
        return stored

    def find(self, file_id: str) -> StoredFile:
        """The file of that id, for getFile."""
        if file_id not in self._by_id:
            raise bad_request("wrong file_id or the file is temporarily unavailable")
        return self._by_id[file_id]

    def forget(self, file_id: str) -> None:
        """Let that id be good no longer, as Telegram does now and then."""
        self._forgotten.add(file_id)

    def new_id(self, file: StoredFile) -> str:
        """One more id of the file: Telegram gives another one each time, and all of them stay good."""
        file_id = f"{_PREFIX[file.kind]}{next(self._numbers):06}{file.unique_id}"
        self._by_id[file_id] = file
        return file_id


def _opened(kind: str, content: bytes) -> StoredFile:
    if not content:
        raise bad_request("file must be non-empty")
    if len(content) > (PHOTO_BYTES if kind == "photo" else FILE_BYTES):
        raise bad_request("file is too big")
    if kind == "document" or (kind == "animation" and content[4:8] == b"ftyp"):
        return StoredFile(kind, content, 0, 0, "file")
    try:
        with Image.open(io.BytesIO(content)) as picture:
            picture.load()
            width, height = picture.size
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise bad_request("IMAGE_PROCESS_FAILED") from None
    long, short = max(width, height), min(width, height)
    if kind == "photo" and (width + height > PHOTO_SIDES or long > PHOTO_RATIO * short):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return StoredFile(kind, content, width, height, "animation.gif" if kind == "animation" else "photo.jpg")
