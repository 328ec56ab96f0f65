"""Matches and tournaments on a cluster: workers play games by their numbers, and a file of records collects them."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from distributed import Client

import cairn
from cairn import _cairn
from cairn.cluster._jobs import JOBS_PER_THREAD, Job, results, thread_count

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The longest and the shortest time that a job should take, in seconds. Sending one takes a few milliseconds.
MOST_SECONDS = 2.0
LEAST_SECONDS = 0.2
#: Games of the first jobs, which tell how long a game takes.
FIRST_GAMES = 2

Pairing = tuple[str, str]


class _Games:
    """Cuts the games that are missing into jobs: long ones first, and shorter ones towards the end, so that no worker is
    left waiting for another."""

    def __init__(self, terms: _cairn.Terms, missing: dict[Pairing, list[int]], in_flight: int) -> None:
        self._terms = terms
        self._missing = missing
        self._in_flight = in_flight
        self._left = sum(map(len, missing.values()))
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
                self._left -= end - place
                place = end
                yield Job((pairing, start), _cairn.play_games, (self._terms, *pairing, start, stop))

    def _size(self) -> int:
        if self.games == 0:
            return FIRST_GAMES
        each = max(self.seconds / self.games, 1e-6)
        fair = self._left / (2 * self._in_flight)
        return max(1, int(min(MOST_SECONDS / each, max(LEAST_SECONDS / each, fair))))


@contextlib.contextmanager
def _collected(
    client: Client,
    terms: _cairn.Terms,
    pairings: list[Pairing],
    record: str | os.PathLike[str] | None,
    progress: bool | cairn.Progress,
) -> Generator[_cairn.Records, None, None]:
    """All games of some pairings, those that were missing in the file played on the cluster. Without `record`, the file is
    removed at the end."""
    with contextlib.ExitStack() as stack:
        if record is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cairn-"))
            record = os.path.join(folder, "games.txt")
        records = _cairn.Records(record, terms, pairings)
        stack.callback(records.close)
        missing = {}
        for pairing in pairings:
            known = set(records.numbers(*pairing))
            missing[pairing] = [number for number in range(terms.games) if number not in known]
        whole = terms.games * len(pairings)
        done = whole - sum(map(len, missing.values()))
        cut = _Games(terms, missing, JOBS_PER_THREAD * max(1, thread_count(client)))
        with cairn._Reporting(progress) as on_progress:
            for _, seconds, text in results(client, cut.jobs()):
                played = records.append(text)
                cut.seconds += seconds
                cut.games += played
                done += played
                if on_progress is not None:
                    on_progress(done, whole, "")
        yield records


def match(
    client: Client,
    game: str,
    first: str,
    second: str,
    *,
    record: str | os.PathLike[str] | None = None,
    progress: bool | cairn.Progress = False,
    **terms: Unpack[cairn.Terms],
) -> dict[str, Any]:
    """Plays a match on a cluster and returns the figures of `cairn match --json`.

    They are those of `cairn match` with the same seed, apart from `seconds`. `terms` are `games=100`, `seed=1`, `opening`,
    `cap=1000` and `tc`: see `cairn.Terms`. With `record`, games are appended to a file of records as they end; a run that
    was interrupted continues from it, here or with `cairn match --record`.
    """
    agreed, started = _cairn.Terms(game, **terms), time.perf_counter()
    with _collected(client, agreed, [(first, second)], record, progress) as records:
        return records.match_figures(first, second) | {"seconds": time.perf_counter() - started}


def tournament(
    client: Client,
    game: str,
    bots: list[str],
    *,
    record: str | os.PathLike[str] | None = None,
    progress: bool | cairn.Progress = False,
    **terms: Unpack[cairn.Terms],
) -> dict[str, Any]:
    """Lets every two bots play a match and returns the figures of `cairn tournament --json`; see `match`."""
    agreed, started = _cairn.Terms(game, **terms), time.perf_counter()
    pairings = [(one, two) for place, one in enumerate(bots) for two in bots[place + 1 :]]
    with _collected(client, agreed, pairings, record, progress) as records:
        return records.tournament_figures(bots) | {"seconds": time.perf_counter() - started}
