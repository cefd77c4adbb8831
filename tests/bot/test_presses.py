"""Every way a press can go wrong: nothing changes twice, and each gets a clear sentence."""

import asyncio

import pytest

from bot.change import PAUSE_MS
from bot.intents import (
    Ask,
    Close,
    Confirm,
    Keep,
    Look,
    PickDie,
    PlayOnly,
    Rematch,
    Resign,
    Sit,
    Start,
    Step,
    Undo,
    What,
    Word,
)
from bot.phrases import phrases
from bot.table import Against, No, Stage
from bot.view import view
from rules.errors import Reason, Refused
from rules.seat import Seat
from storage import tables as stored


def payloads(table, seat):
    return {
        button.label.strip("\u2066\u2069"): button.payload
        for row in view(table, seat, phrases("en")).buttons
        for button in row
    }


async def test_a_double_tap_plays_once(house):
    table = await house.begin()
    mover = house.mover(table)
    payload = next(iter(payloads(table, table.match.game.to_move).values()))
    first = await house.press(mover, payload, key="a")
    second = await house.press(mover, payload, key="b")
    assert first.refused is None
    assert second.refused is No.STALE
    assert second.table == first.table


async def test_a_redelivered_press_changes_nothing_and_says_nothing(house):
    table = await house.begin()
    mover = house.mover(table)
    payload = next(iter(payloads(table, table.match.game.to_move).values()))
    first = await house.press(mover, payload, key="same")
    again = await house.press(mover, payload, key="same")
    assert again.repeated
    assert again.refused is None
    assert again.table == first.table


async def test_a_redelivered_wish_that_would_still_be_allowed_changes_nothing(house):
    table = await house.begin()
    await house.wish(table, house.ali, Ask(What.GAME), key="ask")
    await house.wish(table, house.ali, Keep(), key="keep")
    again = await house.wish(table, house.ali, Ask(What.GAME), key="ask")
    assert again.repeated
    assert again.table.asking == (None, None)


async def test_two_taps_at_the_same_moment(house):
    table = await house.begin()
    mover = house.mover(table)
    payload = next(iter(payloads(table, table.match.game.to_move).values()))
    replies = await asyncio.gather(*(house.press(mover, payload, key=str(n)) for n in range(10)))
    assert [reply.refused for reply in replies].count(None) == 1
    assert {reply.refused for reply in replies} == {None, No.STALE}


async def test_the_other_player_and_a_spectator_move_nothing(house):
    table = await house.begin()
    step = Step(*table.match.game.steps[0])
    other = await house.wish(table, house.waiting(table), step, stamp=table.stamp)
    assert other.refused is Reason.NOT_YOUR_TURN
    spectator = await house.wish(table, house.omar, step, stamp=table.stamp)
    assert spectator.refused is No.SPECTATOR
    assert await house.tables.get(table.code) == table


@pytest.mark.parametrize(
    "intent", [Undo(), Confirm(), Resign(What.GAME), Resign(What.MATCH), Rematch(), Close(), Word("x")]
)
async def test_wishes_out_of_season(house, intent):
    table = await house.begin()
    reply = await house.wish(table, house.mover(table), intent, stamp=table.stamp)
    assert reply.refused in {
        Reason.NOTHING_TO_UNDO,
        Reason.TURN_UNFINISHED,
        No.NOT_ASKED,
        No.NOT_FINISHED,
        No.NOT_HOST,
        No.STARTED,
    }
    assert reply.table == table


async def test_forged_steps(house):
    table = await house.begin()
    mover = house.mover(table)
    for step in [Step(1, 1), Step(25, 6), Step(24, 6, 4)]:
        if step not in table.match.game.steps:
            reply = await house.wish(table, mover, step, stamp=table.stamp)
            assert reply.refused in {Reason.ILLEGAL_STEP, None}
            assert reply.refused is None or reply.table == table


async def test_no_such_table(house):
    with pytest.raises(Refused) as refused:
        await house.tables.handle("NOSUCH", house.ali, Look(), now=house.now)
    assert refused.value.reason is No.NO_SUCH_TABLE
    assert "NOSUCH" not in house.tables._kept.codes()


async def test_two_people_take_the_last_seat_at_the_same_moment(house):
    table = await house.open()
    sara, omar = await asyncio.gather(
        house.wish(table, house.sara, Sit()), house.wish(table, house.omar, Sit())
    )
    assert sorted([sara.refused or "", omar.refused or ""]) == ["", No.SEAT_TAKEN]
    assert (await house.wish(table, house.ali, Sit())).refused is No.ALREADY_SEATED


