"""Who may do what where: Discord's flags, as far as a bot like ours meets them."""

from enum import IntFlag

from tests.servers.discord.world import Channel, Guild, User


class May(IntFlag):
    """The permissions, by Discord's bits."""

    NOTHING = 0
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


ALL = ~May.NOTHING
USUAL = (
    May.VIEW_CHANNEL | May.SEND_MESSAGES | May.EMBED_LINKS | May.ATTACH_FILES | May.READ_MESSAGE_HISTORY
    | May.ADD_REACTIONS | May.USE_EXTERNAL_EMOJIS | May.USE_APPLICATION_COMMANDS | May.CREATE_PUBLIC_THREADS
    | May.CREATE_PRIVATE_THREADS | May.SEND_MESSAGES_IN_THREADS | May.USE_EXTERNAL_APPS
)  # fmt: skip
IN_DM = May.VIEW_CHANNEL | May.SEND_MESSAGES | May.EMBED_LINKS | May.ATTACH_FILES | May.READ_MESSAGE_HISTORY


def named(*names: str) -> May:
    """The flags of names like `send_messages`."""
    flags = May.NOTHING
    for name in names:
        flags |= May[name.upper()]
    return flags


def in_guild(guild: Guild, user: User) -> May:
    """What the roles give; nothing to who is no member."""
    if user.id not in guild.members:
        return May.NOTHING
    given = May(guild.everyone.permissions)
    for role in guild.members[user.id].roles:
        given |= May(role.permissions)
    return ALL if user is guild.owner or May.ADMINISTRATOR in given else given


def permissions(channel: Channel, user: User) -> May:
    """What the user may do in the channel; a thread follows its parent."""
    if channel.guild is None:
        return IN_DM if user in channel.recipients else May.NOTHING
    given = in_guild(channel.guild, user)
    if given in (ALL, May.NOTHING):
        return given
    holder = channel.thread.parent if channel.thread else channel
    given = _overwritten(holder, channel.guild, user, given)
    if May.VIEW_CHANNEL not in given:
        return May.NOTHING
    writes = May.SEND_MESSAGES_IN_THREADS if channel.thread else May.SEND_MESSAGES
    return given if writes in given else given & ~(May.EMBED_LINKS | May.ATTACH_FILES | May.MENTION_EVERYONE)


def _overwritten(channel: Channel, guild: Guild, user: User, given: May) -> May:
    """@everyone first, then the roles together, then the member."""
    roles = [role.id for role in guild.members[user.id].roles]
    for ids in ([guild.id], roles, [user.id]):
        overwrites = [channel.overwrites[key] for key in ids if key in channel.overwrites]
        for overwrite in overwrites:
            given &= ~May(overwrite.deny)
        for overwrite in overwrites:
            given |= May(overwrite.allow)
    return given
