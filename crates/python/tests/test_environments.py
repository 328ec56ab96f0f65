"""The tests that the other libraries have for environments, for every game and several options."""

import warnings

import gymnasium
import numpy as np
import pyspiel
import pytest
from games import GAMES, OPTIONS
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import random_agent  # noqa: F401
from pettingzoo.test import api_test, seed_test

import cairn
import cairn.gymnasium
import cairn.open_spiel
import cairn.pettingzoo

SPECS = GAMES + OPTIONS


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoo(spec: str) -> None:
    env = cairn.pettingzoo.env(spec)
    assert env.metadata["name"] == cairn.Game(spec).version
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=60)
    seed_test(lambda: cairn.pettingzoo.env(spec), num_cycles=40)


def test_pettingzoo_ends_after_illegal_actions() -> None:
    env = cairn.pettingzoo.env("staqs")
    env.reset()
    env.step(12)
    env.step(12)
    assert env.terminations == {"player_0": True, "player_1": True} and env.rewards["player_1"] == -1


@pytest.mark.parametrize("spec", SPECS)
def test_gymnasium(spec: str) -> None:
    name, _, options = spec.partition(":")
    env = gymnasium.make(f"cairn/{name.capitalize()}-v0", spec=spec, opponent="greedy")
    check_env(env.unwrapped, skip_render_check=True)
    for seed in range(2):
        _, info = env.reset(seed=seed)
        done, rng = False, np.random.default_rng(seed)
        for _ in range(200):
            legal = info["action_mask"].nonzero()[0]
            _, reward, done, _, info = env.step(int(rng.choice(legal)))
            if done:
                assert reward in env.unwrapped.state.returns
                break


def test_gymnasium_takes_levels_and_seats() -> None:
    env = gymnasium.make("cairn/Staqs-v0", opponent="level2", seat=1, render_mode="ansi")
    _, info = env.reset(seed=1)
    assert info["seat"] == 1 and info["action_mask"].sum() == 24 and "Blue" in env.render()
    _, reward, done, _, info = env.step(0 if not info["action_mask"][0] else 125)
    assert (reward, done) == (-1.0, True) and "illegal action" in info["illegal"]
    with pytest.raises(ValueError, match="seat=7"):
        gymnasium.make("cairn/Staqs-v0", seat=7)


@pytest.mark.parametrize("spec", GAMES)
def test_gymnasium_vectors(spec: str) -> None:
    env = gymnasium.make_vec(f"cairn/{spec.capitalize()}-v0", num_envs=8, vectorization_mode="vector_entry_point")
    observations, infos = env.reset(seed=3)
    assert env.observation_space.contains(np.array(observations))
    rng = np.random.default_rng(3)
    for _ in range(30):
        actions = np.array([rng.choice(mask.nonzero()[0]) for mask in infos["action_mask"]])
        observations, rewards, done, cut, infos = env.step(actions)
        assert observations.shape[0] == rewards.shape[0] == 8 and not cut.any()
    with pytest.raises(ValueError, match="game 0: illegal action"):
        env.step(np.full(8, env.single_action_space.n))


@pytest.mark.parametrize("spec", SPECS)
def test_open_spiel(spec: str) -> None:
    name, _, options = spec.partition(":")
    game = pyspiel.load_game(f"python_cairn_{name}", {"options": options})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < 30:
        state.apply_action(state.legal_actions()[0])
        assert state.clone().history() == state.history()
