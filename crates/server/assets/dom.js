// Elements, texts and small things that all pages need.

const block = (id) => {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : {};
};

/** What the server says about this page. */
export const data = block("data");
const texts = block("texts");

/** The games by their ids: name, whether they have draws and whether anything is taken, seats with name and paint. */
export const games = texts.games ?? {};

/** The game of a spec such as `staqs:size=5`. */
export const gameOf = (spec) => games[String(spec).split(":")[0]] ?? { name: spec, seats: [] };

/** The element with an id. */
export const $ = (id) => document.getElementById(id);

/** A text, with its names filled in. */
export function t(key, args = {}) {
  const text = texts.say?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in args ? String(args[name]) : all));
}

/** A text that depends on a number. */
export const plural = (key, n, args = {}) => t(`${key}_${n === 1 ? "one" : "other"}`, { n, ...args });

/** Where the reader is, as far as the language of the page allows. */
const locale = () => {
  const { lang } = document.documentElement;
  return navigator.languages.find((each) => each.split("-")[0] === lang) ?? { en: "en-GB", pt: "pt-PT" }[lang] ?? lang;
};

/** A day as it is written there. */
export const dayOf = (time) => new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(time);

/** The name of a bot. */
export const botName = (bot) => texts.bots?.[bot] ?? bot;

/** Makes an element. Text is only ever text. */
export function el(name, props = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (value === true) element.setAttribute(key, "");
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A button. */
export const button = (text, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, text);

/** Shows or hides an element. */
export const toggle = (element, shown) => {
  element.hidden = !shown;
};

/** Parses a picture that the server has drawn. */
export function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

/** A disc in the colour of a seat. */
export const chip = (paint) => el("span", { class: "chip", "data-paint": paint, "aria-hidden": "true" });

/** Asks a question that is answered by yes or no. */
export function ask(question, yes, no) {
  return new Promise((resolve) => {
    const dialog = el(
      "dialog",
      { class: "dialog", "aria-labelledby": "question" },
      el("p", { id: "question" }, question),
      el(
        "p",
        { class: "actions" },
        button(yes, () => dialog.close("yes"), { class: "primary" }),
        button(no, () => dialog.close("no")),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Copies a link, and says so on a button for a while. */
export async function copy(text, by) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed, as without encryption: it is shown, to be copied by hand.
    const field = el("input", { type: "text", readonly: true, value: text, "aria-label": t("web.link") });
    const dialog = el("dialog", { class: "dialog", "aria-label": t("web.link") }, el("p", {}, field), el("p", {}, button(t("web.close"), () => dialog.close())));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.select();
    return;
  }
  const before = by.textContent;
  by.textContent = t("web.copied");
  setTimeout(() => (by.textContent = before), 1500);
}
