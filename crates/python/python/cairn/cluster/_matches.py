"""Matches and tournaments on a cluster: workers play games by their numbers, and a file of records collects them."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Generator, Iterator
from typing import Any

from distributed import Client

import cairn
from cairn import _cairn
from cairn.cluster._jobs import Job, results

#: How long a job should take, in seconds: long enough that sending it does not matter.
JOB_SECONDS = 2.0
#: Games of the first jobs, which tell how long a game takes.
FIRST_GAMES = 2
MAX_GAMES = 500

Pairing = tuple[str, str]


class _Games:
    """Cuts the games that are missing into jobs, which grow to a useful length."""

    def __init__(self, terms: _cairn.Terms, missing: dict[Pairing, list[int]]) -> None:
        self._terms = terms
        self._missing = missing
        self.seconds = 0.0
        self.games = 0

    def jobs(self) -> Iterator[Job]:
        for pairing, numbers in self._missing.items():
            place = 0
            while place < len(numbers):
                start = numbers[place]
                most = self._size()
                end = place + 1
                while end < len(numbers) and end - place < most and numbers[end] == start + end - place:
                    end += 1
                stop = start + end - place
                place = end
                yield Job((pairing, start), _cairn.play_games, (self._terms, *pairing, start, stop))

    def _size(self) -> int:
        if self.games == 0:
            return FIRST_GAMES
        wanted = JOB_SECONDS * self.games / max(self.seconds, 1e-6)
        return max(FIRST_GAMES, min(MAX_GAMES, int(wanted)))


@contextlib.contextmanager
def _record_path(record: str | os.PathLike[str] | None) -> Generator[str, None, None]:
    """The file of a run: the user's, or one that is removed at the end."""
    if record is not None:
        yield os.fspath(record)
        return
    with tempfile.TemporaryDirectory(prefix="cairn-") as folder:
        yield os.path.join(folder, "games.txt")


def _play_all(
    client: Client,
    terms: _cairn.Terms,
    pairings: list[Pairing],
    games: int,
    path: str,
    progress: bool | cairn.Progress,
) -> None:
    records = _cairn.Records(path, terms, pairings)
    try:
        missing = {}
        for pairing in pairings:
            known = set(records.numbers(*pairing))
            missing[pairing] = [number for number in range(games) if number not in known]
        whole = games * len(pairings)
        done = whole - sum(map(len, missing.values()))
        cut = _Games(terms, missing)
        with cairn._Reporting(progress) as on_progress:
            for _, seconds, text in results(client, cut.jobs()):
                played = records.append(text)
                cut.seconds += seconds
                cut.games += played
                done += played
                if on_progress is not None:
                    on_progress(done, whole, "")
    finally:
        records.close()


def match(
    client: Client,
    game: str,
    first: str,
    second: str,
    *,
    games: int = 100,
    seed: int = 1,
    opening: int | None = None,
    cap: int = 1000,
    tc: str | None = None,
    record: str | os.PathLike[str] | None = None,
    progress: bool | cairn.Progress = False,
) -> dict[str, Any]:
    """Plays a match on a cluster and returns the figures of `cairn match --json`.

    They are those of `cairn match` with the same seed, apart from `seconds`. With `record`, games are appended to a file
    of records as they end; a run that was interrupted continues from it, here or with `cairn match --record`.
    """
    terms = _cairn.Terms(game, seed, opening, cap, tc)
    with _record_path(record) as path:
        started = time.perf_counter()
        _play_all(client, terms, [(first, second)], games, path, progress)
        figures = _cairn.play_match(terms, first, second, games, 1, None, path, None)
        return figures | {"seconds": time.perf_counter() - started}


def tournament(
    client: Client,
    game: str,
    bots: list[str],
    *,
    games: int = 100,
    seed: int = 1,
    opening: int | None = None,
    cap: int = 1000,
    tc: str | None = None,
    record: str | os.PathLike[str] | None = None,
    progress: bool | cairn.Progress = False,
) -> dict[str, Any]:
    """Lets every two bots play a match and returns the figures of `cairn tournament --json`; see `match`."""
    terms = _cairn.Terms(game, seed, opening, cap, tc)
    pairings = [(one, two) for place, one in enumerate(bots) for two in bots[place + 1 :]]
    with _record_path(record) as path:
        started = time.perf_counter()
        _play_all(client, terms, pairings, games, path, progress)
        table = _cairn.play_tournament(terms, bots, games, 1, path)
        return table | {"seconds": time.perf_counter() - started}
