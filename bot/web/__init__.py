"""The web page: a platform like the chats, with the same intents and the same views."""
