"""Measures how many steps a second batches of games make, next to environments of other libraries, as tables of Markdown.

    python crates/python/tests/speed.py [GAME..]

Install the package with its default profile first (`pip install ./crates/python`) and leave the machine alone meanwhile.
Libraries that are missing are left out: pip install open_spiel 'pettingzoo[classic]' pgx
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Callable, Iterator

import cairn

SECONDS = 2.0
BATCHES = [1, 16, 256, 1024, 4096, 16384, 65536]


def steps_per_second(step: Callable[[], int]) -> float:
    """Calls `step`, which returns how many steps it has made, for a while."""
    step()
    started, count = time.perf_counter(), 0
    while (elapsed := time.perf_counter() - started) < SECONDS:
        count += step()
    return count / elapsed


def of_batch(spec: str, batch: int, observations: bool) -> float:
    """Random legal actions, drawn by the batch itself: the time includes drawing them."""
    games = cairn.VectorGame(spec, batch, observations=observations)

    def step() -> int:
        games.step(games.sample())
        return batch

    return steps_per_second(step)


def others() -> Iterator[tuple[str, float]]:
    try:
        import pyspiel
    except ImportError:
        pass
    else:
        game = pyspiel.load_game("clobber(rows=5,columns=5)")

        def clobber() -> int:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
            return state.move_number()

        yield "OpenSpiel Clobber 5x5, from Python", steps_per_second(clobber)
    try:
        from pettingzoo.classic import connect_four_v3
    except Exception:
        pass
    else:
        env = connect_four_v3.env()

        def connect_four() -> int:
            env.reset()
            count = 0
            for agent in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                legal = observation["action_mask"].nonzero()[0]
                env.step(None if ended or cut else int(random.choice(legal)))
                count += 1
            return count

        yield "PettingZoo Connect Four", steps_per_second(connect_four)
    try:
        import jax
        import pgx
    except ImportError:
        pass
    else:
        yield "Pgx Connect Four, 1,024 games, random actions", of_pgx(jax, pgx)


def of_pgx(jax: object, pgx: object) -> float:
    """A hundred steps at a time inside one compiled function, with games that start anew."""
    import jax.numpy as jnp  # type: ignore[import-not-found,no-redef]
    from pgx.experimental import auto_reset  # type: ignore[import-not-found]

    env = pgx.make("connect_four")  # type: ignore[attr-defined]
    one = auto_reset(env.step, env.init)

    def play(state, key):
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return jax.vmap(one)(state, jax.random.categorical(key, logits))

    def play_many(state, key):
        keys = jax.random.split(key, 100)
        return jax.lax.scan(lambda state, key: (play(state, key), None), state, keys)[0]

    compiled = jax.jit(play_many)
    key = jax.random.PRNGKey(0)
    current = [jax.jit(jax.vmap(env.init))(jax.random.split(key, 1024))]

    def step() -> int:
        current[0] = compiled(current[0], key)
        jax.block_until_ready(current[0])
        return 100 * 1024

    return steps_per_second(step)


def main(games: list[str]) -> None:
    print("| 1,024 games | million steps a second | with observations |\n| --- | --- | --- |")
    for spec in games:
        plain, observed = (of_batch(spec, 1024, observations) / 1e6 for observations in (False, True))
        print(f"| {spec} | {plain:.3g} | {observed:.3g} |", flush=True)
    print(f"\n| {games[0]}, batch | million steps a second | with observations | memory in MB |")
    print("| --- | --- | --- | --- |")
    for batch in BATCHES:
        plain, observed = (of_batch(games[0], batch, observations) / 1e6 for observations in (False, True))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"| {batch} | {plain:.3g} | {observed:.3g} | {memory:.0f} |", flush=True)
    print("\n| other library | million steps a second |\n| --- | --- |")
    for name, speed in others():
        print(f"| {name} | {speed / 1e6:.3f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or cairn.games())
