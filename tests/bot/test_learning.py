"""The computer becomes strong some time, on however busy a machine."""

from bot import running
from bot.computer import thinking


async def test_compiling_that_takes_too_long_goes_on(monkeypatch, caplog):
    came = []

    async def apart(*_: object) -> bytes:
        came.append("compiling")
        if len(came) < 3:
            raise TimeoutError
        return b""

    monkeypatch.setattr(running, "apart", apart)
    monkeypatch.setattr(thinking, "compile_now", lambda: came.append("ready"))
    await running._learn_to_think()
    assert came == ["compiling"] * 3 + ["ready"]
    assert "it goes on" in caplog.text
    assert "by sense only" not in caplog.text
