"""What a description cannot say: who may move in which game, what a legal move is, and that nobody waits for searches."""

import schemathesis

# Games that were created, by id: their tokens and the states that were told last.
tokens: dict[str, str] = {}
states: dict[str, dict] = {}


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body if isinstance(case.body, dict) else {}
    if case.path == "/api/v1/analyze" and body:
        seconds = body.get("seconds", 5)
        # Only what is right is made short: what is wrong has to stay wrong.
        if seconds is None or (type(seconds) in (int, float) and 0.05 < seconds <= 60):
            case.body = {**body, "seconds": 0.05}
    game = (case.path_parameters or {}).get("id")
    if game not in tokens:
        return
    if case.headers is not None and "Authorization" not in case.headers:
        case.headers["Authorization"] = f"Bearer {tokens[game]}"
    legal = states[game].get("legal")
    is_move = case.path.endswith("/moves") and type(body.get("move")) is str and type(body.get("ply")) is int
    # Every other move is a legal one in its turn.
    if is_move and body["ply"] >= 0 and legal and len(body["move"]) % 2 == 0:
        case.body = {**body, "move": legal[0], "ply": states[game]["ply"]}


@schemathesis.hook
def after_call(context, case, response):
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
