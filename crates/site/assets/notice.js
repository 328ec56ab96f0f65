// Notices in the place of the prompt, each with a line of text and a row of controls: the link to invite a friend, the form
// to join, and questions.

import { button, copy, el, t } from "./dom.js";
import { myName } from "./store.js";

/**
 * Creates a line of text and a row of controls.
 * @param {string} text
 * @param {(HTMLElement|null)[]} controls
 */
export const notice = (text, ...controls) => [el("p", {}, text), el("div", { class: "controls" }, ...controls)];

/**
 * Creates a question with the buttons that answer it.
 * @param {string} text
 * @param {() => unknown} accept
 * @param {() => unknown} decline
 */
export const question = (text, accept, decline) =>
  notice(text, button(t("web.accept"), accept, { class: "primary" }), button(t("web.decline"), decline));

/**
 * Shows the link of this page, to send to a friend.
 * @param {string|undefined} key the invitation, if the friend needs one
 * @param {HTMLElement} cancel
 */
export function invitation(key, cancel) {
  const href = location.origin + location.pathname + (key ? `#${key}` : "");
  const link = el("input", { type: "text", readonly: true, value: href, id: "invite", "aria-label": t("web.link") });
  link.addEventListener("focus", () => link.select());
  /** @param {{currentTarget: HTMLButtonElement}} event */
  const send = ({ currentTarget }) => (navigator.share ? navigator.share({ url: href }).catch(() => {}) : copy(href, currentTarget));
  return notice(t("web.invite_about"), link, button(t("web.copy_link"), send, { class: "primary" }), cancel);
}

/**
 * Creates the form to take an open seat.
 * @param {(name: string) => unknown} join
 */
export function joinForm(join) {
  const name = el("input", { type: "text", id: "join-name", name: "name", maxlength: "40", autocomplete: "nickname", value: myName(), placeholder: t("web.your_name"), "aria-label": t("web.your_name") });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    join(String(new FormData(form).get("name")).trim());
  };
  const [text, controls] = notice(t("web.join_about"), name, el("button", { class: "primary", type: "submit" }, t("web.join")));
  return [el("form", { onsubmit: submit }, text, controls)];
}
