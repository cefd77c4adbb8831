"""The catalogues against the sources: `update` merges new messages in, `check` fails on what is missing or fuzzy.

English is the language of the sources: its entries say what their ids say, unless somebody words them better.
"""

import ast
import string
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.phrases import LANGUAGES

ROOT = Path(__file__).parent.parent
LOCALES = ROOT / "bot" / "locales"
KEYWORDS = {"t": None, "n": (1, 2), "_t": None}
HEADER = """\
# What Majlis says, in {language}.
msgid ""
msgstr ""
"Project-Id-Version: Majlis\\n"
"Language: {tag}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def path(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "majlis.po"


def sources() -> Catalog:
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    methods = [(mapping["pattern"], mapping["method"]) for mapping in mappings]
    template = Catalog(project="Majlis", charset="utf-8")
    for found in extract_from_dir(ROOT, methods, keywords=KEYWORDS):
        file, _, message, comments, context = found
        template.add(message, locations=[(file, 1)], auto_comments=comments, context=context)
    return template


def stored(language: str) -> Catalog:
    if not path(language).exists():
        return Catalog(locale=language, project="Majlis", charset="utf-8", fuzzy=False)
    with path(language).open("rb") as file:
        return read_po(file, locale=language)


def update() -> None:
    for language in LANGUAGES:
        catalogue = stored(language)
        # A fresh template each time: a catalogue takes its messages over and fills them in.
        catalogue.update(sources(), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        if language == "en":
            for message in catalogue:
                if message.id and not any(strings(message)):
                    message.string = message.id
        write(catalogue, language)


def write(catalogue: Catalog, language: str) -> None:
    """Write a catalogue whose header holds no dates: the same messages are the same file."""
    name = Locale.parse(language).english_name
    path(language).parent.mkdir(parents=True, exist_ok=True)
    with path(language).open("wb") as file:
        file.write(HEADER.format(language=name, tag=language, plural=catalogue.plural_forms).encode())
        write_po(file, catalogue, omit_header=True, sort_output=True, no_location=True, width=110)


def strings(message: Message) -> tuple[str, ...]:
    found = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return tuple(text or "" for text in found)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def faults(language: str, template: Catalog) -> list[str]:
    catalogue = stored(language)
    found = []
    for message in template:
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        entry = catalogue.get(ids[0])
        if entry is None or not all(strings(entry)):
            found.append(f"{language}: missing {ids[0]!r}")
        elif entry.fuzzy:
            found.append(f"{language}: fuzzy {ids[0]!r}")
        elif len(ids) > 1 and len(strings(entry)) != catalogue.num_plurals:
            found.append(f"{language}: {ids[0]!r} needs {catalogue.num_plurals} plural forms")
        elif any(not places(text) <= places(ids[-1]) for text in strings(entry)):
            found.append(f"{language}: {ids[0]!r} names a place that does not exist")
        elif any(places(ids[-1]) - places(text) - {"n"} for text in strings(entry)):
            found.append(f"{language}: {ids[0]!r} leaves a place out")
    unused = {
        message.id if isinstance(message.id, str) else message.id[0] for message in catalogue if message.id
    }
    known = {
        message.id if isinstance(message.id, str) else message.id[0] for message in template if message.id
    }
    return found + [f"{language}: nobody says {text!r}" for text in sorted(unused - known)]


def hidden(template: Catalog) -> Iterator[str]:
    """Messages that extraction does not see, such as those said inside an f-string."""
    for file in sorted((ROOT / "bot").rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            match call:
                case ast.Call(
                    func=ast.Name(id=name) | ast.Attribute(attr=name),
                    args=[ast.Constant(value=str(text)), *_],
                ) if name in KEYWORDS and template.get(text) is None:
                    yield f"{file.relative_to(ROOT)}:{call.lineno}: {text!r} cannot be extracted from here"


def main() -> int:
    if sys.argv[1:] == ["update"]:
        update()
        return 0
    template = sources()
    found = [*hidden(template), *(fault for language in LANGUAGES for fault in faults(language, template))]
    print("\n".join(found) or f"catalogues: {len(template)} messages, complete in {', '.join(LANGUAGES)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
