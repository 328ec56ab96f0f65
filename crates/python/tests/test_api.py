"""The module as python.md describes it: states, analyses, bots, matches, errors."""

import copy
import doctest
import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from games import GAMES, OPTIONS, random_game

import cairn


def test_native_docstrings() -> None:
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    for native in (cairn.Game, cairn.State, cairn.Bot, cairn.VectorGame):
        for test in finder.find(native, native.__name__, globs={}):
            runner.run(test)
    assert runner.tries > 10 and runner.failures == 0


@pytest.mark.parametrize("spec", GAMES + OPTIONS)
def test_states(spec: str) -> None:
    game = cairn.Game(spec)
    assert cairn.Game(game.spec) == game and hash(cairn.Game(game.spec)) == hash(game)
    assert game.version == f"{spec.split(':')[0]}_v0" and len(game.seats) == game.players
    state = game.start()
    before = state.position
    move = state.moves()[0]
    for action in state.actions(move):
        assert state.action(move) == action
        name = state.action_name(action)
        assert name and state.move(action) in (None, move)
        observation = state.observation()
        assert observation.shape == game.observation_shape and observation.dtype == np.float32
        state.apply_action(action)
    assert (state.history, state.ply, state.chosen) == ([move], 1, [])
    assert state == game.start().play(move) == copy.deepcopy(state) == pickle.loads(pickle.dumps(state))
    assert game.position(state.position).position == state.position
    assert game.record(state.record) == state
    assert state.undo().position == before and state != game.start().play(move)
    assert "<svg" in state._repr_svg_() and "<svg" in state.svg(dark=True, flipped=True)
    assert state.board() and before in state.text() and before in repr(state)
    with pytest.raises(ValueError, match="no move to take back"):
        state.undo()


@pytest.mark.parametrize("spec", GAMES + OPTIONS)
def test_ends(spec: str) -> None:
    state = random_game(spec, 1)
    assert state.result is not None and state.reason is not None and state.legal_actions() == []
    assert sum(state.returns) == pytest.approx(0, abs=1e-6) and max(map(abs, state.returns)) <= 1
    with pytest.raises(ValueError, match="the game is over"):
        state.apply_action(0)
    assert cairn.analyze(state, nodes=10)["result"] == cairn.Game(spec).record(state.record).report()["result"]
    with pytest.raises(ValueError, match="the game is over"):
        cairn.bot("random").choose(state)


def test_incomplete_turns() -> None:
    state = cairn.Game("stacks").start()
    first = state.legal_actions()[0]
    state.apply_action(first)
    assert state.chosen == [first] and state.ply == 0
    assert pickle.loads(pickle.dumps(state)) == state != cairn.Game("stacks").start()
    with pytest.raises(ValueError, match="a turn is incomplete"):
        state.play(state.moves()[0])
    with pytest.raises(ValueError, match="the turn has begun otherwise"):
        state.action(next(move for move in state.moves() if state.actions(move)[0] != first))
    assert state.undo().chosen == []


def test_errors_have_the_messages_of_the_program() -> None:
    state = cairn.Game("staqs").start().play("c3")
    for call, message in [
        (lambda: cairn.Game("go"), "unknown game `go`"),
        (lambda: cairn.Game("staqs:size=99"), "size"),
        (lambda: state.play("c3"), "illegal move c3: c3 holds no uncovered neutral disc"),
        (lambda: state.play("nonsense"), "nonsense"),
        (lambda: state.apply_action(12), "illegal action 12: c3 is not legal here"),
        (lambda: state.apply_action(-1), "illegal action -1: actions are numbers from 0 to 125"),
        (lambda: state.apply_action(10**12), "illegal action 1000000000000"),
        (lambda: state.move(126), "illegal action 126"),
        (lambda: cairn.Game("staqs").position("x"), "x"),
        (lambda: cairn.Game("staqs").record(""), "no game"),
        (lambda: cairn.Game("stac").record(state.record), "a record of staqs, not of stac"),
        (lambda: cairn.bot("clever"), "unknown bot `clever`"),
        (lambda: cairn.analyze(state, nodes=10, lines=0), "lines=0: at least 1"),
        (lambda: cairn.analyze(state, time=-1.0), "time=-1"),
        (lambda: cairn.analyze(state, time=float("nan")), "time="),
        (lambda: cairn.solve(cairn.Game("staqs:players=3").start()), "only two-player games"),
        (lambda: cairn.review("nonsense"), "the tag Game is missing"),
        (lambda: cairn.match("staqs", "random", "random", games=0), "at least 1"),
        (lambda: cairn.match("staqs", "random", "nobody"), "nobody"),
        (lambda: cairn.tournament("staqs", ["random", "random"]), "named twice"),
        (lambda: cairn.puzzles("go"), "unknown game"),
    ]:
        with pytest.raises(ValueError) as error:
            call()
        assert message in str(error.value)
    for call in [lambda: state.play(3), lambda: state.apply_action("c3"), lambda: cairn.analyze("staqs")]:
        with pytest.raises((TypeError, AttributeError)):
            call()


