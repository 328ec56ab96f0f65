"""The games as PettingZoo environments of the agent-environment cycle.

>>> import cairn.pettingzoo
>>> env = cairn.pettingzoo.env("staqs:size=3")
>>> env.reset(seed=1)
>>> env.agent_selection, env.metadata["name"]
('player_0', 'staqs_v0')
>>> env.step(env.unwrapped.game_state.action("b2"))
>>> int(env.observe("player_1")["action_mask"].sum())
8
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cairn import Game, State

#: The largest value of an observation: limits of halfmove clocks are at most this.
HIGHEST = 1000.0


class RawEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game without checks of actions; `env` adds them."""

    metadata: dict[str, Any]

    def __init__(self, spec: str = "staqs", render_mode: str | None = None) -> None:
        super().__init__()
        self.game = Game(spec)
        self.metadata = {
            "name": self.game.version,
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(self.game.players)]
        self.agents = self.possible_agents[:]
        actions, shape = self.game.num_actions, self.game.observation_shape
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, HIGHEST, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.game_state: State = self.game.start()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game: at the position `options["position"]`, if there is one."""
        position = (options or {}).get("position")
        self.game_state = self.game.start() if position is None else self.game.position(position)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.game_state.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game_state.to_move]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The board from the point of view of the player to move; only that player has legal actions."""
        if agent == self.agent_selection:
            mask = self.game_state.action_mask().astype(np.int8)
        else:
            mask = np.zeros(self.game.num_actions, np.int8)
        return {"observation": self.game_state.observation(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the player to move has to take an action")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.game_state.apply_action(int(action))
        if self.game_state.is_over:
            self.rewards = dict(zip(self.possible_agents, self.game_state.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.possible_agents[self.game_state.to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        board = self.game_state.board()
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        pass


def env(spec: str = "staqs", render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """A game as an environment: `spec` is the game with its options.

    Observations are dicts of `observation` and `action_mask`. An illegal action ends the game: the player who chose it
    gets -1.
    """
    environment = RawEnv(spec, render_mode)
    checked = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))
