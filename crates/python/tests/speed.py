"""Measures how many steps a second batches of games make, next to environments of other libraries.

    python crates/python/tests/speed.py [--write] [GAME..]

It prints tables of Markdown; with --write it replaces docs/python/speed.md and the plot beside it. Install the package with
its default profile first (`pip install ./crates/python`), then what it is compared with; libraries that are missing are
left out:

    pip install open_spiel 'pettingzoo[classic]' pgx matplotlib
"""

from __future__ import annotations

import os
import pathlib
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import cairn

SECONDS = 0.5
BATCHES = [1, 16, 256, 1024, 4096, 16384, 65536]
DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs" / "python"


class Speed(NamedTuple):
    """Steps a second, and steps a second of processor time, which depend less on other programs."""

    by_clock: float
    by_processor: float


#: Speeds by batch.
Series = dict[int, Speed]


def measure(step: Callable[[], int]) -> Speed:
    """Calls `step`, which returns how many steps it has made, for a while."""
    step()
    clock, processor, count = time.perf_counter(), time.process_time(), 0
    while (elapsed := time.perf_counter() - clock) < SECONDS:
        count += step()
    return Speed(count / elapsed, count / (time.process_time() - processor))


def of_batch(spec: str, batch: int, observations: bool) -> Speed:
    """Random legal actions, drawn by the batch itself: the time includes drawing them."""
    games = cairn.VectorGame(spec, batch, observations=observations)

    def step() -> int:
        games.step(games.sample())
        return batch

    return measure(step)


def memory_of(spec: str, batch: int) -> float:
    """How much a batch adds to the memory of a new process in a few steps, in MB."""
    program = """
import resource, sys, cairn
used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
cairn.VectorGame(sys.argv[1], 1)
before = used()
games = cairn.VectorGame(sys.argv[1], int(sys.argv[2]))
for _ in range(5):
    games.step(games.sample())
print((used() - before) * 1024 / 1e6)
"""
    command = [sys.executable, "-c", program, spec, str(batch)]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def pgx_connect_four() -> Series:
    """A hundred steps at a time inside one compiled function, with games that start anew, so that Python does not count."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    one = auto_reset(env.step, env.init)

    def play(state, key):
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        step_keys = jax.random.split(key, len(logits))
        return jax.vmap(one)(state, jax.random.categorical(key, logits), step_keys)

    @jax.jit
    def play_many(state, key):
        keys = jax.random.split(key, 100)
        return jax.lax.scan(lambda state, key: (play(state, key), None), state, keys)[0]

    key = jax.random.PRNGKey(0)
    current = [jax.jit(jax.vmap(env.init))(jax.random.split(key, 1024))]

    def step() -> int:
        current[0] = jax.block_until_ready(play_many(current[0], key))
        return 100 * 1024

    return {1024: measure(step)}


def open_spiel_clobber() -> Series:
    """One game at a time, stepped from Python; the rules are C++."""
    import pyspiel

    game = pyspiel.load_game("clobber(rows=5,columns=5)")

    def step() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        return state.move_number()

    return {1: measure(step)}


def pettingzoo_connect_four() -> Series:
    """One game at a time, with observations."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def step() -> int:
        env.reset()
        count = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            env.step(None if ended or cut else int(random.choice(legal)))
            count += 1
        return count

    return {1: measure(step)}


OTHERS = {
    "Pgx Connect Four": pgx_connect_four,
    "OpenSpiel Clobber 5x5": open_spiel_clobber,
    "PettingZoo Connect Four": pettingzoo_connect_four,
}


def others() -> dict[str, Series]:
    measured = {}
    for name, speed_of in OTHERS.items():
        try:
            measured[name] = speed_of()
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    return measured


def millions(speed: float) -> str:
    return f"{speed / 1e6:.2g}" if speed < 1e7 else f"{speed / 1e6:.0f}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def plot(path: pathlib.Path, plain: dict[str, Series], others: dict[str, Series]) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "cairn", "font.size": 9})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 3.6))
    for name, series in plain.items():
        axes.plot(list(series), [speed.by_processor for speed in series.values()], marker=".", label=name)
    for (name, series), marker in zip(others.items(), "sDv", strict=False):
        [(batch, speed)] = series.items()
        axes.plot([batch], [speed.by_processor], marker=marker, color="gray", linestyle="", label=name)
    axes.set(xscale="log", yscale="log", xlabel="games in step", ylabel="steps a second of processor time")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right center", frameon=False)
    figure.subplots_adjust(left=0.1, right=0.64, top=0.97, bottom=0.14)
    figure.savefig(path, metadata={"Date": None})


def processor() -> str:
    with open("/proc/cpuinfo") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{len(names)} cores of {names[0]}" if names else platform.processor()


def report(games: list[str], path: pathlib.Path | None) -> str:
    load = os.getloadavg()[0]
    compared = others()
    plain: dict[str, Series] = {}
    observed: dict[str, Series] = {}
    for game in games:
        plain[game] = {batch: of_batch(game, batch, False) for batch in BATCHES}
        observed[game] = {batch: of_batch(game, batch, True) for batch in BATCHES}
    rows = []
    for game in games:
        speeds = [plain[game][1024], observed[game][1024]]
        texts = [millions(value) for speed in speeds for value in (speed.by_processor, speed.by_clock)]
        rows.append([game, *texts])
    for name, series in compared.items():
        [(batch, speed)] = series.items()
        texts = [millions(speed.by_processor), millions(speed.by_clock)]
        rows.append([f"{name}, {batch:,} at a time", *texts, "", ""])
    head = ["million steps in 1,024 games", "a processor second", "a second", "observed: a processor second"]
    head += ["observed: a second"]
    scaling = []
    for game in games:
        for name, series in [("", plain[game]), (", observed", observed[game])]:
            scaling.append([game + name, *(millions(series[batch].by_processor) for batch in BATCHES)])
    memory = [[game, *(f"{memory_of(game, batch):.1f}" for batch in BATCHES[3:])] for game in games]
    if path is not None:
        plot(path, plain, compared)
    return f"""# Speed

How many steps [`VectorGame`](../python.md#learning) makes: a step is one action in one game, drawn at random from the legal
ones by `sample()`; the time includes the draw, the masks and the loop in Python. Measured in one run by
`python crates/python/tests/speed.py --write` on {processor()} ({platform.system()}, Python {platform.python_version()}).
Other programs kept the machine busy (load {load:.0f} at the beginning), so compare processor seconds: those of all threads
together. On two idle cores, two of them pass in a second.

{table(head, rows)}

Pgx runs on the processor too, a hundred steps in each compiled call. The other two libraries play one game from Python.

![Steps a second of processor time by the number of games](speed.svg)

Million steps a processor second by the number of games:

{table(["", *(f"{batch:,}" for batch in BATCHES)], scaling)}

MB of memory with masks and observations, by the number of games:

{table(["", *(f"{batch:,}" for batch in BATCHES[3:])], memory)}
"""


def main(arguments: list[str]) -> None:
    write = "--write" in arguments
    games = [argument for argument in arguments if argument != "--write"] or cairn.games()
    text = report(games, DOCS / "speed.svg" if write else None)
    print(text)
    if write:
        (DOCS / "speed.md").write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
