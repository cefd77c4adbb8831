"""How the bot gets its updates; these wait, so they stand apart from the other methods."""

import re
from typing import Any

from tests.servers.telegram.errors import bad_request
from tests.servers.telegram.state import State
from tests.servers.telegram.updates import Webhook

LIMIT = 100
LONGEST_POLL_S = 50
CONNECTIONS, MOST_CONNECTIONS = 40, 100


async def get_updates(state: State, values: dict[str, Any]) -> list[dict[str, Any]]:
    if "allowed_updates" in values:
        state.updates.allowed = values["allowed_updates"]
    limit = min(max(values.get("limit", LIMIT), 1), LIMIT)
    return await state.updates.poll(
        values.get("offset", 0), limit, min(values.get("timeout", 0), LONGEST_POLL_S)
    )


async def set_webhook(state: State, values: dict[str, Any]) -> bool:
    secret = values.get("secret_token", "")
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", secret):
        raise bad_request("secret token contains unallowed characters")
    if "allowed_updates" in values:
        state.updates.allowed = values["allowed_updates"]
    if values.get("drop_pending_updates"):
        state.updates.drop()
    connections = min(max(values.get("max_connections", CONNECTIONS), 1), MOST_CONNECTIONS)
    await state.updates.point(Webhook(values["url"], secret, connections))
    return True


async def delete_webhook(state: State, values: dict[str, Any]) -> bool:
    return await set_webhook(state, {"url": "", **values})


async def get_webhook_info(state: State, _values: dict[str, Any]) -> dict[str, Any]:
    webhook = state.updates.webhook
    info: dict[str, Any] = {
        "url": webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(state.updates),
    }
    return info | ({"last_error_message": webhook.last_error} if webhook.last_error else {})


METHODS = {
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
}
