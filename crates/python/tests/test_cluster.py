"""Runs on a local cluster are those of the program, also when workers die and runs are interrupted."""

import json
import os
import random
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from distributed import Client
from games import random_game

import cairn
from cairn import cluster
from cairn.cluster import _jobs
from cairn.cluster.__main__ import main


@pytest.fixture(scope="module")
def client():
    client = cluster.local(2)
    yield client
    client.close()


def of_program(*arguments: str) -> dict:
    output = subprocess.run(["cairn", *arguments, "--json"], capture_output=True, check=True).stdout
    return json.loads(output) | {"seconds": 0}


class Killer:
    """Kills a worker that plays, every few seconds, if the run has gone on since: on a busy machine, new workers take long."""

    def __init__(self, client) -> None:
        self._client = client
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.kills = 0
        #: How many games have ended, as the run reports it.
        self.done = 0

    def _run(self) -> None:
        done = 0
        while not self._end.wait(4):
            if self.done == done:
                continue
            done = self.done
            at_work = set(self._client.nthreads())
            workers = [worker for worker in self._client.cluster.workers.values() if worker.process]
            processes = [worker.process.pid for worker in workers if worker.worker_address in at_work]
            if processes:
                os.kill(random.choice(processes), signal.SIGKILL)
                self.kills += 1

    def __enter__(self) -> "Killer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()


class Interrupted(Exception):
    pass


def test_match_survives_kills_and_interruptions(client, tmp_path) -> None:
    expected = of_program("match", "staqs", "--first", "greedy", "--second", "random", "--games", "10000", "--seed", "3")
    record = tmp_path / "games"

    killer = Killer(client)
    restored = []

    def interrupt(done: int, _whole: int, _remark: str) -> None:
        killer.done = done
        if done >= 3000:
            raise Interrupted

    def go_on(done: int, _whole: int, _remark: str) -> None:
        killer.done = done
        restored.append(done)

    with killer:
        with pytest.raises(Interrupted):
            cluster.match(
                client, "staqs", "greedy", "random", games=10_000, seed=3, record=record, progress=interrupt
            )
        with record.open("a") as file:
            file.write('[Game "sta')  # as a process leaves it that is killed while it writes
        figures = cluster.match(
            client,
            "staqs",
            "greedy",
            "random",
            games=10_000,
            seed=3,
            record=record,
            progress=go_on,
        )
    assert killer.kills > 0 and restored[0] > 3000
    del figures["faults"]
    assert figures | {"seconds": 0} == expected
    with pytest.raises(ValueError, match="of another match"):
        cluster.match(client, "staqs", "greedy", "random", games=10_000, seed=4, record=record)


