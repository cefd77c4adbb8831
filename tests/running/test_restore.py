"""A backup restored under the whole program: who came later is nobody's old account, and matches go on."""

from pathlib import Path

import pytest

from tests.running.program import Program, guest, payloads
from tests.running.test_commands import complains, majlis
from tests.running.test_kill import open_table


@pytest.mark.sqlite
async def test_nobody_is_somebody_else_after_a_restore(tmp_path: Path):
    program, copy = Program(tmp_path / "majlis.db"), tmp_path / "copy.db"
    await program.start()
    async with guest() as ali, guest() as sara, guest() as late, guest() as new, guest() as friend:
        code = await open_table(program, ali, sara)
        assert majlis("backup", str(copy), database=program.database).returncode == 0
        lost = await open_table(program, late, friend, names=("Latecomer", "Friend"))
        complains(majlis("restore", str(copy), database=program.database), "stop it first")
        assert await program.stop() == 0
        done = majlis("restore", str(copy), database=program.database)
        assert done.returncode == 0, done.stderr
        assert b"the books are right" in done.stdout
        await program.start()

        assert payloads(await ali.state(program.address, code), code) or payloads(
            await sara.state(program.address, code), code
        ), "they still sit there"
        await new.read(program.address)
        theirs = await open_table(program, new, sara, names=("Newcomer", "Sara"))
        assert 'value="Ali"' in await ali.read(program.address)
        assert 'value="Newcomer"' in await new.read(program.address), (
            "who has the number that the late one had"
        )
        page = await late.read(program.address)
        assert "Latecomer" not in page
        assert "Newcomer" not in page
        assert theirs != lost
        with pytest.raises(AssertionError):
            await late.read(f"{program.address}/t/{lost}")
    assert await program.stop() == 0
    assert majlis("ledger", "check", database=program.database).returncode == 0
