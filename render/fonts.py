"""Fonts and what they need."""

from PIL import features


def ready() -> str | None:
    """None where text of every script can be drawn; else one sentence on what to install."""
    if features.check("raqm") and features.check("fribidi"):
        return None
    return "Arabic text cannot be joined on pictures: install FriBiDi (Debian and Ubuntu: apt install libfribidi0)."
