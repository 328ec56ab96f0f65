// Settings: cookies for what the server must know, the rest in this browser.

import { $ } from "./dom.js";
import { keepSetting, setting } from "./store.js";

const COOKIES = ["language", "theme", "size", "pieces"];
const YEAR = 31536000;
const form = $("settings");

for (const name of ["confirm", "sound"]) {
  const chosen = form.querySelector(`[name=${name}][value=${CSS.escape(setting(name, name === "sound" ? "off" : "touch"))}]`);
  if (chosen) chosen.checked = true;
}

form.addEventListener("change", ({ target }) => {
  const { name, value } = target;
  if (!COOKIES.includes(name)) {
    keepSetting(name, value);
    return;
  }
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
  if (name === "language") location.reload();
  else document.documentElement.dataset[name] = value;
});
