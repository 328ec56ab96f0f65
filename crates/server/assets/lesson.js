// A lesson: a rule is explained, something is tried, and the answer depends on what was tried.

import { post } from "./api.js";
import { $, data, el, t, toggle } from "./dom.js";
import { knock } from "./sound.js";
import { keepLesson, lessons } from "./store.js";
import { say, taskBoard } from "./task.js";

let at = Math.min(lessons()[data.game] ?? 0, data.steps.length - 1);
let found = [];
let done = false;

const step = () => data.steps[at];

const board = taskBoard(
  () => ({ spec: step().spec, start: step().position, moves: [] }),
  (move) => attempt({ moves: [move] }),
  (site) => attempt({ site }),
);

board.setGame(data.game);

async function attempt(what) {
  if (done) return;
  const answer = await post(`lessons/${data.game}/try`, { step: at, found, ...what });
  if (answer.verdict === "illegal") {
    board.complain(answer.said);
    return;
  }
  const key = { done: "lesson.right", missed: "lesson.wrong" }[answer.verdict];
  say(key ? t(key, { said: answer.said }) : answer.said, { done: "right", missed: "wrong", found: "right" }[answer.verdict] ?? "");
  if (answer.verdict === "solution") return;
  found = answer.found;
  done = answer.done;
  if (done) {
    knock();
    keepLesson(data.game, at + 1);
    board.show(answer.svg, { animate: true });
    board.rest("");
  } else if (step().task === "find") board.show(answer.svg);
  else await board.begin();
  draw();
}

function draw() {
  const isLast = at === data.steps.length - 1;
  const known = lessons()[data.game] ?? 0;
  $("steps").replaceChildren(
    ...data.steps.map((each, index) =>
      el(
        "span",
        { role: "listitem" },
        el("button", { type: "button", class: `dot${index < known ? " done" : ""}`, "aria-current": index === at ? "step" : null, "aria-label": t("web.step_of", { n: index + 1, all: data.steps.length, title: each.title }), onclick: () => go(index) }, String(index + 1)),
      ),
    ),
  );
  $("back").disabled = at === 0;
  $("skip").disabled = isLast;
  toggle($("skip"), !done);
  toggle($("solution"), !done);
  toggle($("go-on"), done && !isLast);
  toggle($("first-game"), done && isLast);
}

/** Sets a step up. */
async function go(index) {
  at = index;
  [found, done] = [[], false];
  say("");
  $("step-title").textContent = step().title;
  $("step-text").textContent = step().text;
  board.show(step().svg);
  draw();
  if (step().task === "find") board.pointing(t("app.lesson_find"));
  else await board.begin();
}

$("back").onclick = () => go(at - 1);
$("skip").onclick = () => go(at + 1);
$("go-on").onclick = () => go(at + 1);
$("solution").onclick = () => attempt({ solution: true }).catch((error) => board.complain(error.message));

go(at);
