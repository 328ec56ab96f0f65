// Notices beside a board: the link to invite a friend, the form to join, and questions to be answered.

import { button, copy, el, t } from "./dom.js";
import { myName } from "./store.js";

/**
 * A question with the buttons that answer it.
 * @param {string} text
 * @param {() => unknown} accept
 * @param {() => unknown} decline
 */
export const question = (text, accept, decline) => [
  el("p", {}, text),
  el("p", { class: "actions" }, button(t("web.accept"), accept, { class: "primary" }), button(t("web.decline"), decline)),
];

/** The link of this page, to send to a friend. */
export function invitation() {
  const { href } = location;
  const link = el("input", { type: "text", readonly: true, value: href, id: "invite" });
  link.addEventListener("focus", () => link.select());
  /** @param {{currentTarget: HTMLButtonElement}} event */
  const send = ({ currentTarget }) => (navigator.share ? navigator.share({ url: href }).catch(() => {}) : copy(href, currentTarget));
  const share = button(t("web.copy_link"), send, { class: "primary" });
  return [
    el("h2", {}, t("web.invite")),
    el("p", { class: "field" }, el("label", { for: "invite" }, t("web.invite_about")), link),
    el("p", { class: "actions" }, share),
  ];
}

/**
 * The form to take an open seat.
 * @param {(name: string) => unknown} join
 */
export function joinForm(join) {
  const name = el("input", { type: "text", id: "join-name", name: "name", maxlength: "40", autocomplete: "nickname", value: myName() });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    join(String(new FormData(form).get("name")).trim());
  };
  const form = el(
    "form",
    { onsubmit: submit },
    el("p", { class: "field" }, el("label", { for: "join-name" }, t("web.your_name")), name),
    el("p", {}, el("button", { class: "primary", type: "submit" }, t("web.join"))),
  );
  return [el("h2", {}, t("web.join_title")), el("p", {}, t("web.join_about")), form];
}
