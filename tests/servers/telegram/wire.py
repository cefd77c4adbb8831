"""World values as the JSON of the Bot API."""

from typing import Any

from tests.servers.telegram.entities import Marked
from tests.servers.telegram.files import Files, StoredFile
from tests.servers.telegram.keyboards import wire_keyboard
from tests.servers.telegram.world import Chat, Membership, Message, User, World

SEND_RIGHTS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics",
)  # fmt: skip
ADMIN_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_pin_messages",
)  # fmt: skip
_KIND_OF_RIGHT = {
    "can_send_messages": "text messages",
    "can_send_photos": "photos",
    "can_send_documents": "documents",
    "can_send_other_messages": "animations",
}


def wire_user(user: User) -> dict[str, Any]:
    given = {"username": user.username, "language_code": user.language_code}
    return {"id": user.id, "is_bot": user.is_bot, "first_name": user.first_name} | _said(given)


def wire_chat(chat: Chat) -> dict[str, Any]:
    name = {"first_name": chat.title} if chat.is_private else {"title": chat.title}
    forum = {"is_forum": True} if chat.forum else {}
    return {"id": chat.id, "type": chat.kind, **name, **_said({"username": chat.username}), **forum}


def wire_full_chat(chat: Chat) -> dict[str, Any]:
    """ChatFullInfo, as far as a bot like ours looks."""
    rights = {right: _KIND_OF_RIGHT.get(right) not in chat.forbidden for right in SEND_RIGHTS}
    more = {} if chat.is_private else {"permissions": rights}
    limits = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": _NO_GIFTS}
    return wire_chat(chat) | limits | more


_NO_GIFTS = dict.fromkeys(
    ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), False
)


def wire_member(user: User, membership: Membership) -> dict[str, Any]:
    """ChatMember of any status."""
    common = {"user": wire_user(user), "status": membership.status}
    match membership.status:
        case "creator":
            return common | {"is_anonymous": membership.anonymous}
        case "administrator":
            rights = {right: right in membership.rights for right in ADMIN_RIGHTS}
            return common | rights | {"can_be_edited": False, "is_anonymous": membership.anonymous}
        case "restricted":
            return common | dict.fromkeys(SEND_RIGHTS, True) | {"is_member": True, "until_date": 0}
        case "kicked":
            return common | {"until_date": 0}
    return common


def wire_message(message: Message, world: World, files: Files) -> dict[str, Any]:
    """A Message with the message it replies to, but not further."""
    more: dict[str, Any] = {}
    if message.reply_to is not None:
        more["reply_to_message"] = _wire_alone(message.reply_to, world, files)
    return _wire_alone(message, world, files) | more


def _wire_alone(message: Message, world: World, files: Files) -> dict[str, Any]:
    told: dict[str, Any] = {"message_id": message.id, "date": message.date, "chat": wire_chat(message.chat)}
    if message.sender is not None:
        told["from"] = wire_user(message.sender)
    if message.sender_chat is not None:
        told["sender_chat"] = wire_chat(message.sender_chat)
    if message.thread is not None:
        told |= {"message_thread_id": message.thread} | (
            {"is_topic_message": True} if message.is_topic else {}
        )
    if message.album:
        told["media_group_id"] = message.album
    if message.edit_date:
        told["edit_date"] = message.edit_date
    if message.via_bot:
        told["via_bot"] = wire_user(world.bot)
    if message.content.keyboard:
        told["reply_markup"] = wire_keyboard(message.content.keyboard)
    return told | _wire_content(message, world, files) | message.service


def _wire_content(message: Message, world: World, files: Files) -> dict[str, Any]:
    marked, media = message.content.marked, message.content.media
    text, entities = ("text", "entities") if media is None else ("caption", "caption_entities")
    told: dict[str, Any] = _said({text: marked.text, entities: _wire_entities(marked, world)})
    return told if media is None else told | _wire_media(media, files)


def _wire_entities(marked: Marked, world: World) -> list[dict[str, Any]]:
    """A mention by id carries the whole user; of somebody it has never met, Telegram makes no mention at all."""
    return [
        entity
        if "user_id" not in entity
        else {**_without(entity, "user_id"), "user": wire_user(world.users[entity["user_id"]])}
        for entity in marked.entities
        if "user_id" not in entity or entity["user_id"] in world.users
    ]


def _without(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != name}


def _wire_media(media: StoredFile, files: Files) -> dict[str, Any]:
    sized = {"width": media.width, "height": media.height}
    if media.kind == "photo":
        small = {
            "width": min(media.width, 320),
            "height": max(1, media.height * 320 // max(media.width, 320)),
        }
        return {"photo": [_wire_file(media, files) | small, _wire_file(media, files) | sized]}
    told = _wire_file(media, files) | {"file_name": media.name}
    if media.kind == "animation":
        whole = told | sized | {"duration": 1}
        return {"animation": whole, "document": told}
    return {"document": told}


def _wire_file(media: StoredFile, files: Files) -> dict[str, Any]:
    return {
        "file_id": files.new_id(media),
        "file_unique_id": media.unique_id,
        "file_size": len(media.content),
    }


def _said(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}
