"""Long computations on many machines, with Dask distributed.

A client of Dask comes first: `Client("tcp://HOST:8786")` for a cluster, or `cairn.cluster.local(2)` for two workers on this
machine. A job is a pure function of its number, so results do not depend on the number of workers or on the order in
which jobs end. A job whose worker dies is played again by another one. With a file, a run that was interrupted continues
where it was. Workers with another version of Cairn are refused.
"""

from cairn.cluster._jobs import JobFailed, SchedulerLost, VersionMismatch, check_versions, local
from cairn.cluster._matches import match, tournament
from cairn.cluster._prove import prove
from cairn.cluster._selfplay import read_shards, selfplay
from cairn.cluster._solving import puzzles, solve_many

__all__ = [
    "JobFailed",
    "SchedulerLost",
    "VersionMismatch",
    "check_versions",
    "local",
    "match",
    "prove",
    "puzzles",
    "read_shards",
    "selfplay",
    "solve_many",
    "tournament",
]
