"""The examples of docs/python.md run, and the numbers in docs/python are right."""

import pathlib
import re

import pytest

import cairn

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"


def test_tutorial() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.DOTALL)
    assert len(blocks) == 5
    names = {"__name__": "tutorial"}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert names["figures"]["faults"] == [] and names["done"].shape == (1024,)


def test_table_of_games() -> None:
    rows = re.findall(r"\| \[(\w+)\.md\].*?\| ([\d,]+) \| (\d+) × (\d+) × (\d+) \|", (DOCS / "python/README.md").read_text())
    assert [name for name, *_ in rows] == cairn.games()
    for name, actions, *shape in rows:
        game = cairn.Game(name)
        assert game.num_actions == int(actions.replace(",", ""))
        assert game.observation_shape == tuple(map(int, shape))


@pytest.mark.parametrize(
    ("game", "position", "move", "actions"),
    [
        ("staqs", None, "c3", [12]),
        ("sight", None, "c3", [12]),
        ("stac", None, "a1-a4", [15]),
        ("stac", None, "a1=a4", [40]),
        ("stlts", None, "c5+b", [20837]),
        ("stacks", None, "2a7-a5", [30, 36, 58, 143]),
        ("stacks", None, "1a7-a6,1b7-b6", [30, 35, 63, 31, 64, 143]),
        ("staqs:placement=free", "n,n,n,n,n/n,n,n,n,n/n,n,b2,n,n/n,n,n,n,n/n,n,n,n,n b 3/4", "c3-d3", [73]),
        ("staqs", "5/5/5/5/b2,2,w2,n b 0/0", "pass", [125]),
        ("sight", "5/1,w2,3/5/5/5 w", "b4-b5", [25 + 8 * 16 + 2]),
        ("stlts", "12/12/12/12/12/12/12/2,w9.9,9/12/12/12/11,b w 0", "c5-d7", [7275]),
    ],
)
def test_numbers_of_pages(game: str, position: str | None, move: str, actions: list[int]) -> None:
    state = cairn.Game(game).start() if position is None else cairn.Game(game).position(position)
    assert state.actions(move) == actions
