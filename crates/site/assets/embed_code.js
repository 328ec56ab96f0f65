// The HTML that shows a page of `/embed/` on another site, to be copied.

import { $, button, copy, el, t } from "./dom.js";

/** Text inside an attribute. @param {string} text */
const quoted = (text) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Shows the HTML for a page.
 * @param {string} path
 * @param {string} title
 */
export function showEmbedCode(path, title) {
  const code = el("textarea", { id: "embed-html", readonly: true, rows: "5", spellcheck: "false" });
  const theme = el("select", { id: "embed-theme" }, ...["auto", "light", "dark"].map((value, index) => el("option", { value }, [t("app.set.auto"), t("app.set.light"), t("app.set.dark")][index])));
  const draw = () => {
    const url = new URL(path, location.origin);
    url.searchParams.set("theme", theme.value);
    url.searchParams.set("language", document.documentElement.lang);
    code.value = `<iframe src="${quoted(url.href)}" title="${quoted(`${title} · Cairn`)}" width="100%" height="420" style="border:0" loading="lazy"></iframe>`;
  };
  const field = (/** @type {HTMLElement} */ element, /** @type {string} */ name) => el("p", { class: "field" }, el("label", { for: element.id }, name), element);
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog",
    { class: "dialog embed-code", "aria-labelledby": "embed-title" },
    el("h2", { id: "embed-title" }, t("web.embed")),
    el("p", {}, t("web.embed_about")),
    field(theme, t("app.set.mode")),
    field(code, "HTML"),
    el(
      "p",
      { class: "actions" },
      button(t("web.embed_copy"), ({ currentTarget }) => copy(code.value, currentTarget), { class: "primary" }),
      button(t("web.close"), () => dialog.close()),
    ),
  );
  theme.addEventListener("change", draw);
  code.addEventListener("focus", () => code.select());
  dialog.addEventListener("close", () => dialog.remove());
  draw();
  document.body.append(dialog);
  dialog.showModal();
  $("embed-html").select();
}
