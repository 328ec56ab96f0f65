// A lesson: explains a rule, and judges the visitor's attempts.

import { messageOf, post } from "./api.js";
import { $, el, pageData, t, toggle } from "./dom.js";
import { playSound } from "./sound.js";
import { saveLesson, lessons } from "./store.js";
import { showVerdict, taskBoard } from "./task.js";

/** @import { LessonPage, LessonTry } from "./types.d.ts" */

/** @type {LessonPage} */
const data = pageData();
let at = Math.min(lessons()[data.game] ?? 0, data.steps.length - 1);
/** @type {string[]} */
let found = [];
let done = false;

const step = () => data.steps[at];

const board = taskBoard(
  () => ({ spec: step().spec, start: step().position, moves: [] }),
  (move) => attempt({ moves: [move] }),
  (site) => attempt({ site }),
);

board.setGame(data.game);

/** @type {Record<string, {key?: string, kind: string}>} */
const VERDICTS = {
  done: { key: "lesson.right", kind: "right" },
  missed: { key: "lesson.wrong", kind: "wrong" },
  found: { kind: "right" },
};

/** @param {{moves: string[]}|{site: string}|{solution: true}} what */
async function attempt(what) {
  if (done) return;
  /** @type {LessonTry} */
  const answer = await post(`lessons/${data.game}/try`, { step: at, found, ...what });
  if (answer.verdict === "illegal") {
    board.showProblem(answer.said);
    return;
  }
  const { key, kind } = VERDICTS[answer.verdict] ?? { kind: "" };
  showVerdict(key ? t(key, { said: answer.said }) : answer.said, kind);
  if (answer.verdict === "solution") {
    board.show(answer.svg);
    return;
  }
  found = answer.found;
  done = answer.done;
  if (done) {
    playSound("place");
    saveLesson(data.game, at + 1);
    board.show(answer.svg, { animate: true });
    board.stop("");
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

/**
 * Shows a step.
 * @param {number} index
 */
async function go(index) {
  at = index;
  [found, done] = [[], false];
  showVerdict("");
  $("step-title").textContent = step().title;
  $("step-text").textContent = step().text;
  board.show(step().svg);
  draw();
  if (step().task === "find") board.beginPointing(t("app.lesson_find"));
  else await board.begin();
}

$("back").onclick = () => go(at - 1);
$("skip").onclick = () => go(at + 1);
$("go-on").onclick = () => go(at + 1);
$("solution").onclick = () => attempt({ solution: true }).catch((error) => board.showProblem(messageOf(error)));

go(at);
