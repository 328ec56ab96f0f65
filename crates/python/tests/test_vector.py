"""`VectorGame` plays the same games as `State`, in step."""

import numpy as np
import pytest
from games import GAMES, OPTIONS

import cairn


@pytest.mark.parametrize("spec", GAMES + OPTIONS)
@pytest.mark.parametrize("batch", [3, 70])
def test_games_are_those_of_states(spec: str, batch: int) -> None:
    games = cairn.VectorGame(spec, batch, seed=7, threads=2)
    game = cairn.Game(spec)
    states = [game.start() for _ in range(batch)]
    rng = np.random.default_rng(1)
    finished = 0
    for step in range(400 if batch < 10 else 30):
        if step % 2:
            actions = games.sample()
        else:
            actions = np.array([rng.choice(mask.nonzero()[0]) for mask in games.mask], np.int32)
        reward, done = games.step(actions)
        for number in range(batch):
            states[number].apply_action(int(actions[number]))
            assert done[number] == states[number].is_over
            expected = states[number].returns
            assert np.allclose(reward[number], expected)
            if states[number].is_over:
                finished += 1
                states[number] = game.start()
            assert games.to_move[number] == states[number].to_move
            assert np.array_equal(games.mask[number], states[number].action_mask())
            assert np.array_equal(games.observation[number], states[number].observation())
        assert games.positions == [state.position for state in states]
    assert finished > 0 or batch > 10 or spec.startswith("st")


def test_views_are_not_copied_and_not_written() -> None:
    games = cairn.VectorGame("staqs", 4)
    before = games.mask
    assert before is games.mask and before.base is not None
    games.step([0, 1, 2, 3])
    assert not before[0, 0] and before[0, 1]
    for view in (games.mask, games.observation, games.to_move, *games.step(games.sample())):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1


def test_seeds_and_resets() -> None:
    def play(games: cairn.VectorGame) -> list[list[int]]:
        return [games.step(actions := games.sample()) and actions.tolist() for _ in range(20)]

    one = cairn.VectorGame("stac", 100, seed=4)
    first = play(one)
    one.reset()
    assert play(one) == first == play(cairn.VectorGame("stac", 100, seed=4, threads=1))
    assert first != play(cairn.VectorGame("stac", 100, seed=5))


def test_illegal_actions_change_nothing() -> None:
    games = cairn.VectorGame("staqs", 3)
    games.step([0, 1, 2])
    before = games.positions
    for actions, message in [
        ([1, 1, 1], "game 1: illegal action 1: b1 is not legal in"),
        ([1, 2, 126], "game 2: illegal action 126: actions are numbers from 0 to 125"),
        (np.array([-1, 0, 0]), "game 0: illegal action -1"),
        (np.array([2**40, 0, 0]), "game 0: illegal action -1"),
        ([1, 2], "2 actions for 3 games"),
    ]:
        with pytest.raises(ValueError) as error:
            games.step(actions)
        assert message in str(error.value)
        assert games.positions == before
    for actions in (np.zeros(3), ["a"] * 3, None, np.zeros((3, 1), np.int32)):
        with pytest.raises(TypeError, match="actions are a one-dimensional array"):
            games.step(actions)
    with pytest.raises(ValueError, match="at least 1"):
        cairn.VectorGame("staqs", 0)
    with pytest.raises(ValueError, match="unknown game"):
        cairn.VectorGame("go")


def test_arrays_can_be_left_out() -> None:
    games = cairn.VectorGame("stlts", 100, observations=False, masks=False)
    assert games.mask.size == games.observation.size == 0
    games.step(games.sample())
    with pytest.raises(ValueError, match="illegal action"):
        games.step(np.full(100, 21023, np.int32))
