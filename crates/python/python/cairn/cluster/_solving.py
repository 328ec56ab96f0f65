"""Many positions solved, and puzzles generated, on a cluster."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any

from distributed import Client

import cairn
from cairn import State, _cairn
from cairn.cluster._jobs import Job, results


class Answers:
    """Answers by their questions: one JSON object a line, so that an interrupted run continues from them."""

    def __init__(self, path: str | os.PathLike[str] | None, terms: dict[str, Any]) -> None:
        self._path = None if path is None else pathlib.Path(path)
        self.known: dict[str, Any] = {}
        if self._path is None:
            return
        lines = self._path.read_bytes().split(b"\n") if self._path.exists() else []
        complete, cut = lines[:-1], lines[-1] if lines else b""
        for number, line in enumerate(complete, 1):
            try:
                entry = json.loads(line)
                if number == 1 and entry != terms:
                    raise ValueError(f"{self._path} is of another run: {entry}, not {terms}")
                if number > 1:
                    self.known[entry["question"]] = entry["answer"]
            except (KeyError, TypeError, json.JSONDecodeError) as error:
                raise ValueError(f"{self._path}, line {number}: not an answer of a run") from error
        if cut:
            # The run ended while it wrote this line.
            with self._path.open("r+b") as file:
                file.truncate(sum(len(line) + 1 for line in complete))
        if not complete:
            self._write(terms)

    def add(self, question: str, answer: Any) -> None:
        """Keeps an answer."""
        self.known[question] = answer
        self._write({"question": question, "answer": answer})

    def _write(self, entry: dict[str, Any]) -> None:
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(json.dumps(entry).encode() + b"\n")


def solve_position(spec: str, position: str, nodes: int | None, memory: int, line: bool) -> dict[str, Any]:
    """The solution of a position: a job."""
    state = cairn.Game(spec).position(position)
    return cairn.solve(state, nodes=nodes, memory=memory, book=False, line=line)


def solve_many(
    client: Client,
    positions: Iterable[State | tuple[str, str]],
    *,
    nodes: int | None = None,
    memory: int = 256,
    results_file: str | os.PathLike[str] | None = None,
    progress: bool | cairn.Progress = False,
) -> list[dict[str, Any]]:
    """The objects of `cairn solve --json` for many positions, in their order.

    A position is a state, or a game with its options and a position as text. With a limit on `nodes`, `value` is `None`
    where it was not enough. A `results_file` keeps the solutions, so that an interrupted run continues.
    """
    asked = []
    for position in positions:
        spec, text = (position.game.spec, position.position) if isinstance(position, State) else position
        cairn.Game(spec).position(text)
        asked.append((spec, text))
    answers = Answers(results_file, {"run": "solve_many", "version": cairn.__version__, "nodes": nodes})
    open_questions = [pair for pair in dict.fromkeys(asked) if " ".join(pair) not in answers.known]

    def jobs() -> Iterator[Job]:
        for spec, text in open_questions:
            yield Job(f"{spec} {text}", solve_position, (spec, text, nodes, memory, True))

    with cairn._Reporting(progress) as on_progress:
        for job, _, answer in results(client, jobs()):
            answers.add(str(job.name), answer)
            if on_progress is not None:
                on_progress(len(answers.known), len(set(asked)), "")
    return [answers.known[" ".join(pair)] for pair in asked]


def puzzles(
    client: Client,
    game: str,
    *,
    count: int = 30,
    seed: int = 1,
    max_games: int = 10_000,
    progress: bool | cairn.Progress = False,
) -> list[dict[str, Any]]:
    """New, proven puzzles from games between levels, the easiest first.

    Job number n is the game of seed `seed * 2**32 + n`. Puzzles count in the order of these numbers, so that the result
    does not depend on the cluster; fewer than `count` are returned if `max_games` games have no more.
    """
    if count < 1:
        raise ValueError(f"count={count}: at least 1")

    def jobs() -> Iterator[Job]:
        for number in range(max_games):
            yield Job(number, _cairn.puzzles_in_game, (game, seed * 2**32 + number))

    found: dict[str, dict[str, Any]] = {}
    waiting: dict[int, list[dict[str, Any]]] = {}
    following = 0
    running = results(client, jobs())
    with cairn._Reporting(progress) as on_progress:
        for job, _, drafts in running:
            waiting[int(str(job.name))] = drafts
            while following in waiting and len(found) < count:
                for draft in waiting.pop(following):
                    if len(found) < count:
                        found.setdefault(draft["position"], draft)
                following += 1
            if on_progress is not None:
                on_progress(len(found), count, f"{following} games")
            if len(found) >= count:
                running.close()  # type: ignore[attr-defined]
                break
    return sorted(found.values(), key=lambda draft: draft["difficulty"])