def start_dask(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.{program}", "--no-dashboard", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_lost_scheduler_loses_no_game(client, tmp_path) -> None:
    """The scheduler is killed in the middle of a match, and another cluster completes it."""
    file, record = tmp_path / "scheduler.json", tmp_path / "games"
    scheduler = start_dask("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    worker = start_dask("dask_worker", "--scheduler-file", str(file), "--no-nanny", "--local-directory", str(tmp_path))
    try:
        remote = Client(scheduler_file=str(file))
        try:

            def kill(done: int, _whole: int, _remark: str) -> None:
                if done >= 100 and scheduler.poll() is None:
                    scheduler.kill()
                    scheduler.wait()

            with pytest.raises(cluster.SchedulerLost, match="does not answer any more"):
                cluster.match(
                    remote, "staqs", "greedy", "random", games=5000, seed=5, record=record, progress=kill
                )
        finally:
            remote.close()
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()
    assert record.read_text().count("[Game ") >= 100
    figures = cluster.match(client, "staqs", "greedy", "random", games=5000, seed=5, record=record)
    expected = of_program("match", "staqs", "--first", "greedy", "--second", "random", "--games", "5000", "--seed", "5")
    del figures["faults"]
    assert figures | {"seconds": 0} == expected


def test_tournament_is_that_of_the_program(client) -> None:
    expected = of_program("tournament", "stac", "--bots", "random,greedy,ab:nodes=50", "--games", "6")
    table = cluster.tournament(client, "stac", ["random", "greedy", "ab:nodes=50"], games=6)
    assert table | {"seconds": 0} == expected


def test_selfplay_resumes(client, tmp_path) -> None:
    paths = cluster.selfplay(client, "staqs:size=4", "greedy", tmp_path, games=10, games_per_shard=4, opening=2)
    whole = cluster.read_shards(tmp_path)
    paths[1].unlink()
    cluster.selfplay(client, "staqs:size=4", "greedy", tmp_path, games=10, games_per_shard=4, opening=2)
    again = cluster.read_shards(tmp_path)
    assert len(paths) == 3 and all(np.array_equal(whole[name], again[name]) for name in whole)
    assert sorted(set(whole["game"].tolist())) == list(range(10))
    assert whole["observation"].shape[1:] == cairn.Game("staqs:size=4").observation_shape
    assert len(whole["action"]) == len(whole["value"]) and set(whole["value"].tolist()) <= {-1.0, 0.0, 1.0}


def test_positions_are_solved_and_kept(client, tmp_path) -> None:
    states = [random_game("sight:size=3", seed) for seed in range(6)]
    for state in states:
        for _ in range(4):
            state.undo()
    file = tmp_path / "solved"
    solved = cluster.solve_many(client, states, results_file=file)
    assert [entry["value"] for entry in solved] == [cairn.solve(state, book=False)["value"] for state in states]
    with file.open("a") as cut:
        cut.write('{"question"')
    assert cluster.solve_many(client, states, results_file=file) == solved
    with pytest.raises(ValueError, match="of another run"):
        cluster.solve_many(client, states, nodes=5, results_file=file)
    file.write_text("nonsense\n")
    with pytest.raises(ValueError, match="line 1: not an answer"):
        cluster.solve_many(client, states, results_file=file)
    with pytest.raises(ValueError, match="unknown game"):
        cluster.solve_many(client, [("go", "x")])


def test_puzzles_do_not_depend_on_the_cluster(client) -> None:
    one = cluster.puzzles(client, "staqs:size=4", count=3, seed=2)
    assert one == cluster.puzzles(client, "staqs:size=4", count=3, seed=2)
    assert len(one) == len({puzzle["position"] for puzzle in one}) == 3


@pytest.mark.parametrize(("spec", "nodes"), [("sight:size=3", 20), ("staqs:size=3", 20), ("sight:size=4", 10_000)])
def test_proofs_have_the_value_of_the_solver(client, tmp_path, spec: str, nodes: int) -> None:
    expected = cairn.solve(cairn.Game(spec).start(), book=False)["value"]
    file = tmp_path / "proof"
    begun = cluster.prove(client, spec, nodes=nodes, max_jobs=5, results_file=file)
    assert begun["value"] in (None, expected)
    proof = cluster.prove(client, spec, nodes=nodes, results_file=file)
    assert proof["value"] == expected and proof["bounds"] == [expected, expected]


def test_failures_are_clear(client, monkeypatch) -> None:
    jobs = iter([_jobs.Job("bad", int, ("x",))])
    with pytest.raises(cluster.JobFailed, match="job bad: ValueError: invalid literal"):
        list(_jobs.results(client, jobs))
    with pytest.raises(ValueError, match="nobody"):
        cluster.match(client, "staqs", "nobody", "random", games=2)
    monkeypatch.setattr(cairn, "__version__", "0.0.1")
    with pytest.raises(cluster.VersionMismatch, match="install the same everywhere"):
        cluster.check_versions(client)
    monkeypatch.setattr(_jobs, "check_versions", lambda client: 2)
    with pytest.raises(cluster.VersionMismatch, match="the run 0.0.1"):
        list(_jobs.results(client, iter([_jobs.Job("one", int, ("1",))])))


def test_command_line(capsys) -> None:
    match = ["match", "staqs:size=3", "--first", "greedy", "--second", "random", "--games", "10", "--seed", "2"]
    assert main([*match, "--local", "1", "--quiet"]) == 0
    figures = json.loads(capsys.readouterr().out)
    del figures["faults"]
    assert figures | {"seconds": 0} == of_program(*match)
    assert main(["prove", "go", "--local", "1"]) == 2
    assert "unknown game `go`" in capsys.readouterr().err
