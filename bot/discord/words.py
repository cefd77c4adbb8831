"""What Discord shows of our commands, in the languages it and we both know. It knows no Arabic."""

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.phrases import phrases

LANGUAGES = {Locale.hindi: "hi"}
"""Discord's locales of our languages; English is what stands where it has no other."""

LONGEST = 100
"""Characters of a description or a choice's name."""


class Catalogues(Translator):
    """Our catalogues as discord.py asks for them."""

    async def translate(
        self, string: locale_str, locale: Locale, _context: TranslationContextTypes
    ) -> str | None:
        """The message in another language; None where we do not speak it."""
        if locale not in LANGUAGES:
            return None
        translated = phrases(LANGUAGES[locale]).t(string.message)
        return translated[:LONGEST] if translated != string.message else None


def t(message: str) -> locale_str:
    """A message that is translated when the commands are told to Discord; Babel finds it by this name."""
    return locale_str(message)
