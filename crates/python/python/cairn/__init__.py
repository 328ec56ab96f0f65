"""Cairn: five abstract stacking games, with an engine, a solver, bots and matches.

>>> import cairn
>>> cairn.games()
['staqs', 'stlts', 'stac', 'sight', 'stacks']
>>> state = cairn.Game("staqs:size=3").start()
>>> state.play("b2").ply
1
>>> state.play("b2")
Traceback (most recent call last):
ValueError: illegal move b2: b2 holds no uncovered neutral disc

`cairn.pettingzoo`, `cairn.gymnasium` and `cairn.open_spiel` are environments for other libraries, and `cairn.cluster`
plays, solves and proves on many machines.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypedDict

from cairn import _cairn
from cairn._cairn import Bot, Game, State, VectorGame, __version__, bot, games

__all__ = [
    "Bot",
    "Game",
    "State",
    "Terms",
    "VectorGame",
    "__version__",
    "analyze",
    "bot",
    "cluster",
    "games",
    "gymnasium",
    "match",
    "pettingzoo",
    "puzzles",
    "review",
    "solve",
    "tournament",
]

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cairn import cluster, gymnasium, pettingzoo


class _Chooses(Protocol):
    def choose(self, state: State, /) -> str: ...


#: A bot of a match: the name of one, a `Bot`, an object with `choose(state)`, or a function from a state to a move.
AnyBot: TypeAlias = "str | Bot | _Chooses | Callable[[State], str]"

#: Called with the work done, the whole (0 if it is unknown) and a remark.
Progress: TypeAlias = "Callable[[int, int, str], object]"


class Terms(TypedDict, total=False):
    """What matches and tournaments take by name; the options of `cairn match` say more."""

    #: How many games the match has, or every pairing of a tournament: 100.
    games: int
    #: The seed of openings and bots: 1.
    seed: int
    #: Random plies at the start of each game. If it is not given, it depends on the usual length of a game.
    opening: int | None
    #: The longest game in plies, which counts as a draw: 1,000.
    cap: int
    #: A time control such as `60+1`.
    tc: str | None


def __getattr__(name: str) -> Any:
    """Imports the environments when they are first used: each needs a library of its own."""
    if name in ("cluster", "gymnasium", "open_spiel", "pettingzoo"):
        import importlib

        return importlib.import_module(f"cairn.{name}")
    raise AttributeError(f"module 'cairn' has no attribute '{name}'")


class _Bar:
    """A progress bar of tqdm, or nothing where tqdm is missing."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            self._bar: Any = None
        else:
            self._bar = tqdm(total=None, leave=False)

    def __call__(self, done: int, whole: int, remark: str) -> None:
        if self._bar is not None:
            self._bar.total = whole or None
            self._bar.n = done
            self._bar.set_postfix_str(remark)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class _Reporting:
    """The progress function of a call for its argument `progress`; closes a bar that it has made."""

    def __init__(self, progress: bool | Progress) -> None:
        self._bar = _Bar() if progress is True else None
        self._function = progress if callable(progress) else None

    def __enter__(self) -> Progress | None:
        return self._bar or self._function

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def analyze(
    state: State,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    time: float | None = None,
    lines: int = 1,
    threads: int = 1,
    memory: int = 64,
    book: bool = True,
    progress: bool | Progress = False,
) -> dict[str, Any]:
    """Searches a position and returns the last object of `cairn analyze --json`.

    The search ends after so many `nodes`, at a `depth` in plies or after a `time` in seconds; after two seconds if there
    is no limit. With one thread and a limit on nodes or depth it always finds the same. `memory` is the size of its table
    in MiB.

    >>> import cairn
    >>> state = cairn.Game("sight:size=3").start()
    >>> report = cairn.analyze(state, nodes=2_000, lines=2)
    >>> report["bestmove"], len(report["lines"])
    ('b2', 2)
    """
    if nodes is None and depth is None and time is None:
        time = 2.0
    effort = _cairn.Effort(nodes=nodes, time=time, threads=threads, memory=memory, book=book)
    with _Reporting(progress) as on_progress:
        return _cairn.analyze(state, effort, depth, lines, on_progress)


