"""The kiosk files: the script is idempotent and says what it does; unit, rules and user agree."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
INSTALL = SYSTEMD / "install.sh"
UNIT = SYSTEMD / "companion.service"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="makes users in an image, which takes root")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"no {program} here")


def run(*command: str | Path, expect: int = 0) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert ran.returncode == expect, ran.stdout + ran.stderr
    return ran


def settings(name: str) -> list[str]:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(f"{name}=") for line in lines if line.startswith(f"{name}=")]


def tree(folder: Path) -> Iterator[tuple[str, int, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            yield str(path.relative_to(folder)), path.stat().st_mode, path.read_bytes()


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Make a system image with nothing in it but /etc."""
    (tmp_path / "image" / "etc").mkdir(parents=True)
    return tmp_path / "image"


def test_the_script_is_good_bash() -> None:
    run("bash", "-n", INSTALL)
    assert os.access(INSTALL, os.X_OK)


@needs("shellcheck")
def test_shellcheck_finds_nothing() -> None:
    run("shellcheck", INSTALL)


@needs("systemctl")
def test_a_dry_run_says_every_step_and_does_none(image: Path) -> None:
    said = run(INSTALL, "--dry-run", "--root", image).stdout
    steps = [
        f"copy_tree {ROOT} {image}/opt/companion",
        f"{SYSTEMD}/companion.sysusers {image}/etc/sysusers.d/companion.conf",
        f"systemd-sysusers --root={image} companion.conf",
        f"{SYSTEMD}/99-companion.rules {image}/etc/udev/rules.d/99-companion.rules",
        f"{SYSTEMD}/companion.service {image}/etc/systemd/system/companion.service",
        f"systemctl --root={image} enable companion.service",
    ]
    positions = [said.index(step) for step in steps]
    assert positions == sorted(positions)
    assert [path.name for path in image.rglob("*")] == ["etc"]


@needs("systemctl")
def test_a_dry_run_on_the_machine_itself_needs_no_root_and_sets_the_program_up() -> None:
    said = run(INSTALL, "--dry-run").stdout
    assert "would do: /opt/companion/.ci/setup" in said
    assert "would do: systemctl enable companion.service" in said
    assert "would do: systemctl daemon-reload" in said


@as_root
@needs("systemctl")
@needs("systemd-sysusers")
def test_installing_twice_is_installing_once(image: Path) -> None:
    run(INSTALL, "--root", image)
    first = list(tree(image / "etc"))
    kept = image / "opt/companion/.venv/kept"
    kept.parent.mkdir()
    kept.write_text("the environment", encoding="utf-8")
    (image / "opt/companion/companion/stale.py").write_text("", encoding="utf-8")
    run(INSTALL, "--root", image)
    assert list(tree(image / "etc")) == first
    assert kept.exists()
    assert not (image / "opt/companion/companion/stale.py").exists()
    assert not (image / "opt/companion.new").exists()


@as_root
@needs("systemctl")
@needs("systemd-sysusers")
def test_an_installed_kiosk_has_its_user_its_groups_and_starts_with_the_machine(image: Path) -> None:
    run(INSTALL, "--root", image)
    assert re.search(r"^companion:.*:/var/lib/companion:", (image / "etc/passwd").read_text(), re.MULTILINE)
    groups = dict(re.findall(r"^(\w+):.*:(\w*)$", (image / "etc/group").read_text(), re.MULTILINE))
    assert [groups[name] for name in settings("SupplementaryGroups")[0].split()] == ["companion"] * 5
    wanted = image / "etc/systemd/system/multi-user.target.wants/companion.service"
    assert wanted.readlink() == Path("/etc/systemd/system/companion.service")
    assert (image / "opt/companion/hardware/pins.toml").exists()
    assert not (image / "opt/companion/.git").exists()


@as_root
@needs("systemctl")
@needs("systemd-sysusers")
def test_removing_leaves_the_evenings(image: Path) -> None:
    run(INSTALL, "--root", image)
    evening = image / "var/lib/companion/evening"
    evening.parent.mkdir(parents=True)
    evening.touch()
    for _ in range(2):
        run(INSTALL, "--remove", "--root", image)
    assert evening.exists()
    left = {path.name for path in image.rglob("*") if "companion" in path.name}
    assert left == {"companion"}
    assert not (image / "opt/companion").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [(["--fast"], "unknown option --fast"), (["--root", "/not/there"], "--root needs a directory")],
)
def test_a_wrong_option_is_one_line_and_code_2(words: list[str], says: str) -> None:
    ran = run(INSTALL, *words, expect=2)
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1


@needs("systemd-analyze")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    # The program need not be installed for that: /bin/true stands where it would be.
    text = re.sub(r"/opt/companion/\.venv/bin/\w+", "/bin/true", UNIT.read_text(encoding="utf-8"))
    text = text.replace("/opt/companion/systemd/README.md", "/etc/hostname")
    (tmp_path / "companion.service").write_text(text, encoding="utf-8")
    ran = run("systemd-analyze", "verify", tmp_path / "companion.service")
    assert "companion.service" not in ran.stderr


def test_a_fall_is_followed_by_a_start_and_dark_lights() -> None:
    assert settings("Restart") == ["on-failure"]
    assert settings("StartLimitIntervalSec") == ["0"]
    assert settings("WatchdogSec") == []
    assert settings("ExecStopPost")[0].endswith("-m hardware.try_panel --off")


def test_a_stop_leaves_the_journal_time_to_close() -> None:
    assert settings("KillSignal") == ["SIGTERM"]
    assert settings("KillMode") == ["mixed"]
    assert int(settings("TimeoutStopSec")[0]) >= 10


def test_the_screen_is_reached_without_a_desktop() -> None:
    environment = dict(line.split("=", 1) for line in settings("Environment"))
    assert environment["SDL_VIDEODRIVER"] == "kmsdrm"
    assert environment["KIVY_WINDOW"] == "sdl2"
    assert settings("User") == ["companion"]


def test_lgpio_gets_a_directory_that_the_unit_makes() -> None:
    environment = dict(line.split("=", 1) for line in settings("Environment"))
    made = [f"/run/{name}" for name in settings("RuntimeDirectory")[0].split()]
    assert environment["LG_WD"] in made


def test_every_group_of_the_rules_exists_and_holds_the_user() -> None:
    rules = (SYSTEMD / "99-companion.rules").read_text(encoding="utf-8")
    users = (SYSTEMD / "companion.sysusers").read_text(encoding="utf-8")
    for group in {*re.findall(r'GROUP="(\w+)"', rules), *settings("SupplementaryGroups")[0].split()}:
        assert f"g {group} - -\n" in users
        assert f"m companion {group}\n" in users


def test_every_rule_matches_something_and_sets_something() -> None:
    rules = (SYSTEMD / "99-companion.rules").read_text(encoding="utf-8").splitlines()
    term = r'(\w+(==|=|\+=)"[^"]*")'
    for rule in filter(None, (line.partition("#")[0].strip() for line in rules)):
        assert re.fullmatch(rf"{term}(, {term})*", rule), rule
        assert "==" in rule.split(", ")[0]
        assert re.search(r', (GROUP|RUN)\+?="', rule)
