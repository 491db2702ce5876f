import subprocess
import sys
from pathlib import Path

import pytest

from ludens.adventure.interpreter.dfrotz import OwnFolder, sweep_folders


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_is_private_empty_and_gone_after_closing(temporary: Path) -> None:
    folder = OwnFolder()
    assert folder.path.parent == temporary
    assert folder.path.stat().st_mode & 0o777 == 0o700
    (folder.path / "save").write_text("x")
    folder.close()
    folder.close()
    assert list(temporary.iterdir()) == []


def test_a_folder_in_use_is_not_swept() -> None:
    folder = OwnFolder()
    assert sweep_folders() == 0
    other = OwnFolder()
    assert folder.path.is_dir()
    assert other.path != folder.path


def test_the_folder_of_an_owner_that_was_killed_is_swept_at_the_next_start(
    temporary: Path,
) -> None:
    program = (
        "import os, signal, tempfile; tempfile.tempdir = " + repr(str(temporary)) + "\n"
        "from ludens.adventure.interpreter.dfrotz import OwnFolder\n"
        "folder = OwnFolder(); (folder.path / 'save').write_text('x')\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", program], check=False)
    (left,) = temporary.iterdir()
    folder = OwnFolder()
    assert list(temporary.iterdir()) == [folder.path]
    assert folder.path != left


def test_what_only_looks_like_such_a_folder_is_left_alone(temporary: Path) -> None:
    (temporary / "elsewhere").mkdir()
    (temporary / "ludens-interpreter-link").symlink_to(temporary / "elsewhere")
    (temporary / "ludens-interpreter-file").write_text("x")
    assert sweep_folders() == 0
    assert len(list(temporary.iterdir())) == 3