async def test_a_press_races_the_clock(house):
    """An expired clock is applied before the press, which is then too late."""
    table = await house.begin(clock="relaxed")
    mover = house.mover(table)
    payload = next(iter(payloads(table, table.match.game.to_move).values()))
    house.now = table.clock.ends
    reply, _ = await asyncio.gather(house.press(mover, payload), house.tables.tick(table.id, house.now))
    assert reply.refused in {No.STALE, Reason.NOT_YOUR_TURN}
    after = await house.tables.get(table.code)
    assert after.match.game.recent[0].seat is table.match.game.to_move
    assert len(after.match.game.recent) == 1


async def test_the_question_comes_first_when_resigning(house):
    table = await house.begin()
    asked = (await house.wish(table, house.sara, Ask(What.GAME))).table
    assert asked.asking == (None, What.GAME)
    assert set(payloads(asked, Seat.SECOND)) == {"No, play on", "Yes, give up the game"}
    assert "No, play on" not in payloads(asked, Seat.FIRST)
    over = (await house.wish(asked, house.sara, Resign(What.GAME))).table
    assert over.stage is Stage.FINISHED
    assert over.match.verdict.winner is Seat.FIRST
    assert over.match.outcomes[0].points == 2


async def test_a_question_of_one_does_not_spoil_the_other_ones_buttons(house):
    table = await house.begin()
    mover = house.mover(table)
    payload = next(iter(payloads(table, table.match.game.to_move).values()))
    await house.wish(table, house.waiting(table), Ask(What.GAME))
    assert (await house.press(mover, payload)).refused is None


async def test_leaving_loses_the_match(house):
    table = await house.begin(target=5)
    await house.wish(table, house.ali, Ask(What.MATCH))
    over = (await house.wish(table, house.ali, Resign(What.MATCH))).table
    assert over.stage is Stage.FINISHED
    assert over.match.verdict.winner is Seat.SECOND
    assert over.match.score == (0, 0)


async def test_undo_step_by_step_until_confirm(house):
    table = await house.begin()
    mover = house.mover(table)
    played = await house.play_turn(table, confirm=False)
    assert not played.match.game.steps
    back = played
    for _ in played.match.game.taken:
        back = (await house.wish(back, mover, Undo(), stamp=back.stamp)).table
    assert back.match.game.position == table.match.game.position
    assert (await house.wish(back, mover, Undo(), stamp=back.stamp)).refused is Reason.NOTHING_TO_UNDO
    done = await house.play_turn(back)
    late = await house.wish(done, mover, Undo(), stamp=done.stamp)
    assert late.refused in {Reason.NOT_YOUR_TURN, Reason.NOTHING_TO_UNDO}


async def test_play_only_needs_one_legal_turn(house):
    table = await house.begin()
    mover = house.mover(table)
    many = await house.wish(table, mover, PlayOnly(), stamp=table.stamp)
    assert many.refused is No.NO_ONLY_TURN
    assert (
        await house.wish(table, house.waiting(table), PlayOnly(), stamp=table.stamp)
    ).refused is Reason.NOT_YOUR_TURN


async def test_the_lead_of_tawla_31_has_one_way_to_open(house):
    table = await house.begin("majlis_tawla31")
    mover = house.mover(table)
    labels = payloads(table, table.match.game.to_move)
    label = next(label for label in labels if label.startswith("Play"))
    after = (await house.press(mover, labels[label])).table
    assert after.match.game.recent[0].steps
    assert after.match.game.to_move is not table.match.game.to_move


async def test_a_step_taken_twice_with_doubles(house):
    while True:
        table = await house.begin("mahbusa")
        dice = table.match.game.dice
        if dice[0] == dice[1]:
            break
    payload = next(p for label, p in payloads(table, table.match.game.to_move).items() if "×2" in label)
    after = (await house.press(house.mover(table), payload)).table
    assert len(after.match.game.taken) == 2
    assert after.stamp == table.stamp + 2


async def test_the_computer_waits_for_the_start_and_answers_by_itself(house):
    table = await house.open(against=Against.COMPUTER)
    assert table.stage is Stage.OPEN
    assert (await house.wish(table, house.ali, Step(24, 1))).refused is No.NOT_STARTED
    table = (await house.wish(table, house.ali, Word("نرد"))).table
    assert table.words == ("نرد", "")
    table = (await house.wish(table, house.ali, Start())).table
    assert table.stage is Stage.PLAYING
    table = await house.finish(table)
    assert table.match.verdict
    assert (await house.wish(table, house.ali, Rematch())).table.next_code


async def test_words_before_the_first_roll_only(house):
    table = await house.open()
    assert (await house.wish(table, house.ali, Word("  my   word "))).table.words == ("my word", "")
    assert (await house.wish(table, house.ali, Word("x" * 65))).refused is No.WORD_TOO_LONG
    begun = (await house.wish(table, house.sara, Sit("hers"))).table
    assert begun.words == ("my word", "hers")
    assert (await house.wish(table, house.ali, Word("other"))).refused is No.STARTED


