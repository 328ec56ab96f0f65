"""Random games from Python are games of the program, with the same result."""

import json
import os
import subprocess
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from games import GAMES, OPTIONS, random_game

CORES = os.cpu_count() or 1
LONG = bool(os.environ.get("CAIRN_LONG_TESTS"))
#: How many games of each, fewer of the long ones.
PLAYED = {"staqs": 1000, "sight": 1000, "stac": 1000, "stlts": 100, "stacks": 50}
#: Of how many games all moves are compared with the mask at every step.
CHECKED = {"staqs": 50, "sight": 50, "stac": 10, "stlts": 2, "stacks": 1}


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(CORES, mp_context=get_context("spawn")) as pool:
        yield pool


def play(spec: str, start: int, end: int, checked: int) -> list[tuple[str, str, str, str]]:
    games = []
    for seed in range(start, end):
        state = random_game(spec, seed, checked=seed < checked)
        games.append((state.record, state.position, state.result, state.reason))
    return games


def play_all(
    pool: ProcessPoolExecutor, spec: str, count: int, checked: int
) -> list[tuple[str, str, str, str]]:
    size = -(-count // (4 * CORES))
    parts = [pool.submit(play, spec, start, min(count, start + size), checked) for start in range(0, count, size)]
    return [game for part in parts for game in part.result()]


def replay(games: list[tuple[str, str, str, str]], path) -> None:
    path.write_text("\n".join(record for record, *_ in games))
    output = subprocess.run(["cairn", "record", path, "--json"], capture_output=True, check=True).stdout
    replayed = json.loads(output)["games"]
    assert len(replayed) == len(games)
    for (_, position, result, reason), game in zip(games, replayed, strict=True):
        assert (game["position"], game["tags"]["Result"], game["reason"]) == (position, result, reason)


@pytest.mark.parametrize("name", GAMES)
def test_games(pool, name: str, tmp_path) -> None:
    replay(play_all(pool, name, 1000 if LONG else PLAYED[name], CHECKED[name]), tmp_path / "games")


def test_options(pool, tmp_path) -> None:
    for number, spec in enumerate(OPTIONS):
        replay(play_all(pool, spec, 16 if LONG else 4, 1), tmp_path / str(number))
