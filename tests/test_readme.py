"""What the README promises: its example runs, its links lead to files, its make targets exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    exec(compile(code[1], "README.md", "exec"), {})
    assert "Standing(seat=0" in capsys.readouterr().out


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", README))
def test_every_link_leads_to_a_file(link: str) -> None:
    assert (ROOT / link).is_file()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:`|^)make (\w+)", README, re.MULTILINE))))
def test_every_make_target_is_there(target: str) -> None:
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


def test_what_the_set_up_points_to_stands_in_the_readme() -> None:
    said = (ROOT / ".ci/setup").read_text(encoding="utf-8")
    pointed = re.findall(r"under '([^']+)' in README\.md", said)
    assert said.count("README.md") == len(pointed) > 0
    assert all(f"**{name}**" in README for name in pointed)
