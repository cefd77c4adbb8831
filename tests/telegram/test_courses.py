"""The first lessons on Telegram: a whole course by its buttons, then a game with hints on."""

from bot.company.course import COURSES
from bot.company.exercise import answer
from bot.company.panel import act
from tests.servers.telegram import Chat, Person, Seen, TelegramServer
from tests.telegram.bot import Bot


async def tapped(person: Person, panel: Seen, button: str, wanted: str, chat: Chat | None = None) -> Seen:
    """Tap, and wait for the panel that it leads to."""
    await person.taps(panel, button)
    return await person.awaits(chat or person.private, wanted)


async def test_a_whole_course_then_a_game_with_a_hint_at_every_turn(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await ali.writes(ali.private, "/start")
    panel = await tapped(ali, await ali.awaits(ali.private, "Welcome"), "First lessons", "A few minutes each")
    panel = await tapped(ali, panel, "Mahbusa", "Mahbusa, 1 of 7")
    for number, exercise in enumerate(COURSES["mahbusa"], 1):
        assert panel.photo is not None
        assert exercise.rule in panel.text
        steps = answer(exercise)
        for played in range(1, len(steps) + 1):
            written = "_".join(f"{step.source}-{step.die}" for step in steps[:played])
            wanted = exercise.right if played == len(steps) else "Right so far"
            panel = await tapped(ali, panel, f"~c:{act('lesson', 'mahbusa', number, written)}", wanted)
        lead, wanted = ("Done", "The rest comes") if number == 7 else ("Go on", f"Mahbusa, {number + 1} of 7")
        panel = await tapped(ali, panel, lead, wanted)
    await ali.taps(panel, "Practice game with hints")
    board = await hinted(ali, bot)
    assert board.photo is not None
    assert "Best is" in board.text


async def hinted(person: Person, bot: Bot) -> Seen:
    """The board once it is their turn."""
    await bot.hurry()
    return await person.awaits(person.private, "💡")


async def test_a_wrong_step_is_told_and_the_board_comes_in_words(server: TelegramServer, bot: Bot):
    huda = server.user("هدى", language_code="ar")
    await huda.writes(huda.private, "/lesson")
    panel = await huda.awaits(huda.private, "الدروس الأولى")
    panel = await tapped(huda, panel, "شيش بيش", "1 من 7")
    panel = await tapped(huda, panel, "~c:lesson.sheesh_besh.1.24-3", "خانتك 5 ليست مغلقة")
    panel = await tapped(huda, panel, "محاولة أخرى", "ابنِ خانتك 5")
    panel = await tapped(huda, panel, "بالكلمات", "أحجارك:")
    assert panel.photo is None
    await bot.settled()
    assert len([seen for seen in huda.sees(huda.private) if "1 من 7" in seen.text]) == 1
