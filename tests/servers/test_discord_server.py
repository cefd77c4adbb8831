"""The Discord of the tests, asked over REST: what it checks of any request, and how messages are kept."""

import io

import discord as dpy
import pytest

from tests.servers.discord.facts import OPERATIONS
from tests.servers.discord.routes import ROUTES
from tests.servers.sample_bot import asked, board, buttons, picture

BUTTON = {"type": 2, "style": 1, "label": "Roll", "custom_id": "roll"}
SELECT = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}
TEXT = {"type": 10, "content": "x"}
V2 = 1 << 15


def row(*inside):
    return {"type": 1, "components": list(inside)}


def test_every_route_of_the_facts_is_answered():
    assert ROUTES.keys() == OPERATIONS


# --- what it checks of any request --------------------------------------------------------------------------------


async def test_only_the_right_token_is_let_in(discord):
    assert (await asked(discord.server, "GET", "/users/@me", token="wrong"))[0] == 401
    assert (await asked(discord.server, "GET", "/users/@me"))[0] == 200


async def test_what_does_not_exist_is_a_violation(discord):
    status, body, _ = await asked(discord.server, "GET", "/users/@me/pigeons")
    assert (status, body["message"]) == (404, "404: Not Found")
    assert discord.server.violations == ["GET /users/@me/pigeons: 404 0 404: Not Found"]


async def test_json_is_called_exactly_that_and_buckets_stand_in_the_headers(discord):
    path = f"/channels/{discord.room.id}/messages"
    _, _, headers = await asked(discord.server, "POST", path, {"content": "x"})
    assert headers["Content-Type"] == "application/json"
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("5", "4")
    assert float(headers["X-RateLimit-Reset-After"]) == pytest.approx(5, abs=1)


