"""Play many evenings headless and sum them up: the same seeds over several numbers of seats.

    python tests/e2e/many.py [--game prestige] [--first 1] [--seeds 30] [--seats 2,3,4] [--processes 2] [-o out/many]

Every evening's figures go into `evenings.jsonl` as it ends; the summary comes last, and the exit code is 1 where
an evening did not finish, disagrees with the table's truth, or took less from frames than wanted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from typing import Any

import msgspec

from companion.demo import Plan, play

LEAST_FROM_FRAMES = 0.95


def evening(game: str, seats: int, seed: int, camera: str) -> dict[str, Any]:
    """Play one evening; what goes wrong is its result, not the end of the others."""
    try:
        figures: dict[str, Any] = msgspec.to_builtins(play(Plan(game, seats, seed, camera)))
    except Exception as error:  # noqa: BLE001
        return {"seats": seats, "seed": seed, "error": f"{type(error).__name__}: {error}"}
    figures["outcome"] = figures.pop("score")["outcome"]
    return figures


def evenings(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Play them all, two at a time."""
    plans = list(product(range(args.first, args.first + args.seeds), map(int, args.seats.split(","))))
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(evening, args.game, seats, seed, args.camera) for seed, seats in plans]
        for job in as_completed(jobs):
            yield job.result()


def summary(found: list[dict[str, Any]], seconds: float) -> str:
    """Say in a few lines how it went."""
    good = [each for each in found if "error" not in each]
    lines = [
        (
            f"{len(found)} evenings in {seconds:.0f} s: {sum(each['finished'] for each in good)} finished, "
            f"{sum(each['agrees'] for each in good)} agree, {len(found) - len(good)} broke off"
        )
    ]
    if good:
        shares = [each["from_frames"] for each in good]
        read, missed = sum(each["tags_seen"] for each in good), sum(each["tags_missed"] for each in good)
        lines += [
            f"from frames: mean {mean(shares):.4f}, least {min(shares):.4f}",
            (
                f"codes: {read} read, {missed} missed ({100 * missed / max(1, read + missed):.1f} %), "
                f"{median(each['px_per_module'] for each in good)} px a module"
            ),
            (
                f"asked again {sum(each['re_asked'] for each in good)} times in "
                f"{sum(each['commands'] for each in good)} answers; acts and taps a turn: "
                f"{mean(each['acts_per_turn'] for each in good):.2f}, "
                f"{mean(each['taps_per_turn'] for each in good):.2f}"
            ),
            f"seconds an evening: median {median(each['seconds'] for each in good)}",
        ]
    lines += [
        f"{each['seats']} seats, seed {each['seed']}: {problem(each)}" for each in found if problem(each)
    ]
    return "\n".join(lines)


def problem(each: dict[str, Any]) -> str:
    """Say what is wrong with an evening, if anything is."""
    if "error" in each:
        return str(each["error"])
    if not each["finished"]:
        return "not finished"
    if not each["agrees"]:
        return "; ".join(each["differences"][:4])
    needed = 0.0 if each["camera"] in {"black", "none"} else LEAST_FROM_FRAMES
    return f"from frames {each['from_frames']}" if each["from_frames"] < needed else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="prestige")
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seats", default="2,3,4")
    parser.add_argument("--camera", default="cm3")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("-o", "--out", type=Path, default=Path("out/many"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    began, found = time.monotonic(), []
    with (args.out / "evenings.jsonl").open("w") as kept:
        for each in evenings(args):
            found.append(each)
            kept.write(json.dumps(each) + "\n")
            kept.flush()
    text = summary(found, time.monotonic() - began)
    (args.out / "summary.txt").write_text(text + "\n")
    sys.stdout.write(text + "\n")
    return 1 if any(map(problem, found)) else 0


if __name__ == "__main__":
    sys.exit(main())
