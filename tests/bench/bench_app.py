"""Print how long the app takes to its first screen, what it holds in memory and what it costs at rest.

Each figure stands beside that of a bare Kivy app with one label, started in turn under the same display; ours is
`companion run` itself, and its first screen can be touched before the games stand on it. Memory is the proportional
set size (PSS) of all processes; with the camera on, the virtual table looks at a view with the decoder running. Run
it as a program, under a display or `xvfb-run -a`.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.budget import budget

ROUNDS = 5
REST_S = 4.0
SETTLE_S = 1.5
ROOT = Path(__file__).resolve().parents[2]
TICK = os.sysconf("SC_CLK_TCK")

BARE = """
from kivy.app import App
from kivy.uix.label import Label
class Bare(App):
    def build(self):
        return Label(text="Tabletop Companion")
"""
READY = """
from kivy.clock import Clock
from kivy.core.window import Window
def ready(*_):
    print("ready", flush=True)
    return False
# The second frame begins once the first has been drawn.
Clock.schedule_once(lambda _dt: Clock.schedule_once(ready))
"""
BARE_MAIN = f"{BARE}{READY}Bare().run()"
OURS_MAIN = f"""
from companion.app.window import prepare
prepare((800, 480))
{READY}
from kivy.app import App
def games(*_):
    if not App.get_running_app().director.view().games:
        return True
    print("games", flush=True)
    return False
Clock.schedule_interval(games, 0)
import os, sys
os.environ["COMPANION_HOME"] = sys.argv[1]
sys.argv = ["companion", "run", "--windowed"]
from companion.__main__ import main
main()
"""
CAMERA_MAIN = f"""
from companion.app.window import prepare
prepare((800, 480))
from pathlib import Path
import sys
from companion.app import evening
from companion.app.director import Director
from companion.app.kivy_app import CompanionApp
from companion.demo import Evening, Plan
from companion.eyes import Eyes
from companion.games import find
from companion.store import Store
loaded, store = find("prestige"), Store(Path(sys.argv[1]))
run = Evening.begin(Plan("prestige", 3, 7, "webcam"), loaded, store)
director = Director(store, (loaded,), eyes=Eyes(run.new_sight), language="pt_BR")
evening.sit_down(director, run.session)
director.eyes.start("city")
director.push("what")
run.table.show("city")
app = CompanionApp(director)
{READY}
app.run()
"""
MAINS = {"bare": BARE_MAIN, "ours": OURS_MAIN, "camera": CAMERA_MAIN}


class Started:
    """An app in a process of its own, up to its first frame."""

    def __init__(self, what: str, folder: str) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1"}
        env["KIVY_HOME"] = folder
        main = Path(folder, f"{what}.py")
        main.write_text(MAINS[what])
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, str(main), folder], cwd=ROOT, env=env, stdout=subprocess.PIPE
        )
        self.seconds = self._heard("ready") - began
        self.games_s = self._heard("games") - began if what == "ours" else 0.0

    def _heard(self, word: str) -> float:
        """Return when the app has said a word."""
        assert self.process.stdout is not None
        if self.process.stdout.readline().strip() != word.encode():
            raise RuntimeError(f"the app ended before it was {word}")
        return time.perf_counter()

    def wait(self, seconds: float) -> None:
        """Let it run; a process that ends early is an error."""
        assert self.process.stdout is not None
        select.select([self.process.stdout], [], [], seconds)
        if self.process.poll() is not None:
            raise RuntimeError("the app ended while it was measured")

    def tree(self) -> list[int]:
        """Return the process and all its children."""
        found = [self.process.pid]
        for pid in found:
            for path in Path(f"/proc/{pid}/task").glob("*/children"):
                found += map(int, path.read_text().split())
        return found

    def pss_mb(self) -> float:
        """Return the proportional set size of all its processes."""
        kilobytes = 0
        for pid in self.tree():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                kilobytes += int(line.split()[1]) if line.startswith("Pss:") else 0
        return kilobytes / 1024

    def cpu_s(self) -> float:
        """Return the processor time that all its processes have taken."""
        ticks = 0
        for pid in self.tree():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / TICK

    def rest(self) -> float:
        """Return the share of a core that it takes at rest."""
        before, began = self.cpu_s(), time.perf_counter()
        self.wait(REST_S)
        return (self.cpu_s() - before) / (time.perf_counter() - began)

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


def measure(rounds: int = ROUNDS) -> dict[str, float]:
    """Return seconds to the first frame, megabytes, and shares of a core; medians of paired runs."""
    starts: dict[str, list[float]] = {"bare": [], "ours": []}
    games: list[float] = []
    memory, rest = {}, {}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for number in range(rounds + 1):
            for what, spent in starts.items():
                app = Started(what, folder)
                if number:  # the first pair only warms the disk's cache and Kivy's folder
                    spent.append(app.seconds)
                    games += [app.games_s] if app.games_s else []
                app.stop()
        for what in MAINS:
            app = Started(what, folder)
            app.wait(SETTLE_S)
            memory[what], rest[what] = app.pss_mb(), app.rest()
            app.stop()
    pairs = zip(starts["ours"], starts["bare"], strict=True)
    return {
        "start_bare_s": median(starts["bare"]),
        "start_s": median(starts["ours"]),
        "start_ratio": median(ours / bare for ours, bare in pairs),
        "start_ratio_of_quickest": min(starts["ours"]) / min(starts["bare"]),
        "start_games_s": median(games),
        **{f"pss_{what}_mb": found for what, found in memory.items()},
        **{f"rest_{what}": found for what, found in rest.items()},
    }


def lines(found: dict[str, float]) -> Iterator[str]:
    """Say it for people."""
    memory = found["pss_ours_mb"] / found["pss_bare_mb"]
    yield (
        f"start to the first screen: {found['start_s']:.2f} s, bare Kivy {found['start_bare_s']:.2f} s: "
        f"x{found['start_ratio']:.2f} {budget(found['start_ratio'], 1.5)}, of the quickest runs x{found['start_ratio_of_quickest']:.2f}; "
        f"games on it after {found['start_games_s']:.2f} s"
    )
    yield (
        f"memory (PSS): {found['pss_ours_mb']:.0f} MB, bare {found['pss_bare_mb']:.0f} MB: "
        f"x{memory:.2f} {budget(memory, 2)}; "
        f"with the camera on {found['pss_camera_mb']:.0f} MB {budget(found['pss_camera_mb'], 350, 'MB')}"
    )
    yield (
        f"at rest: {100 * found['rest_ours']:.1f} % of a core, bare {100 * found['rest_bare']:.1f} % "
        f"{budget(100 * found['rest_ours'], 5, '%')}; "
        f"watching through the camera {100 * found['rest_camera']:.0f} %"
    )


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(measure()))