def solve(
    state: State,
    *,
    nodes: int | None = None,
    time: float | None = None,
    memory: int = 256,
    threads: int = 1,
    all_moves: bool = False,
    book: bool = True,
    line: bool = True,
    progress: bool | Progress = False,
) -> dict[str, Any]:
    """Proves the value of a position and returns the object of `cairn solve --json`.

    `value` is `None` where the limits ended the proof; `bounds` then has what is known. `all_moves` proves the value of
    every move. `book=False` proves everything from scratch, and `line=False` leaves out the line of best play.

    >>> import cairn
    >>> report = cairn.solve(cairn.Game("sight:size=3").start(), book=False)
    >>> report["value"], report["line"][0]
    ('win', 'b2')
    """
    effort = _cairn.Effort(nodes=nodes, time=time, threads=threads, memory=memory, book=book)
    with _Reporting(progress) as on_progress:
        return _cairn.solve(state, effort, all_moves, line, on_progress)


def review(
    record: str,
    *,
    game: int | None = None,
    nodes: int | None = 200_000,
    time: float | None = None,
    threads: int = 1,
    progress: bool | Progress = False,
) -> dict[str, Any]:
    """Judges the moves of a recorded game, the last one of the text, and returns the object of `cairn review --json`.

    >>> import cairn
    >>> state = cairn.Game("staqs:size=3").start().play("b2").play("a1")
    >>> [move["judgement"] in ("best", "good", "inaccuracy", "mistake", "blunder")
    ...     for move in cairn.review(state.record, nodes=500)["moves"]]
    [True, True]
    """
    with _Reporting(progress) as on_progress:
        return _cairn.review(record, game, _cairn.Effort(nodes=nodes, time=time, threads=threads), on_progress)


def match(
    game: str,
    first: AnyBot,
    second: AnyBot,
    *,
    threads: int | None = None,
    sprt: str | None = None,
    record: str | os.PathLike[str] | None = None,
    progress: bool | Progress = False,
    **terms: Unpack[Terms],
) -> dict[str, Any]:
    """Plays a match and returns the figures of `cairn match --json`; the options are those of that command.

    `terms` are `games=100`, `seed=1`, `opening`, `cap=1000` and `tc`: see `Terms`.

    A bot is a name, or a Python function from a state to a move. A bot that raises or plays an illegal move loses the
    game; `faults` has the messages. The same seed gives the same games for any number of threads. With `record`, the games
    are appended to a file, and a match that was interrupted continues from there.

    >>> import cairn
    >>> figures = cairn.match("staqs:size=3", lambda state: state.moves()[0], "random", games=10, threads=1)
    >>> figures["games"], figures["first"], figures["faults"]
    (10, '<lambda>', [])
    """
    agreed = _cairn.Terms(game, **terms)
    threads = threads or os.cpu_count() or 1
    with _Reporting(progress) as on_progress:
        return _cairn.play_match(agreed, first, second, threads, sprt, record, on_progress)


def tournament(
    game: str,
    bots: list[str],
    *,
    threads: int | None = None,
    record: str | os.PathLike[str] | None = None,
    **terms: Unpack[Terms],
) -> dict[str, Any]:
    """Lets every two bots play a match and returns the figures of `cairn tournament --json`.

    `terms` are `games=100` for each pairing, `seed=1`, `opening`, `cap=1000` and `tc`: see `Terms`.

    >>> import cairn
    >>> table = cairn.tournament("staqs:size=3", ["random", "greedy"], games=4, threads=1)
    >>> table["games"], sorted(row["bot"] for row in table["bots"])
    (4, ['greedy', 'random'])
    """
    return _cairn.play_tournament(_cairn.Terms(game, **terms), bots, threads or os.cpu_count() or 1, record)


def puzzles(game: str | None = None) -> list[dict[str, Any]]:
    """The puzzles of a game, or of all games: positions with a task.

    >>> import cairn
    >>> puzzle = cairn.puzzles("staqs")[0]
    >>> puzzle["id"], puzzle["goal"]
    ('staqs-1', 'win')
    >>> cairn.Game(puzzle["game"]).position(puzzle["position"]).to_move
    0
    """
    wanted = games() if game is None else [game]
    return [puzzle for name in wanted for puzzle in _cairn.puzzles(name)]
