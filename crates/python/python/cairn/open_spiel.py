"""The games for OpenSpiel; importing this module registers `python_cairn_staqs` and the others.

>>> import pyspiel
>>> import cairn.open_spiel
>>> game = pyspiel.load_game("python_cairn_staqs", {"options": "size=3"})
>>> state = game.new_initial_state()
>>> state.apply_action(4)
>>> state.current_player(), state.legal_actions()
(1, [0, 1, 2, 3, 5, 6, 7, 8])
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from cairn import Game, games

#: The longest games of OpenSpiel that these games are cut off at, in actions.
MAX_LENGTH = 100_000


def _game_type(name: str) -> Any:
    game = Game(name)
    return pyspiel.GameType(
        short_name=f"python_cairn_{name}",
        long_name=f"{game.name} (Cairn)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4 if name == "staqs" else 2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


class CairnGame(pyspiel.Game):  # type: ignore[misc]
    """A game; the parameter `options` has what follows the colon of its spec."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        options = params.get("options", "")
        self.cairn_game = Game(f"{name}:{options}" if options else name)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.cairn_game.num_actions,
            max_chance_outcomes=0,
            num_players=self.cairn_game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_game_type(name), info, params)

    def new_initial_state(self) -> CairnState:
        return CairnState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CairnObserver:
        return CairnObserver(self.cairn_game)


class CairnState(pyspiel.State):  # type: ignore[misc]
    """A game in play."""

    def __init__(self, game: CairnGame) -> None:
        super().__init__(game)
        self.cairn_state = game.cairn_game.start()

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.cairn_state.is_over else self.cairn_state.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return self.cairn_state.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.cairn_state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.cairn_state.action_name(action)

    def is_terminal(self) -> bool:
        return self.cairn_state.is_over

    def returns(self) -> list[float]:
        return self.cairn_state.returns

    def __str__(self) -> str:
        names = " ".join(self.cairn_state.action_name(action) for action in self.cairn_state.chosen)
        return f"{self.cairn_state.position} {names}".strip()


class CairnObserver:
    """What the player to move sees."""

    def __init__(self, game: Game) -> None:
        self.shape = game.observation_shape
        self.tensor = np.zeros(np.prod(self.shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(self.shape)}

    def set_from(self, state: CairnState, player: int) -> None:
        self.dict["observation"][:] = state.cairn_state.observation()

    def string_from(self, state: CairnState, player: int) -> str:
        return str(state)


def _register(name: str) -> None:
    class NamedGame(CairnGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, params)

    NamedGame.__name__ = f"{name.capitalize()}Game"
    pyspiel.register_game(_game_type(name), NamedGame)


for _name in games():
    _register(_name)