async def test_both_on_one_screen_and_the_seat_to_move_plays(house):
    table = await house.practise(against=Against.LOCAL)
    assert table.stage is Stage.PLAYING
    for _ in range(4):
        mover = table.match.game.to_move
        while steps := table.match.game.steps:
            table = (await house.wish(table, house.ali, Step(*steps[0]), stamp=table.stamp)).table
        table = (await house.wish(table, house.ali, Confirm(), stamp=table.stamp)).table
        assert mover in {played.seat for played in table.match.game.recent}
    assert (await house.wish(table, house.sara, Ask(What.GAME))).refused is No.SPECTATOR


async def test_only_the_host_closes_and_only_before_the_first_roll(house):
    table = await house.open()
    assert (await house.wish(table, house.sara, Close())).refused is No.SPECTATOR
    closed = (await house.wish(table, house.ali, Close())).table
    assert closed.stage is Stage.CLOSED
    for intent in (Sit(), Start(), Word("x"), Ask(What.GAME), Rematch(), Close(), Step(24, 1)):
        person = house.sara if isinstance(intent, Sit) else house.ali
        reply = await house.wish(closed, person, intent)
        assert reply.refused in {No.CLOSED, No.NOT_FINISHED}


async def test_a_rematch_needs_both_and_exchanges_the_seats(house):
    table = await house.begin()
    await house.wish(table, house.ali, Ask(What.MATCH))
    over = (await house.wish(table, house.ali, Resign(What.MATCH))).table
    offered = (await house.wish(over, house.ali, Rematch())).table
    assert offered.next_code is None
    accepted = (await house.wish(over, house.sara, Rematch())).table
    after = await house.tables.get(accepted.next_code)
    assert [seated.name for seated in after.seats] == ["Sara", "Ali"]
    assert after.commitment != table.commitment
    assert after.stage is Stage.OPEN
    house.now = after.wake_at
    assert (await house.tick(after)).stage is Stage.PLAYING
    again = await house.wish(over, house.sara, Rematch())
    assert again.table.next_code == accepted.next_code


async def test_the_next_game_of_a_match_starts_after_a_pause(house):
    table = await house.begin(target=5)
    await house.wish(table, house.sara, Ask(What.GAME))
    between = (await house.wish(table, house.sara, Resign(What.GAME))).table
    assert between.match.between
    assert between.wake_at == house.now + PAUSE_MS
    house.now = between.wake_at
    after = await house.tick(between)
    assert after.match.number == 2
    assert after.match.score == (2, 0)
    assert after.match.game.dice


async def test_rolling_by_hand(house):
    table = await house.begin(auto_roll=False, preset="mahbusa")
    mover = house.mover(table)
    assert table.match.game.dice is None
    assert "🎲 Roll" in payloads(table, table.match.game.to_move)
    rolled = (await house.press(mover, payloads(table, table.match.game.to_move)["🎲 Roll"])).table
    assert rolled.match.game.dice
    assert (
        await house.press(mover, payloads(table, table.match.game.to_move)["🎲 Roll"])
    ).refused is No.STALE


async def test_listeners_hear_only_committed_states_in_order(house):
    table = await house.begin()
    await house.play_turn(table)
    versions = [told.version for told in house.told if told.code == table.code]
    assert versions == sorted(set(versions))


async def test_a_failed_commit_changes_nothing(house, monkeypatch):
    table = await house.begin()
    mover = house.mover(table)

    async def full(*_: object, **__: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(stored, "append_events", full)
        with pytest.raises(OSError, match="disk full"):
            await house.wish(table, mover, Step(*table.match.game.steps[0]), stamp=table.stamp, key="k")
    assert await house.tables.get(table.code) == table
    again = await house.wish(table, mover, Step(*table.match.game.steps[0]), stamp=table.stamp, key="k")
    assert again.refused is None
    assert not again.repeated


async def test_nobody_picks_a_die_for_another_or_one_that_is_not_there(house):
    table = await house.begin()
    missing = next(die for die in range(1, 7) if die not in table.match.game.left)
    there = table.match.game.left[0]
    other = await house.wish(table, house.waiting(table), PickDie(there), stamp=table.stamp)
    assert other.refused is Reason.NOT_YOUR_TURN
    mover = house.mover(table)
    assert (
        await house.wish(table, mover, PickDie(missing), stamp=table.stamp)
    ).refused is Reason.ILLEGAL_STEP
    assert (await house.wish(table, mover, PickDie(there), stamp=table.stamp - 1)).refused is No.STALE
    picked = (await house.wish(table, mover, PickDie(there), stamp=table.stamp)).table
    assert picked.picked == there
    assert (await house.wish(table, mover, PickDie(there), stamp=table.stamp)).table.version == picked.version


async def test_playing_on_when_nothing_was_asked_changes_nothing(house):
    table = await house.begin()
    assert (await house.wish(table, house.ali, Keep())).table == table
