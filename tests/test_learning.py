"""Learning tables from records."""

import pytest
from test_loa import SHORTEST

from bough.core.jit import config


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="plays games")
def test_learning_from_records_and_self_play(run, tmp_path):
    """A little of everything that bough learn does; it goes on with the games it has."""
    records, folder = tmp_path / "games.txt", tmp_path / "learned"
    records.write_text(SHORTEST + "\n")
    code, out, err = run("learn", "loa", records, "-o", folder, "--games", 6, "--depth", 1)
    assert code == 0, err
    assert "mia2006" in out
    kept = (folder / "self-play-1-0.txt").read_text()
    assert len(kept.splitlines()) == 6
    assert run("learn", "loa", records, "-o", folder, "--games", 8, "--depth", 1)[0] == 0
    assert (folder / "self-play-1-0.txt").read_text().startswith(kept)
    assert "[mia2000]" in (folder / "loa_evaluations.toml").read_text()
    assert (folder / "loa_openings.txt").read_text().splitlines()[1].startswith("d1-b3 h5-g4 b1-b4")


def test_bad_records_are_refused(run, tmp_path):
    records, folder = tmp_path / "games.txt", tmp_path / "learned"
    records.write_text("b1-b3\n")
    for wrong, what in (
        (("loa", records, "-o", folder, "--games", 0), "cannot be fitted"),
        (("loa", records, "-o", records, "--games", 0), "cannot make the folder"),
        (("hex", records), "nothing to learn for 'hex'"),
        (("loa", tmp_path / "missing"), "cannot read the records"),
    ):
        code, _, err = run("learn", *wrong)
        assert code == 2
        assert what in err
