"""The commands of an application, as the Discord of the tests registers them."""

import pytest

from tests.servers.sample_bot import asked

PLAY = {"name": "play", "description": "Play"}
OPTION = {"type": 3, "name": "preset", "description": "Which"}


@pytest.mark.parametrize(
    ("commands", "place", "code"),
    [
        ([{"name": "play"}], "0.description", "BASE_TYPE_REQUIRED"),
        ([{**PLAY, "name": "Play"}], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        ([{**PLAY, "name": "x" * 33}], "0.name", "BASE_TYPE_MAX_LENGTH"),
        ([{**PLAY, "description": "x" * 101}], "0.description", "BASE_TYPE_MAX_LENGTH"),
        ([PLAY, PLAY], "0.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
        ([{**PLAY, "description_localizations": {"xx": "x"}}], "0.description_localizations.xx", "ENUM_TYPE_COERCE"),
        ([{**PLAY, "colour": "red"}], "0.colour", "UNKNOWN_FIELD"),
        ([{**PLAY, "contexts": [7]}], "0.contexts.0", "BASE_TYPE_CHOICES"),
        ([{**PLAY, "options": [OPTION] * 26}], "0.options", "BASE_TYPE_MAX_LENGTH"),
        ([{**PLAY, "options": [OPTION, OPTION]}], "0.options", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED"),
        ([{**PLAY, "options": [{**OPTION, "type": 99}]}], "0.options.0.type", "UNION_TYPE_CHOICES"),
        ([{**PLAY, "options": [OPTION, {**OPTION, "name": "x", "required": True}]}], "0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
        ([{**PLAY, "options": [OPTION, {"type": 1, **PLAY}]}], "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        ([{"name": "Play", "type": 2, "description": "x"}], "0", "APPLICATION_COMMAND_CONTEXT_MENU"),
        ([{**PLAY, "options": [{**OPTION, "name": str(number), "choices": [{"name": f"{choice}" + "x" * 90, "value": str(choice)} for choice in range(25)]} for number in range(4)]}], "0", "APPLICATION_COMMAND_TOO_LARGE"),
    ],
)  # fmt: skip
async def test_malformed_commands_are_refused(discord, commands, place, code):
    path = f"/applications/{discord.server.application_id}/commands"
    status, found, _ = await asked(discord.server, "PUT", path, commands)
    assert (status, found["code"]) == (400, 50035)
    found = found["errors"]
    for step in place.split("."):
        found = found[step]
    assert code in [error["code"] for error in found["_errors"]]
    assert discord.server.commands == []


async def test_commands_are_replaced_as_a_whole_and_keep_their_ids(discord):
    path = f"/applications/{discord.server.application_id}/commands"
    hindi = {**PLAY, "name_localizations": {"hi": "खेलो"}, "description_localizations": {"hi": "खेलो"}}
    _, first, _ = await asked(discord.server, "PUT", path, [hindi, {**PLAY, "name": "top"}])
    _, second, _ = await asked(discord.server, "PUT", path, [{**PLAY, "description": "Other"}])
    assert second[0]["id"] == first[0]["id"]
    assert discord.server.commands == ["play"]
    assert (await asked(discord.server, "GET", f"{path}?with_localizations=1"))[1] == second
    assert not discord.server.violations


async def test_other_languages_are_told_when_asked_for(discord):
    path = f"/applications/{discord.server.application_id}/commands"
    option = {**OPTION, "description_localizations": {"hi": "कौन"}}
    await asked(
        discord.server, "PUT", path, [{**PLAY, "options": [option], "default_member_permissions": 32}]
    )
    [[short], [long]] = [
        (await asked(discord.server, "GET", path + query))[1] for query in ("", "?with_localizations=true")
    ]
    assert long["options"][0]["description_localizations"] == {"hi": "कौन"}
    assert "description_localizations" not in short["options"][0]
    assert short["default_member_permissions"] == "32"


async def test_one_command_is_added_changed_and_taken_away(discord):
    path = f"/applications/{discord.server.application_id}/commands"
    _, made, _ = await asked(discord.server, "POST", path, PLAY)
    _, changed, _ = await asked(discord.server, "PATCH", f"{path}/{made['id']}", {"description": "Other"})
    assert (changed["name"], changed["description"]) == ("play", "Other")
    assert (await asked(discord.server, "DELETE", f"{path}/{made['id']}"))[0] == 204
    assert (await asked(discord.server, "GET", f"{path}/{made['id']}"))[1]["code"] == 10063


async def test_commands_of_one_guild_stay_there(discord):
    guild = f"/applications/{discord.server.application_id}/guilds/{discord.guild.id}/commands"
    await asked(discord.server, "PUT", guild, [PLAY])
    assert len((await asked(discord.server, "GET", guild))[1]) == 1
    assert (await asked(discord.server, "GET", f"/applications/{discord.server.application_id}/commands"))[
        1
    ] == []
    other = discord.server.guild("Others", discord.ali)
    with pytest.raises(AssertionError, match="there is no command"):
        await discord.ali.invokes(discord.server.general(other), "/play")
