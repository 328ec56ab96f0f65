"""The games as Gymnasium environments, against a bot, and many games at a time.

>>> import gymnasium
>>> import cairn.gymnasium
>>> env = gymnasium.make("cairn/Staqs-v0", opponent="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
>>> float(reward), terminated
(0.0, False)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from cairn import Game, State, VectorGame, bot, games

HIGHEST = 1000.0


class OpponentEnv(gymnasium.Env):  # type: ignore[misc]
    """A game against bots. The agent plays one of the seats, a random one for each game unless `seat` names it.

    `info["action_mask"]` has the legal actions. An illegal action loses the game: the reward is -1 and `info["illegal"]`
    has the reason. `opponent` is the name of a bot, which plays all other seats.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        spec: str = "staqs",
        opponent: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = Game(spec)
        self.opponent = bot(opponent)
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(f"seat={seat}: {self.game.spec} has the seats 0 to {self.game.players - 1}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: None or 'ansi'")
        self.fixed_seat = seat
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0.0, HIGHEST, self.game.observation_shape, np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.state: State = self.game.start()
        self.seat = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        self.state = self.game.start()
        if self.fixed_seat is None:
            self.seat = int(self.np_random.integers(self.game.players))
        else:
            self.seat = self.fixed_seat
        self._let_opponents_move()
        return self.state.observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        try:
            self.state.apply_action(int(action))
        except ValueError as error:
            info = self._info() | {"illegal": str(error)}
            return self.state.observation(), -1.0, True, False, info
        self._let_opponents_move()
        reward = float(self.state.returns[self.seat])
        return self.state.observation(), reward, self.state.is_over, False, self._info()

    def render(self) -> str | None:
        return self.state.board() if self.render_mode == "ansi" else None

    def _let_opponents_move(self) -> None:
        while not self.state.is_over and self.state.to_move != self.seat:
            self.state.play(self.opponent.choose(self.state, int(self.np_random.integers(2**63))))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.action_mask().astype(np.int8), "seat": self.seat}


class SelfPlayVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games of self-play in step: each action is of the player to move in its game.

    The reward is that of the player who has moved. A game that ends starts anew in the same step; `infos["action_mask"]`
    has the legal actions, and `infos["to_move"]` the player to move next. An illegal action raises a `ValueError`.
    """

    def __init__(self, spec: str = "staqs", num_envs: int = 1024, seed: int = 0) -> None:
        self.games = VectorGame(spec, num_envs, seed)
        game = Game(spec)
        self.spec_name = game.spec
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "version": game.version}
        self.single_observation_space = spaces.Box(0.0, HIGHEST, game.observation_shape, np.float32)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = spaces.Box(0.0, HIGHEST, (num_envs, *game.observation_shape), np.float32)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, game.num_actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        if seed is not None:
            self.games = VectorGame(self.spec_name, self.num_envs, seed)
        self.games.reset()
        return self.games.observation, self._infos()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        movers = self.games.to_move.copy()
        rewards, done = self.games.step(np.asarray(actions))
        reward = rewards[np.arange(self.num_envs), movers]
        return self.games.observation, reward, done, np.zeros(self.num_envs, bool), self._infos()

    def close_extras(self, **_: Any) -> None:
        pass

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.games.mask, "to_move": self.games.to_move}


def register() -> None:
    """Registers `cairn/Staqs-v0` and the other games, also as vector environments; importing this module does it."""
    for name in games():
        version = Game(name).version.rpartition("_v")[2]
        gymnasium.register(
            id=f"cairn/{name.capitalize()}-v{version}",
            entry_point="cairn.gymnasium:OpponentEnv",
            vector_entry_point="cairn.gymnasium:SelfPlayVectorEnv",
            kwargs={"spec": name},
            disable_env_checker=True,
        )


register()
