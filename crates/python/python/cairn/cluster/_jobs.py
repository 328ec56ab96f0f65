"""Jobs on the workers of a Dask cluster: sent a few at a time, played again where a worker dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any, cast

from distributed import Client, LocalCluster, as_completed
from distributed.scheduler import KilledWorker

import cairn

#: Jobs that are sent for each thread of the cluster, so that no worker waits for the next one.
JOBS_PER_THREAD = 3
#: How often a job may lose its worker: a job that ends the process of every worker is a defect.
MAX_LOSSES = 1_000
#: How long to wait for a first worker, in seconds.
WORKER_PATIENCE = 60.0


class JobFailed(RuntimeError):
    """A job raised an exception on a worker."""


class SchedulerLost(RuntimeError):
    """The scheduler does not answer any more."""


class VersionMismatch(RuntimeError):
    """A worker has another version of Cairn."""


@dataclass(frozen=True)
class Job:
    """A function that any worker can call, and a name for its result."""

    name: Hashable
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def local(workers: int = 2) -> Client:
    """A cluster on this machine: so many processes of one thread each, which are replaced when they die.

    Scripts call it below `if __name__ == "__main__":`, because the processes import the script.
    """
    if workers < 1:
        raise ValueError(f"workers={workers}: at least 1")
    options: dict[str, Any] = {"dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, **options)
    # A worker that dies while it starts is replaced as well, which Dask does only for a number that adapts.
    cluster.adapt(minimum=workers, maximum=workers, interval="1s")
    client = _OwningClient(cluster)
    client.wait_for_workers(workers)
    # The workers import Cairn now and not in their first jobs.
    check_versions(client)
    return client


class _OwningClient(Client):  # type: ignore[misc]
    """A client that closes its cluster with itself."""

    def __init__(self, cluster: LocalCluster) -> None:
        super().__init__(cluster)
        self._own_cluster = cluster

    def close(self, timeout: Any = "__no_default__") -> Any:
        super().close()
        self._own_cluster.close()


def _version() -> str:
    return cairn.__version__


def check_versions(client: Client) -> int:
    """Checks that all workers have this version of Cairn, and returns how many threads they have."""
    deadline = time.monotonic() + WORKER_PATIENCE
    while not thread_count(client):
        if client.status not in ("running", "connecting"):
            raise SchedulerLost(_lost(client))
        if time.monotonic() > deadline:
            raise RuntimeError(f"no worker joined the cluster within {WORKER_PATIENCE:.0f} s")
        time.sleep(0.1)
    versions: dict[str, Any] = cast("Any", client.run(_version, on_error="return"))
    for address, version in versions.items():
        if isinstance(version, ModuleNotFoundError):
            raise VersionMismatch(f"the worker {address} has no Cairn: install cairn-games {_version()} there")
        if isinstance(version, str) and version != _version():
            raise VersionMismatch(
                f"the worker {address} has cairn-games {version}, this is {_version()}: install the same everywhere"
            )
    return max(1, thread_count(client))


def thread_count(client: Client) -> int:
    """How many threads the workers have that have joined."""
    return sum(cast("Any", client.nthreads()).values())


def _lost(client: Client) -> str:
    return f"the scheduler at {client.scheduler.address if client.scheduler else '?'} does not answer any more"


def _call(version: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[float, Any]:
    """Runs a job on a worker; also on workers that have joined since versions were checked."""
    if version != cairn.__version__:
        raise VersionMismatch(
            f"a worker has cairn-games {cairn.__version__}, the run {version}: install the same everywhere"
        )
    started = time.perf_counter()
    result = function(*arguments)
    return time.perf_counter() - started, result


def results(client: Client, jobs: Iterator[Job]) -> Iterator[tuple[Job, float, Any]]:
    """The jobs with the seconds that they took and their results, in the order in which they end."""
    in_flight = JOBS_PER_THREAD * check_versions(client)
    running: dict[Any, Job] = {}
    losses: dict[Hashable, int] = {}
    completed = as_completed()

    def send(job: Job) -> None:
        try:
            future = client.submit(
                _call, cairn.__version__, job.function, job.arguments, pure=False, retries=0
            )
        except Exception as error:
            raise SchedulerLost(_lost(client)) from error
        running[future.key] = job
        completed.add(future)

    def lost(job: Job) -> None:
        if client.status != "running":
            raise SchedulerLost(_lost(client))
        losses[job.name] = losses.get(job.name, 0) + 1
        if losses[job.name] > MAX_LOSSES:
            raise JobFailed(f"job {job.name} has lost its worker {MAX_LOSSES} times")
        send(job)

    def fill() -> None:
        while len(running) < in_flight:
            job = next(jobs, None)
            if job is None:
                return
            send(job)

    try:
        fill()
        while running:
            future = next(completed)
            job = running.pop(future.key)
            if future.status == "finished":
                try:
                    seconds, result = future.result(timeout=WORKER_PATIENCE)
                except (CancelledError, KilledWorker, OSError, TimeoutError):
                    # The worker has died with its result, or the scheduler.
                    lost(job)
                    continue
                future.release()
                yield job, seconds, result
                fill()
            elif future.status == "error" and isinstance(future.exception(), KilledWorker):
                lost(job)
            elif future.status == "error":
                error = future.exception()
                if isinstance(error, VersionMismatch):
                    raise error
                raise JobFailed(f"job {job.name}: {type(error).__name__}: {error}") from error
            else:
                lost(job)
    finally:
        completed.clear()
