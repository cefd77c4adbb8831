"""What the bot may ask about chats, their people and files."""

from typing import Any

from tests.servers.telegram.errors import bad_request
from tests.servers.telegram.methods.reach import Method, known_chat, open_chat
from tests.servers.telegram.state import State
from tests.servers.telegram.wire import wire_full_chat, wire_member
from tests.servers.telegram.world import ADMINS, Chat, Membership


def get_chat(state: State, values: dict[str, Any]) -> dict[str, Any]:
    chat = known_chat(state, values["chat_id"])
    return wire_full_chat(chat if chat.is_private else open_chat(state, chat.id))


def get_member(state: State, values: dict[str, Any]) -> dict[str, Any]:
    chat = open_chat(state, values["chat_id"])
    user = state.world.users.get(values["user_id"])
    if user is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    private = Membership() if chat.is_private else Membership("left")
    return wire_member(user, chat.members.get(user.id, private))


def get_administrators(state: State, values: dict[str, Any]) -> list[dict[str, Any]]:
    """Other bots are left out, the bot itself is not."""
    chat = _group(state, values, "there are no administrators in the private chat")
    users = state.world.users
    return [
        wire_member(users[user_id], membership)
        for user_id, membership in chat.members.items()
        if membership.status in ADMINS
    ]


def get_member_count(state: State, values: dict[str, Any]) -> int:
    chat = open_chat(state, values["chat_id"])
    return 2 if chat.is_private else sum(chat.has(user_id) for user_id in chat.members)


def leave_chat(state: State, values: dict[str, Any]) -> bool:
    chat = _group(state, values, "chat member status can't be changed in private chats")
    state.set_member(chat, state.bot, Membership("left"), state.bot)
    return True


def get_file(state: State, values: dict[str, Any]) -> dict[str, Any]:
    file = state.files.find(values["file_id"])
    size = {"file_unique_id": file.unique_id, "file_size": len(file.content)}
    return {"file_id": values["file_id"], **size, "file_path": f"{file.kind}s/{values['file_id']}"}


def _group(state: State, values: dict[str, Any], refusal: str) -> Chat:
    chat = open_chat(state, values["chat_id"])
    if chat.is_private:
        raise bad_request(refusal)
    return chat


METHODS: dict[str, Method] = {
    "getChat": get_chat,
    "getChatMember": get_member,
    "getChatAdministrators": get_administrators,
    "getChatMemberCount": get_member_count,
    "leaveChat": leave_chat,
    "getFile": get_file,
}
