// Settings: cookies for those that the server needs, local storage for the others.

import { $ } from "./dom.js";
import { saveSetting, setting } from "./store.js";

/** @import { Settings } from "./types.d.ts" */

const COOKIES = ["language", "theme", "board", "size", "pieces"];
const YEAR = 31536000;
const form = $("settings");

for (const [name, value] of [["confirm", setting("confirm", "touch")], ["sound", setting("sound", "on")]]) {
  const chosen = form.querySelector(`[name=${name}][value=${CSS.escape(value)}]`);
  if (chosen instanceof HTMLInputElement) chosen.checked = true;
}

form.addEventListener("change", ({ target }) => {
  const { name, value } = /** @type {HTMLInputElement|HTMLSelectElement} */ (target);
  if (!COOKIES.includes(name)) {
    const own = /** @type {"confirm"|"sound"} */ (name);
    saveSetting(own, /** @type {Settings[typeof own]} */ (value));
    return;
  }
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
  if (name === "language") location.reload();
  else document.documentElement.dataset[name] = value;
});
