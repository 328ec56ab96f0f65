"""The games and options of all tests, and random games from Python."""

import random

import cairn

#: Every game with its defaults.
GAMES = cairn.games()

#: Several options of every game.
OPTIONS = [
    "staqs:size=3",
    "staqs:size=7,steps=all",
    "staqs:placement=free",
    "staqs:size=6,players=4",
    "staqs:size=3,players=3",
    "stlts:pins=2,quiet=40",
    "stlts:walks=straight,setup=seed,quiet=60",
    "stac:towers=stop",
    "stac:repetition=off,quiet=40",
    "sight:size=3",
    "sight:size=7,tallest=fallback",
    "stacks:fours=duty",
    "stacks:quiet=20,repetition=off",
]


def random_game(spec: str, seed: int) -> cairn.State:
    """A game of random actions to its end."""
    state = cairn.Game(spec).start()
    choose = random.Random(f"{spec} {seed}").choice
    while legal := state.legal_actions():
        state.apply_action(choose(legal))
    assert state.is_over and not state.moves()
    return state
