"""Random games from Python are games of the program, with the same result, and at every ply the mask has the legal moves."""

import json
import os
import random
import subprocess
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from games import GAMES, OPTIONS

import cairn

CORES = os.cpu_count() or 1
#: Games of each with its defaults, and games with options in all.
PLAYED, WITH_OPTIONS = 1000, 200
#: Games of each in which every ply is checked, because that takes ten times as long; with CAIRN_LONG_TESTS, all.
CHECKED = PLAYED if "CAIRN_LONG_TESTS" in os.environ else 20

#: The record, the last position, the result and the reason of a game.
Played = tuple[str, str, str, str]


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(CORES, mp_context=get_context("spawn")) as pool:
        yield pool


def play_game(spec: str, seed: int) -> Played:
    """A game of random legal actions."""
    state = cairn.Game(spec).start()
    rng = random.Random(f"{spec} {seed}")
    while not state.is_over and seed >= CHECKED:
        state.apply_action(int(rng.choice(state.action_mask().nonzero()[0])))
    while not state.is_over:
        moves, turns = state.moves(), state.legal_turns()
        # The mask has the actions of all moves; whether they are those of the texts is checked for one of them.
        assert len(moves) == len(turns)
        number = rng.randrange(len(moves))
        assert turns[number][turns[number] >= 0].tolist() == state.actions(moves[number])
        ply, depth = state.ply, 0
        while state.ply == ply:
            legal = state.action_mask().nonzero()[0]
            assert np.array_equal(legal, np.unique(turns[:, depth])), state
            action = int(rng.choice(legal))
            turns = turns[turns[:, depth] == action]
            state.apply_action(action)
            depth += 1
    assert not state.moves() and not len(state.legal_turns()) and not state.action_mask().any()
    return state.record, state.position, state.result, state.reason


def play(spec: str, start: int, end: int) -> list[Played]:
    return [play_game(spec, seed) for seed in range(start, end)]


def check(pool: ProcessPoolExecutor, spec: str, count: int, path) -> None:
    size = -(-count // (4 * CORES))
    parts = [pool.submit(play, spec, start, min(count, start + size)) for start in range(0, count, size)]
    games = [game for part in parts for game in part.result()]
    assert len(games) == count
    path.write_text("\n".join(record for record, *_ in games))
    output = subprocess.run(["cairn", "record", path, "--json"], capture_output=True, check=True).stdout
    for (_, *end), game in zip(games, json.loads(output)["games"], strict=True):
        assert [game["position"], game["tags"]["Result"], game["reason"]] == end


@pytest.mark.parametrize("name", GAMES)
def test_games(pool, name: str, tmp_path) -> None:
    check(pool, name, PLAYED, tmp_path / "games")


@pytest.mark.parametrize("spec", OPTIONS)
def test_options(pool, spec: str, tmp_path) -> None:
    check(pool, spec, -(-WITH_OPTIONS // len(OPTIONS)), tmp_path / "games")
