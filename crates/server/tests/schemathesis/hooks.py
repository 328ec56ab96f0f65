"""What a description cannot say: which games there are, who may move in them, what a legal move is, and that nobody
waits for searches. Only what is right is replaced by something else that is right: what is wrong has to stay wrong."""

import schemathesis

GAMES = ["staqs:size=4", "stlts", "stac", "sight:size=4", "stacks"]

# Games that were created, by id: their tokens and the states that were told last.
tokens: dict[str, str] = {}
states: dict[str, dict] = {}


def game_of(case):
    return (case.path_parameters or {}).get("id")


@schemathesis.auth(refresh_interval=None)
class Seats:
    def get(self, case, context):
        return tokens.get(game_of(case))

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


def with_known_game(fields):
    """Three of four games are known ones."""
    game = fields.get("game") if isinstance(fields, dict) else None
    if type(game) is str and game and len(game) % 4:
        return {**fields, "game": GAMES[len(game) % len(GAMES)]}
    return fields


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.query:
        case.query = with_known_game(case.query)
    if not isinstance(case.body, dict):
        return
    body = with_known_game(case.body)
    if case.path == "/api/v1/analyze":
        seconds = body.get("seconds", 5)
        if seconds is None or (type(seconds) in (int, float) and 0.05 < seconds <= 60):
            body = {**body, "seconds": 0.05}
    state = states.get(game_of(case), {})
    is_move = case.path.endswith("/moves") and type(body.get("move")) is str and type(body.get("ply")) is int
    # Every other move is a legal one in its turn.
    if is_move and body["ply"] >= 0 and state.get("legal") and len(body["move"]) % 2 == 0:
        body = {**body, "move": state["legal"][0], "ply": state["ply"]}
    case.body = body


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code == 201 and case.path == "/api/v1/studies":
        told = response.json()
        tokens[told["id"]] = told["token"]
    if response.status_code not in (200, 201) or not case.path.startswith("/api/v1/games"):
        return
    if not response.headers.get("content-type", [""])[0].startswith("application/json"):
        return
    told = response.json()
    state = told.get("state", told)
    if "id" in state and "ply" in state:
        states[state["id"]] = state
        if told.get("token"):
            tokens[state["id"]] = told["token"]
