"""`python -m cairn.cluster`: matches, tournaments, data, puzzles and proofs on a cluster, from a shell."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from distributed import Client

import cairn
from cairn import cluster


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cairn.cluster", description=cluster.__doc__)
    where = argparse.ArgumentParser(add_help=False)
    target = where.add_mutually_exclusive_group(required=True)
    target.add_argument("--local", type=int, metavar="N", help="N workers on this machine")
    target.add_argument("--scheduler", metavar="ADDRESS", help="a scheduler of Dask, e.g. tcp://HOST:8786")
    where.add_argument("--quiet", action="store_true", help="no progress bar")
    terms = argparse.ArgumentParser(add_help=False)
    terms.add_argument("game", help="the game with its options, e.g. staqs:size=7")
    terms.add_argument("--seed", type=int, default=1)
    arena = argparse.ArgumentParser(add_help=False)
    arena.add_argument("--opening", type=int, metavar="PLIES", help="random plies at the start of each game")
    arena.add_argument("--cap", type=int, default=1000, metavar="PLIES", help="longest game")
    arena.add_argument("--record", metavar="F", help="file of records; a run that was interrupted continues")
    commands = parser.add_subparsers(dest="command", required=True)

    match = commands.add_parser("match", parents=[where, terms, arena], help="two bots play each other")
    match.add_argument("--first", required=True, metavar="BOT")
    match.add_argument("--second", required=True, metavar="BOT")
    match.add_argument("--games", type=int, default=100, metavar="N")
    tournament = commands.add_parser("tournament", parents=[where, terms, arena], help="every two bots play")
    tournament.add_argument("--bots", required=True, nargs="+", metavar="BOT")
    tournament.add_argument("--games", type=int, default=100, metavar="N", help="games of every two bots")
    selfplay = commands.add_parser("selfplay", parents=[where, terms], help="training data in NPZ files")
    selfplay.add_argument("--bot", required=True, metavar="BOT")
    selfplay.add_argument("--folder", required=True, metavar="D")
    selfplay.add_argument("--games", type=int, default=1000, metavar="N")
    selfplay.add_argument("--games-per-shard", type=int, default=100, metavar="N")
    puzzles = commands.add_parser("puzzles", parents=[where, terms], help="new, proven puzzles")
    puzzles.add_argument("--count", type=int, default=30, metavar="N")
    solve = commands.add_parser("solve", parents=[where], help="the positions of a file: a game and a position a line")
    solve.add_argument("file", metavar="FILE")
    prove = commands.add_parser("prove", parents=[where], help="the value of one hard position")
    prove.add_argument("game", help="the game with its options")
    prove.add_argument("--position", metavar="P", help="the position, if it is not the start")
    prove.add_argument("--jobs", type=int, metavar="N", help="stop after so many jobs")
    for command in (solve, prove):
        command.add_argument("--nodes", type=int, metavar="N", help="node limit of each job")
        command.add_argument("--results", metavar="F", help="file of answers; a run that was interrupted continues")
    return parser


def _run(client: Client, given: argparse.Namespace) -> Any:
    progress = not given.quiet
    if given.command in ("match", "tournament"):
        options = {name: getattr(given, name) for name in ("games", "seed", "opening", "cap", "record")}
        if given.command == "match":
            return cluster.match(client, given.game, given.first, given.second, progress=progress, **options)
        return cluster.tournament(client, given.game, given.bots, progress=progress, **options)
    if given.command == "selfplay":
        paths = cluster.selfplay(
            client,
            given.game,
            given.bot,
            given.folder,
            games=given.games,
            games_per_shard=given.games_per_shard,
            seed=given.seed,
            progress=progress,
        )
        return {"shards": [str(path) for path in paths]}
    if given.command == "puzzles":
        found = cluster.puzzles(client, given.game, count=given.count, seed=given.seed, progress=progress)
        return {"puzzles": found}
    if given.command == "solve":
        with open(given.file, encoding="utf-8") as file:
            lines = [line.split(maxsplit=1) for line in file if line.strip()]
        pairs = [(line[0], line[1].strip() if len(line) > 1 else "") for line in lines]
        solutions = cluster.solve_many(
            client, pairs, nodes=given.nodes, results_file=given.results, progress=progress
        )
        return {"solutions": solutions}
    game = cairn.Game(given.game)
    start = game.start() if given.position is None else game.position(given.position)
    return cluster.prove(
        client,
        start,
        nodes=given.nodes or 1_000_000,
        max_jobs=given.jobs,
        results_file=given.results,
        progress=progress,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command, prints its result as JSON, and returns the exit status."""
    given = _parser().parse_args(arguments)
    try:
        client = cluster.local(given.local) if given.local is not None else Client(given.scheduler)
        try:
            print(json.dumps(_run(client, given)))
        finally:
            client.close()
    except KeyboardInterrupt:
        print("cairn: interrupted", file=sys.stderr)
        return 1
    except (OSError, RuntimeError, ValueError) as error:
        print(f"cairn: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
