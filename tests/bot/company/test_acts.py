import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.company import doors
from bot.company.acts import ACTS, COMMANDS, SAFE, follow, is_safe
from bot.company.desk import Asker
from bot.company.panel import Link, read_act, whole
from bot.people import Player
from bot.phrases import LANGUAGES, phrases
from rules.errors import Malformed
from tests.bot.company import sample

ARGUMENTS = st.lists(st.from_regex(r"[A-Za-z0-9_-]{1,6}", fullmatch=True), max_size=4)


def asker(chat: str | None = None) -> Asker:
    return Asker(Player(1, "Ali", "en"), phrases("en"), "web", "", "key", chat)


@given(ARGUMENTS)
def test_a_link_carries_any_act(arguments):
    written = ".".join(("quick", *arguments))
    carried = doors.payload(written)
    assert set(carried) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
    assert doors.read_payload(carried) == written


def test_other_links_carry_none():
    assert doors.read_payload("join_KM7QXR") is None
    with pytest.raises(Malformed):
        doors.read_payload("act_quick-")
    with pytest.raises(ValueError, match="too long"):
        doors.payload("x" * 61)


async def test_a_link_changes_nothing_before_it_was_asked_back(circle, monkeypatch):
    sample.serve(monkeypatch)
    assert (await follow(circle.company, asker(), "cafe")).heading == "The café of <Ali>"
    asked = await follow(circle.company, asker(), "order")
    assert asked.heading == "Order something"
    assert asked.rows[0][0].act == "order"
    assert sample.ORDERS == []
    with pytest.raises(Malformed):
        is_safe("nothing.at.all")


def test_what_is_listed_is_there():
    assert set(ACTS) >= SAFE
    for command in COMMANDS:
        assert read_act(command.act)[0] in ACTS
        assert all(phrases(language).t(command.about) for language in LANGUAGES)
    assert len({command.name for command in COMMANDS}) == len(COMMANDS)


async def test_the_menu_offers_in_company_what_belongs_there(circle, monkeypatch):
    sample.serve(monkeypatch)
    private, shared = [await follow(circle.company, asker(chat), "menu") for chat in (None, "-1")]
    assert "Between us" in str(private.rows)
    assert "Between us" not in str(shared.rows)


def test_links_of_our_page_need_its_address():
    assert whole(Link("", "/t/KM7QXR"), "https://majlis.example") == "https://majlis.example/t/KM7QXR"
    assert not whole(Link("", "/t/KM7QXR"), "")
    assert whole(Link("", "https://a.example/"), "") == "https://a.example/"
