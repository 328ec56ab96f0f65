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


def check_actions(state: cairn.State) -> None:
    """The mask has the actions of the legal moves that go on from the actions chosen."""
    chosen = state.chosen
    expected = set()
    for move in state.moves():
        actions = state.actions(move)
        if actions[: len(chosen)] == chosen:
            expected.add(actions[len(chosen)])
    mask = state.action_mask()
    assert set(mask.nonzero()[0].tolist()) == expected == set(state.legal_actions()), state


def random_game(spec: str, seed: int, checked: bool = False) -> cairn.State:
    """A game of random actions to its end."""
    state = cairn.Game(spec).start()
    choose = random.Random(f"{spec} {seed}").choice
    while legal := state.legal_actions():
        if checked:
            check_actions(state)
        state.apply_action(choose(legal))
    assert state.is_over and not state.moves()
    return state
