"""Print every benchmark, side by side in one run, as ratios to its budget or to a peer.

    .venv/bin/python tests/bench/run.py [--only decode,reading,stills,layout,track,eyes,session,dominion,app] [--full] [--json]

A figure over its budget says OVER; a budget is a wish on a quiet machine, so the exit code is 0 all the same.
The app needs a display: `xvfb-run -a` gives one.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.budget import budget, summary

NAMES = ("decode", "reading", "stills", "layout", "track", "eyes", "session", "dominion", "app")


def bench(name: str) -> Any:
    """Load a benchmark only when it is run: each brings its own heavy libraries."""
    return importlib.import_module(f"tests.bench.bench_{name}")


def decode() -> tuple[dict[str, Any], list[str]]:
    """Compare our first pass with one zxing call and with pyzbar."""
    found = bench("decode").measure()
    first, zxing, zbar = found["first pass"], found["zxing, one call"], found["pyzbar alone"]
    figures = {
        "first_pass_ms": first[1],
        "first_pass_to_zxing": first[1] / zxing[1],
        "first_pass_to_pyzbar": first[1] / zbar[1],
        "recall": first[2],
        "recall_zxing": zxing[2],
        "recall_pyzbar": zbar[2],
    }
    return figures, [
        (
            f"1080p frame, 30 codes: first pass {first[1]:.1f} ms = x{figures['first_pass_to_zxing']:.2f} of one zxing "
            f"call {budget(figures['first_pass_to_zxing'], 1.3)}, x{figures['first_pass_to_pyzbar']:.2f} of pyzbar "
            f"{budget(figures['first_pass_to_pyzbar'], 0.25)}"
        ),
        f"codes read: {first[2]:.1%}, zxing {zxing[2]:.1%}, pyzbar {zbar[2]:.1%}",
    ]


def measured(names: list[str], *, full: bool) -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    """Run benchmarks one after the other."""
    for name in names:
        if name == "decode":
            yield (name, *decode())
            continue
        module = bench(name)
        found = module.measure(full=full) if name == "reading" else module.measure()
        yield name, found, list(module.lines(found))


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default=",".join(NAMES))
    parser.add_argument("--full", action="store_true", help="scenes by the dozen: half an hour")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    everything, told = {}, []
    for name, figures, text in measured(args.only.split(","), full=args.full):
        everything[name] = figures
        told += text
        if not args.json:
            sys.stdout.writelines(f"{line}\n" for line in text)
            sys.stdout.flush()
    if args.json:
        sys.stdout.write(json.dumps(everything, indent=2) + "\n")
    else:
        sys.stdout.write(f"{summary(told)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
