"""Discord: a platform like the page and Telegram, with the same intents and the same views."""
