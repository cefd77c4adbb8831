"""What each method does once its parameters are checked: `METHODS[name](state, values)` gives the result."""

from tests.servers.telegram.methods import answering, chats, editing, profile, sending
from tests.servers.telegram.methods.reach import Method

METHODS: dict[str, Method] = {
    **sending.METHODS, **editing.METHODS, **chats.METHODS, **answering.METHODS, **profile.METHODS,
}  # fmt: skip