def test_damaged_pickles_raise() -> None:
    whole = pickle.dumps(cairn.Game("stacks").start().play("2a7-a5"))
    for place in range(0, len(whole), 3):
        for damage in (whole[:place], whole[:place] + b"\xff" + whole[place + 1 :]):
            try:
                state = pickle.loads(damage)
            except Exception:
                continue
            assert isinstance(state, (cairn.State, str, tuple, int)), state
    with pytest.raises(ValueError, match="damaged state"):
        cairn._cairn._restore_state("nonsense", [], 0)
    with pytest.raises(ValueError, match="does not continue the turn"):
        cairn._cairn._restore_state(cairn.Game("stacks").start().record, [9999], 0)
    with pytest.raises(ValueError, match="of version 7"):
        cairn._cairn._restore_state(cairn.Game("stacks").start().record, [0], 7)


def test_analyses() -> None:
    state = cairn.Game("staqs:size=4").start()
    reports = []
    report = cairn.analyze(state, nodes=20_000, lines=3, progress=lambda *part: reports.append(part))
    assert report["final"] and len(report["lines"]) == 3 and report["bestmove"] in state.moves()
    assert report["line"] == cairn.analyze(state, nodes=20_000, lines=3)["line"]
    assert all(len(part) == 3 for part in reports)
    solution = cairn.solve(cairn.Game("sight:size=3").start(), book=False, all_moves=True)
    assert solution["value"] == "win" and solution["bounds"] == ["win", "win"] and len(solution["moves"]) == 9
    limited = cairn.solve(cairn.Game("staqs").start(), nodes=500, book=False)
    assert limited["value"] is None and limited["bounds"] == ["loss", "win"]
    review = cairn.review(random_game("staqs:size=3", 3).record, nodes=300)
    assert review["complete"] and len(review["moves"]) == review["plies"]
    with pytest.raises(ZeroDivisionError):
        cairn.analyze(cairn.Game("staqs").start(), time=600, progress=lambda *_: 1 / 0)


def test_matches() -> None:
    figures = cairn.match("staqs:size=3", "greedy", "random", games=20, seed=5, threads=2)
    again = cairn.match("staqs:size=3", "greedy", "random", games=20, seed=5, threads=1)
    assert figures | {"seconds": 0} == again | {"seconds": 0}

    class First:
        name = "first"

        def choose(self, state: cairn.State) -> str:
            return state.moves()[0]

    assert cairn.match("staqs:size=3", First(), "random", games=4)["first"] == "first"
    crash = cairn.match("staqs:size=3", lambda state: 1 / 0, "random", games=4)
    assert crash["first_forfeits"] == 4 and "division by zero" in crash["faults"][0]["fault"]
    wrong = cairn.match("staqs:size=3", lambda state: "z9", "random", games=4)
    assert wrong["first_forfeits"] == 4 and "z9" in wrong["faults"][0]["fault"]
    none = cairn.match("staqs:size=3", lambda state: None, "random", games=4)
    assert "returned None" in none["faults"][0]["fault"]


def test_match_is_that_of_the_program(tmp_path) -> None:
    figures = cairn.match("staqs:size=4", "greedy", "random", games=40, seed=9, record=tmp_path / "games")
    command = ["match", "staqs:size=4", "--first", "greedy", "--second", "random"]
    output = subprocess.run(
        ["cairn", *command, "--games", "40", "--seed", "9", "--json"], capture_output=True, check=True
    ).stdout
    import json

    expected = json.loads(output)
    del figures["faults"]
    assert figures | {"seconds": 0} == expected | {"seconds": 0}
    resumed = cairn.match("staqs:size=4", "greedy", "random", games=40, seed=9, record=tmp_path / "games")
    assert resumed["games"] == 40
    with pytest.raises(ValueError, match="of another match"):
        cairn.match("staqs:size=4", "greedy", "random", games=40, seed=8, record=tmp_path / "games")
    with pytest.raises(OSError):
        cairn.match("staqs:size=4", "greedy", "random", games=2, record=tmp_path / "no" / "folder")


def test_long_calls_release_the_interpreter() -> None:
    started, steps = threading.Event(), 0

    def search() -> None:
        started.set()
        cairn.analyze(cairn.Game("stlts").start(), nodes=300_000)

    thread = threading.Thread(target=search)
    thread.start()
    started.wait()
    while thread.is_alive():
        steps += 1
        thread.join(0.001)
    assert steps > 1


LONG_CALLS = [
    "cairn.analyze(cairn.Game('stlts').start(), time=3600, progress=report)",
    "cairn.solve(cairn.Game('staqs').start(), book=False, progress=report)",
    "cairn.match('stlts', 'level4', 'level4', games=100000, threads=2, progress=report)",
]


@pytest.mark.parametrize("call", LONG_CALLS)
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_stops(call: str) -> None:
    program = f"import cairn\ndef report(*_): print('running', flush=True)\n{call}"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "running\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert "KeyboardInterrupt" in errors and process.returncode != 0
