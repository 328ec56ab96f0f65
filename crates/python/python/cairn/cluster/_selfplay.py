"""Games of self-play as training data, in shards of NPZ."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from distributed import Client
from numpy.typing import NDArray

import cairn
from cairn import _cairn
from cairn.cluster._jobs import Job, results

Arrays = dict[str, NDArray[Any]]


def _play_shard(terms: _cairn.Terms, bot: str, start: int, end: int) -> Arrays:
    """The positions of some games: a job."""
    observations, actions, players, returns, games = [], [], [], [], []
    text = _cairn.play_games(terms, bot, bot, start, end)
    for number, record in enumerate(_split_records(text), start):
        state = cairn.Game(_spec_of(record)).record(record)
        outcome = state.returns
        moves = state.history
        for _ in moves:
            state.undo()
        for move in moves:
            for action in state.actions(move):
                observations.append(state.observation())
                actions.append(action)
                players.append(state.to_move)
                returns.append(outcome[state.to_move])
                games.append(number)
                state.apply_action(action)
    return {
        "observation": np.stack(observations),
        "action": np.array(actions, np.int32),
        "player": np.array(players, np.int8),
        "value": np.array(returns, np.float32),
        "game": np.array(games, np.int64),
    }


def _split_records(text: str) -> list[str]:
    start = '[Game "'
    return [start + rest for rest in text.split(start)[1:]]


def _spec_of(record: str) -> str:
    return record.split('"', 2)[1]


def selfplay(
    client: Client,
    game: str,
    bot: str,
    folder: str | os.PathLike[str],
    *,
    games: int = 1000,
    games_per_shard: int = 100,
    seed: int = 1,
    opening: int | None = None,
    cap: int = 1000,
    progress: bool | cairn.Progress = False,
) -> list[pathlib.Path]:
    """Lets a bot play itself and writes every decision to `shard-00000.npz` and so on; returns the files.

    A shard has the arrays `observation`, `action`, `player`, `value` (what that player won in the end) and `game`. It
    depends on its number, the seed and the terms alone. Shards that are there already are kept, so that a run continues.
    """
    if games < 1 or games_per_shard < 1:
        raise ValueError("games and games_per_shard are at least 1")
    terms = _cairn.Terms(game, games, seed, opening, cap)
    place = pathlib.Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    shards = range(-(-games // games_per_shard))
    paths = [place / f"shard-{shard:05}.npz" for shard in shards]

    def jobs() -> Iterator[Job]:
        for shard in shards:
            if not paths[shard].exists():
                start = shard * games_per_shard
                end = min(games, start + games_per_shard)
                yield Job(shard, _play_shard, (terms, bot, start, end))

    done = sum(path.exists() for path in paths)
    with cairn._Reporting(progress) as on_progress:
        for job, _, arrays in results(client, jobs()):
            path = paths[int(str(job.name))]
            partial = path.with_suffix(".part")
            with partial.open("wb") as file:
                np.savez_compressed(file, **arrays)
            partial.replace(path)
            done += 1
            if on_progress is not None:
                on_progress(done, len(paths), "")
    return paths


def read_shards(folder: str | os.PathLike[str]) -> Arrays:
    """All shards of a folder as one set of arrays.

    >>> import cairn.cluster
    >>> cairn.cluster.read_shards("/nowhere")
    Traceback (most recent call last):
    FileNotFoundError: no shards in /nowhere
    """
    paths = sorted(pathlib.Path(folder).glob("shard-*.npz"))
    if not paths:
        raise FileNotFoundError(f"no shards in {folder}")
    shards = [np.load(path) for path in paths]
    return {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0].files}