@pytest.mark.parametrize(
    ("body", "place", "code"),
    [
        ({}, None, 50006),
        ({"content": " "}, None, 50006),
        ({"content": 5}, "content", "BASE_TYPE"),
        ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
        ({"content": "x", "colour": "red"}, "colour", "UNKNOWN_FIELD"),
        ({"content": "x", "tts": "no"}, "tts", "BASE_TYPE"),
        ({"content": "x", "flags": 1 << 6}, "flags", "MESSAGE_FLAGS_INVALID"),
        ({"content": "x", "message_reference": {"message_id": "5"}}, "message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE"),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["5"]}}, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
        ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"description": "x" * 4000}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
        ({"embeds": [{"image": {"url": "attachment://no.png"}}]}, "attachments", "ATTACHMENT_NOT_FOUND"),
        ({"attachments": [{"id": 0}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
        ({"components": [row()]}, "components.0.components", "BASE_TYPE_REQUIRED"),
        ({"components": [row(*[BUTTON] * 6)]}, "components.0.components", "BASE_TYPE_MAX_LENGTH"),
        ({"components": [row(BUTTON, BUTTON)]}, "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ({"components": [row(SELECT, BUTTON)]}, "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        ({"components": [row(TEXT)]}, "components.0.components.0.type", "UNION_TYPE_CHOICES"),
        ({"components": [row({**BUTTON, "custom_id": "x" * 101})]}, "components.0.components.0.custom_id", "BASE_TYPE_MAX_LENGTH"),
        ({"components": [row({**BUTTON, "label": "x" * 81})]}, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
        ({"components": [row({**BUTTON, "style": 9})]}, "components.0.components.0.style", "BASE_TYPE_CHOICES"),
        ({"components": [row({**BUTTON, "label": ""})]}, "components.0.components.0", "BUTTON_COMPONENT_LABEL_OR_EMOJI"),
        ({"components": [row({**BUTTON, "style": 5})]}, "components.0.components.0.url", "BASE_TYPE_REQUIRED"),
        ({"components": [row({"type": 2, "style": 5, "label": "x", "url": "ftp://x"})]}, "components.0.components.0.url", "URL_TYPE_INVALID_SCHEME"),
        ({"components": [row({**BUTTON, "url": "https://x.org"})]}, "components.0.components.0.url", "BUTTON_COMPONENT_INVALID"),
        ({"components": [row({**SELECT, "options": SELECT["options"] * 2})]}, "components.0.components.0.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        ({"components": [row({**SELECT, "max_values": 2})]}, "components.0.components.0.max_values", "COMPONENT_SELECT_BAD_RANGE"),
        ({"components": [row({**BUTTON, "custom_id": str(number)}) for number in range(6)]}, "components", "BASE_TYPE_BAD_LENGTH"),
        ({"components": [TEXT]}, "components.0.type", "UNION_TYPE_CHOICES"),
        ({"components": [TEXT], "flags": V2, "content": "x"}, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
        ({"components": [TEXT] * 41, "flags": V2}, "components", "BASE_TYPE_MAX_LENGTH"),
        ({"components": [{"type": 17, "components": [TEXT] * 39}, TEXT], "flags": V2}, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
        ({"components": [{"type": 10, "content": "x" * 2500}] * 2, "flags": V2}, "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
        ({"components": [{"type": 9, "components": [TEXT]}], "flags": V2}, "components.0.accessory", "BASE_TYPE_REQUIRED"),
    ],
)  # fmt: skip
async def test_malformed_messages_are_refused_where_they_are_at_fault(discord, body, place, code):
    status, told, _ = await asked(discord.server, "POST", f"/channels/{discord.room.id}/messages", body)
    assert status == 400
    if place is None:
        assert told["code"] == code
    else:
        assert told["code"] == 50035
        found = told["errors"]
        for step in place.split("."):
            found = found[step]
        assert code in [error["code"] for error in found["_errors"]]
    assert len(discord.server.violations) == 1
    assert not discord.ali.sees(discord.room)


async def test_a_message_is_told_as_discord_tells_it(discord):
    channel = discord.bot.get_channel(discord.room.id)
    sent = await channel.send(f"<@{discord.ali.id}> hello", file=board(), view=buttons("Roll"), nonce=5)
    assert (sent.content, sent.author.id, sent.mentions[0].id) == (f"<@{discord.ali.id}> hello", discord.server.bot.id, discord.ali.id)  # fmt: skip
    [attachment] = sent.attachments
    assert (attachment.description, attachment.width, attachment.height) == ("A board", 64, 48)
    assert (attachment.content_type, await attachment.read()) == ("image/png", picture())
    fetched = await channel.fetch_message(sent.id)
    assert fetched.components[0].children[0].custom_id == "roll"
    assert not discord.server.violations


async def test_the_same_nonce_posts_once(discord):
    channel = discord.bot.get_channel(discord.room.id)
    first, second = [await channel.send("x", nonce=7) for _ in range(2)]
    assert first.id == second.id
    assert len(discord.ali.sees(discord.room)) == 1


async def test_an_edit_changes_what_it_names_and_keeps_the_rest(discord):
    channel = discord.bot.get_channel(discord.room.id)
    sent = await channel.send("first", file=board(), view=buttons("Roll"))
    await sent.edit(content="second")
    [seen] = discord.ali.sees(discord.room)
    assert (seen.text, seen.picture, seen.labels, seen.edits) == ("second", picture(), ["Roll"], 1)
    kept = await sent.edit(attachments=[*sent.attachments, board("blue", "Second")])
    assert [item.alt for item in discord.ali.sees(discord.room)[0].pictures] == ["A board", "Second"]
    await kept.edit(attachments=[board("green", "Third")], view=None)
    [seen] = discord.ali.sees(discord.room)
    assert ([item.alt for item in seen.pictures], seen.labels) == (["Third"], [])
    assert not discord.server.violations


async def test_an_embed_shows_an_attached_picture_by_its_name(discord):
    embed = dpy.Embed(title="Mahbusa").set_image(url="attachment://board.png")
    sent = await discord.bot.get_channel(discord.room.id).send(embed=embed, file=board())
    assert sent.embeds[0].image.url.endswith("/board.png")
    assert sent.attachments == []
    [seen] = discord.ali.sees(discord.room)
    assert (seen.picture, seen.alt, seen.embeds[0]["title"]) == (picture(), "A board", "Mahbusa")


class Layout(dpy.ui.LayoutView):
    words = dpy.ui.TextDisplay("Your turn")
    gallery = dpy.ui.MediaGallery(dpy.MediaGalleryItem("attachment://board.png", description="Twin"))
    row = dpy.ui.ActionRow(dpy.ui.Button(label="Roll", custom_id="roll"))


async def test_components_v2_show_texts_pictures_and_buttons(discord):
    view = Layout(timeout=None)
    sent = await discord.bot.get_channel(discord.room.id).send(view=view, file=board())
    [seen] = discord.ali.sees(discord.room)
    assert (seen.text, seen.picture, seen.alt, seen.labels) == ("Your turn", picture(), "Twin", ["Roll"])
    await sent.edit(view=view, attachments=[board("blue")])
    assert discord.ali.sees(discord.room)[0].picture == picture("blue")
    body = {"flags": 0, "content": "x"}
    status, told, _ = await asked(
        discord.server, "PATCH", f"/channels/{discord.room.id}/messages/{sent.id}", body
    )
    assert (status, told["errors"]["flags"]["_errors"][0]["code"]) == (400, "MESSAGE_FLAGS_INVALID")
    view.stop()


async def test_pictures_that_are_too_large_are_refused(discord):
    file = dpy.File(io.BytesIO(b"x" * 11_000_000), "board.png")
    with pytest.raises(dpy.HTTPException) as caught:
        await discord.bot.get_channel(discord.room.id).send(file=file)
    assert (caught.value.status, caught.value.code) == (413, 40005)


async def test_messages_are_listed_newest_first_and_in_pages(discord):
    discord.server.limits.lift()
    channel = discord.bot.get_channel(discord.room.id)
    sent = [await channel.send(str(number)) for number in range(4)]
    assert [message.content async for message in channel.history(limit=2)] == ["3", "2"]
    assert [message.content async for message in channel.history(after=sent[1])] == ["2", "3"]
    await sent[3].delete()
    assert [message.content async for message in channel.history(before=sent[2])] == ["1", "0"]
    with pytest.raises(dpy.NotFound) as caught:
        await channel.fetch_message(sent[3].id)
    assert caught.value.code == 10008


async def test_a_reply_refers_to_what_it_answers(discord):
    channel = discord.bot.get_channel(discord.room.id)
    first = await channel.send("first")
    reply = await first.reply("second")
    assert reply.reference.message_id == first.id
    await first.delete()
    fetched = await channel.fetch_message(reply.id)
    assert isinstance(fetched.reference.resolved, dpy.DeletedReferencedMessage)


async def test_nobody_edits_what_somebody_else_wrote(discord):
    written = await discord.ali.writes(discord.room, "mine")
    with pytest.raises(dpy.Forbidden) as caught:
        await (
            discord.bot.get_partial_messageable(discord.room.id)
            .get_partial_message(written.id)
            .edit(content="x")
        )
    assert caught.value.code == 50005
