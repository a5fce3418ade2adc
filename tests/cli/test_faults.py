"""A disk that fills up, a folder that is locked, an interrupt at the worst moment: told as what it is.

Every command that writes a file meets each of these; what was there before stays, and nothing half written is
left behind. More of the world's troubles are in test_endings.py.
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from tests.cli.own_files import WOLF
from tests.cli.test_endings import WRITERS, check_refusal

NOBODY = 65534
# The journals of a fight and of an agent are appended to, fact by fact; the others take the file's place.
AT_ONCE = [name for name in WRITERS if name not in ("fivee run --save", "spire agent --log")]


@pytest.fixture
def write(run, tmp_path):
    """Run a command that writes to a file; return what came of it."""
    (tmp_path / "other").mkdir(mode=0o777)
    (tmp_path / "other").chmod(0o777)
    (tmp_path / "other" / "OTHER.txt").write_text(WOLF)

    def call(name, file):
        words = [str(tmp_path / "other" / w) if w.startswith("OTHER") else w for w in WRITERS[name][1]]
        return run(*words, file, input="")

    return call


@pytest.fixture(scope="module")
def full_disk(tmp_path_factory):
    """A disk of 16 KB of which nothing is left."""
    place = tmp_path_factory.mktemp("disk")
    words = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)]
    try:
        mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("a disk can be mounted by the superuser only")
    with contextlib.suppress(OSError), (place / "filling").open("wb") as file:
        while file.write(bytes(1024)):
            file.flush()
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "spire agent --log"])
def test_a_disk_on_which_no_room_is_left_is_named_and_left_as_it_was(write, full_disk, name):
    file = full_disk / WRITERS[name][0]
    result = write(name, file)
    check_refusal(result, file)
    assert re.search("No space left on device|disk is full", result.stderr)
    assert [found.name for found in full_disk.iterdir() if found.stat().st_size > 0] == ["filling"]
    for found in full_disk.iterdir():  # a name takes no room; the next command begins anew
        if found.name != "filling":
            assert found.name.startswith(file.name)
            found.unlink()


@contextlib.contextmanager
def as_nobody():
    """Do without the rights of the superuser, to whom nothing is forbidden."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def locked():
    """A folder that can be seen and not written to; those that pytest makes are the superuser's alone."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = Path(place, "locked")
        folder.mkdir()
        folder.chmod(0o555)
        yield folder


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_that_is_locked_is_named(run, name, locked, tmp_path):
    other = Path(tempfile.mkdtemp(dir=locked.parent))
    other.chmod(0o777)
    (other / "OTHER.txt").write_text(WOLF)
    words = [str(other / w) if w.startswith("OTHER") else w for w in WRITERS[name][1]]
    run(*words, tmp_path / WRITERS[name][0], input="")  # what it imports is imported
    (other / "OTHER.npz").unlink(missing_ok=True)
    file = locked / WRITERS[name][0]
    with as_nobody():
        result = run(*words, file, input="")
    check_refusal(result, file)
    assert list(locked.iterdir()) == []


@pytest.mark.parametrize("name", AT_ONCE)
def test_an_interrupt_between_writing_and_putting_in_place_changes_nothing(
    write, name, tmp_path, monkeypatch
):
    file = tmp_path / WRITERS[name][0]
    if name != "train --out":
        file.write_text("before")
    replace = Path.replace

    def interrupted(self, target):
        if "other" in self.parts:
            return replace(self, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    assert write(name, file).exit_code == 130
    left = {found.name for found in tmp_path.iterdir()} - {"other"}
    assert left == ({file.name} if name != "train --out" else set())
    if name != "train --out":
        assert file.read_text() == "before"


def test_a_home_that_cannot_be_written_to_is_named(refused, locked, monkeypatch):
    pytest.importorskip("nicegui")
    import hazard.serve.http
    import hazard.web.app
    import hazard.web.store  # noqa: F401

    home = locked
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setattr("hazard.web.app.serve", lambda *_, **__: None)
    with as_nobody():
        assert str(home) in refused("web", "--no-browser", "--port", "0")
        assert str(home) in refused("serve", "--port", "0", "--token-file", home / "kept" / "door.json")
    assert list(home.iterdir()) == []


def test_the_token_that_finds_no_room_is_named_and_not_half_written(full_disk):
    from hazard.serve.listening import Door, told_in

    with (
        pytest.raises(OSError, match="No space left on device") as refusal,
        told_in(full_disk / "door.json", Door("127.0.0.1", 1, "/v1", "secret")),
    ):
        pass
    assert refusal.value.filename == str(full_disk / "door.json")
    assert [found.name for found in full_disk.iterdir()] == ["filling"]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_whatever_streams_are_closed_a_command_ends_by_its_own_code(closed, tmp_path):
    for words, code in (("dice 2d6", 0), ("decide pigg", 2), (f"dice 2d6 --plot {tmp_path}/no/d.svg", 2)):
        shell = f"{sys.executable} -m hazard.cli {words} {closed}; exit $?"
        ended = subprocess.run(["sh", "-c", shell], capture_output=True, timeout=120, check=False)
        assert ended.returncode == code, (words, closed, ended.stderr)
