"""Job-level proof-number search: a tree in one process, its leaves solved by workers.

A question is whether the player to move at the root can reach a value. Each leaf goes to a worker, which solves it with a
limit on nodes. A leaf that is not solved gets children. Leaves that are being solved look hopeless meanwhile, so that the
next most promising ones go to the other workers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from distributed import Client

import cairn
from cairn import State
from cairn.cluster._jobs import Job, results
from cairn.cluster._solving import Answers, solve_position

INFINITE = 10**12
#: The proof and disproof number of a leaf that a worker has: worse than any real one.
BUSY = 10**9
VALUES = ["loss", "draw", "win"]


class Node:
    """A position of the tree. `proof` is how many leaves have to be proven at least, `disproof` how many disproven."""

    __slots__ = ("attacks", "busy", "children", "disproof", "move", "parent", "position", "proof")

    def __init__(self, parent: Node | None, move: str, position: str, attacks: bool) -> None:
        self.parent = parent
        self.move = move
        self.position = position
        self.attacks = attacks
        self.children: list[Node] | None = None
        self.proof = 1
        self.disproof = 1
        self.busy = False

    def settle(self, proven: bool) -> None:
        """The value of the position answers the question."""
        self.children = None
        self.proof, self.disproof = (0, INFINITE) if proven else (INFINITE, 0)

    def update(self) -> None:
        """The numbers of the node and of all above it, after a change."""
        node: Node | None = self
        while node is not None:
            if node.children is not None:
                proofs = [child.proof for child in node.children]
                disproofs = [child.disproof for child in node.children]
                if node.attacks:
                    node.proof, node.disproof = min(proofs), min(INFINITE, sum(disproofs))
                else:
                    node.proof, node.disproof = min(INFINITE, sum(proofs)), min(disproofs)
                if node.proof == 0 or node.disproof == 0:
                    node.children = None
            node = node.parent

    def most_proving(self) -> Node | None:
        """The leaf whose value would help most; `None` if workers have all such leaves."""
        node = self
        while (children := node.children) is not None:
            if node.attacks:
                node = min(children, key=lambda child: child.proof)
            else:
                node = min(children, key=lambda child: child.disproof)
        return None if node.busy else node

    def is_settled(self) -> bool:
        return self.proof == 0 or self.disproof == 0

    def is_open(self) -> bool:
        """Whether no node above has been settled."""
        node: Node | None = self
        while node is not None:
            if node.is_settled():
                return False
            node = node.parent
        return True


class Proof:
    """The search for the answer to one question: can the player to move at the root reach `goal` at least?"""

    def __init__(self, start: State, goal: str, answers: Answers, nodes: int, memory: int) -> None:
        self.game = start.game
        self.goal = VALUES.index(goal)
        self.answers = answers
        self.limits = (nodes, memory)
        self.root = Node(None, "", start.position, True)
        self.leaves: dict[str, list[Node]] = {}
        self.size = 1

    def jobs(self) -> Iterator[Job]:
        """The next leaves to solve, for as long as there are some that no worker has."""
        while not self.root.is_settled():
            leaf = self.root.most_proving()
            if leaf is None or max(leaf.proof, leaf.disproof) >= BUSY:
                return
            known = self.answers.known.get(leaf.position)
            if known is not None:
                self.answer(leaf, known)
                continue
            self.leaves.setdefault(leaf.position, []).append(leaf)
            leaf.busy = True
            leaf.proof = leaf.disproof = BUSY
            leaf.update()
            if len(self.leaves[leaf.position]) == 1:
                arguments = (self.game.spec, leaf.position, *self.limits, False)
                yield Job(leaf.position, solve_position, arguments)

    def receive(self, position: str, bounds: list[str]) -> None:
        """The answer of a worker."""
        self.answers.add(position, bounds)
        for leaf in self.leaves.pop(position, []):
            leaf.busy = False
            leaf.proof = leaf.disproof = 1
            if leaf.is_open():
                self.answer(leaf, bounds)
            else:
                leaf.update()

    def answer(self, leaf: Node, bounds: list[str]) -> None:
        """Settles a leaf by bounds on its value for the player to move there, or gives it children."""
        low, high = (VALUES.index(bound) for bound in bounds)
        if not leaf.attacks:
            low, high = 2 - high, 2 - low
        if low >= self.goal or high < self.goal:
            leaf.settle(low >= self.goal)
        else:
            self.expand(leaf)
        leaf.update()

    def expand(self, leaf: Node) -> None:
        above = set()
        node: Node | None = leaf
        while node is not None:
            above.add(node.position)
            node = node.parent
        state = self.game.position(leaf.position)
        mover = state.to_move
        leaf.children = []
        for move in state.moves():
            state.play(move)
            same_mover = state.to_move == mover
            child = Node(leaf, move, state.position, leaf.attacks == same_mover)
            if state.is_over:
                attacker = mover if leaf.attacks else 1 - mover
                child.settle(round(state.returns[attacker]) + 1 >= self.goal)
            elif child.position in above:
                # To return is no progress for the attacker, as in the solver.
                child.settle(False)
            leaf.children.append(child)
            state.undo()
        self.size += len(leaf.children)


def prove(
    client: Client,
    game: str | State,
    *,
    nodes: int = 1_000_000,
    memory: int = 64,
    max_jobs: int | None = None,
    results_file: str | os.PathLike[str] | None = None,
    progress: bool | cairn.Progress = False,
) -> dict[str, Any]:
    """Proves the value of a position of two players that is too hard for one machine.

    Every job solves a leaf with at most so many `nodes`. The result has `value`, `bounds`, and the numbers of `jobs` and
    `tree` nodes; `value` is `None` if `max_jobs` ended the search. Which leaves are solved depends on the cluster; the value
    does not. A `results_file` keeps the answers of workers, so that an interrupted proof continues.
    """
    start = cairn.Game(game).start() if isinstance(game, str) else game
    if start.game.players != 2:
        raise ValueError(f"`{start.game.spec}`: only two-player games can be solved")
    if start.is_over:
        value = VALUES[round(start.returns[start.to_move]) + 1]
        return {"game": start.game.spec, "value": value, "bounds": [value, value], "jobs": 0, "tree": 1}
    terms = {"run": "prove", "version": cairn.__version__, "game": start.game.spec, "nodes": nodes}
    answers = Answers(results_file, terms)
    low, high, jobs, tree = 0, 2, 0, 0
    with cairn._Reporting(progress) as on_progress:
        for goal in ("win", "draw"):
            if low == high:
                break
            proof = Proof(start, goal, answers, nodes, memory)
            while not proof.root.is_settled() and (max_jobs is None or jobs < max_jobs):
                running = results(client, _Refilled(proof))
                for job, _, answer in running:
                    jobs += 1
                    proof.receive(str(job.name), answer["bounds"])
                    if on_progress is not None:
                        on_progress(jobs, max_jobs or 0, f"{goal}: {proof.root.proof} to prove")
                    if proof.root.is_settled() or (max_jobs is not None and jobs >= max_jobs):
                        running.close()  # type: ignore[attr-defined]
                        break
            tree += proof.size
            if proof.root.proof == 0:
                low = VALUES.index(goal)
            elif proof.root.disproof == 0:
                high = VALUES.index(goal) - 1
            else:
                break
    bounds = [VALUES[low], VALUES[high]]
    known = bounds[0] if low == high else None
    return {"game": start.game.spec, "value": known, "bounds": bounds, "jobs": jobs, "tree": tree}


class _Refilled:
    """The jobs of a proof, asked anew whenever a worker is free: answers make new leaves."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof

    def __iter__(self) -> Iterator[Job]:
        return self

    def __next__(self) -> Job:
        for job in self._proof.jobs():
            return job
        raise StopIteration
