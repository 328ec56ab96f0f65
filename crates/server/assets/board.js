// A board that knows no game: it shows what the server draws, walks the steps of a turn, and hands over a move.

import { $, button, el, picture, t } from "./dom.js";
import { setting } from "./store.js";

const SVG = "http://www.w3.org/2000/svg";
const LONG_PRESS = 500;
const DRAG = 8;
const MOTION = 180;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The place of a cell in the picture. */
function placeOf(cell) {
  const numbers = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(cell.getAttribute("transform") ?? "");
  return numbers ? { x: Number(numbers[1]), y: Number(numbers[2]) } : { x: 0, y: 0 };
}

const make = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

/** What stands on the sites of a picture: by site, pieces by kind. */
function piecesOf(svg) {
  const sites = new Map();
  for (const cell of svg.querySelectorAll("[data-site]")) {
    const pieces = {};
    for (const piece of cell.querySelectorAll("[data-piece]")) {
      const [kind, owner, height] = piece.dataset.piece.split(" ");
      pieces[kind] = { owner, height: Number(height), element: piece };
    }
    sites.set(cell.dataset.site, { pieces, ...placeOf(cell) });
  }
  return sites;
}

export class Board {
  #root = $("board");
  #prompt = $("prompt");
  #problem = $("problem");
  #choices = $("choices");
  #overlay = null;
  #ring = null;
  #focus = null;
  #turn = null;
  #first = null;
  #taken = [];
  #busy = Promise.resolve();
  /** Changes when another turn begins: answers about the one before are late. */
  #epoch = 0;
  #svg = null;
  #press = null;
  /** Where a piece was dropped before it was said which or how many. */
  #wanted = null;
  /** The seat that is to move, whose pieces can be dragged. */
  mover = null;
  /** The names of the seats. */
  names = [];

  /**
   * @param {{steps: (taken: string[]) => Promise<object>, play: (move: string) => Promise<void>,
   *   point?: (site: string) => Promise<void>}} options
   */
  constructor(options) {
    this.options = options;
    this.#listen();
    const given = this.#root.querySelector("svg");
    if (given?.querySelector("[role=grid]")) this.#adopt(given);
  }

  /** Shows a picture; pieces go to their new places if they are to. */
  show(svg, { animate = false } = {}) {
    if (svg === this.#svg) return;
    const before = animate && !still.matches && this.picture ? piecesOf(this.picture) : null;
    const next = picture(svg);
    const hadFocus = this.picture?.contains(document.activeElement);
    this.#svg = svg;
    this.picture?.replaceWith(next);
    if (!this.picture) this.#root.replaceChildren(next);
    this.#adopt(next);
    if (hadFocus) this.#cell(this.#focus)?.focus();
    if (before) this.#move(before, piecesOf(next));
  }

  /** Lets the visitor build a turn; `turn` is what the server says of it, or null to ask for it. */
  async begin(turn = null) {
    const epoch = ++this.#epoch;
    this.#turn = null;
    // What is shown belongs to the turn before.
    this.#root.classList.remove("active");
    const first = turn ?? (await this.options.steps([]));
    if (epoch !== this.#epoch) return;
    this.#taken = [];
    this.#first = first;
    this.#take(first, false);
  }

  /** Nothing can be chosen; this is said instead. */
  rest(said = "") {
    this.#epoch += 1;
    this.#turn = this.#first = null;
    this.#taken = [];
    this.#root.classList.remove("active");
    this.#choices.replaceChildren();
    this.say(said);
    this.#typed(false);
  }

  /** Lets the visitor point at sites, for tasks that are no moves. */
  pointing(said) {
    this.rest(said);
    this.#root.classList.add("active");
    this.#typed(true);
  }

  /** Says what is to be done. */
  say(text) {
    if (this.#prompt.textContent !== text) this.#prompt.textContent = text;
    this.complain("");
  }

  /** Says what is wrong. */
  complain(text) {
    if (this.#problem.textContent !== text) this.#problem.textContent = text;
  }

  get isActive() {
    return this.#turn !== null;
  }

  get taken() {
    return this.#taken;
  }

  // -- The picture ----------------------------------------------------------------------------

  #adopt(svg) {
    this.picture = svg;
    svg.querySelector("[role=grid]")?.setAttribute("aria-label", t("scene.board"));
    const view = svg.getAttribute("viewBox");
    if (!this.#overlay) {
      this.#overlay = make("svg", { class: "overlay", "aria-hidden": "true" });
      this.#ring = make("rect", { class: "ring", x: -48, y: -48, width: 96, height: 96, rx: 10 });
      this.#overlay.append(this.#ring);
    }
    for (const name of ["width", "height"]) this.#overlay.setAttribute(name, svg.getAttribute(name));
    this.#overlay.setAttribute("viewBox", view);
    this.#root.append(this.#overlay);
    const cells = this.#cells();
    for (const cell of cells) cell.setAttribute("tabindex", "-1");
    const kept = this.#cell(this.#focus);
    const middle = cells[Math.floor(cells.length / 2)];
    const marked = svg.querySelector("[data-mark=choice]");
    const start = kept ?? marked ?? middle;
    start?.setAttribute("tabindex", "0");
  }

  #cells() {
    return [...(this.picture?.querySelectorAll("[data-site]") ?? [])];
  }

  #cell(site) {
    return site ? this.picture?.querySelector(`[data-site="${CSS.escape(site)}"]`) : null;
  }

  #siteOf(node) {
    const cell = node instanceof Element ? node.closest("[data-site]") : null;
    return cell && this.picture?.contains(cell) ? cell.dataset.site : null;
  }

  // -- Turns ----------------------------------------------------------------------------------

  /** Does one thing after the other, so that quick hands lose no step. */
  #queue(job) {
    this.#busy = this.#busy.then(job).catch((error) => this.complain(error.message));
    return this.#busy;
  }

  async #ask(taken) {
    const epoch = this.#epoch;
    const turn = await this.options.steps(taken);
    if (epoch !== this.#epoch) return;
    this.#taken = taken;
    this.#take(turn, true);
  }

  #take(turn, animate) {
    this.#turn = turn;
    this.#root.classList.add("active");
    if (turn.svg) this.show(turn.svg, { animate });
    this.#typed(true);
    const said = [...this.#taken.length ? [this.#taken.join(" ")] : [], turn.prompt ?? ""].filter(Boolean).join(" › ");
    this.say(turn.finished ? t("web.confirm_move", { move: turn.finished }) : said);
    this.#drawChoices(turn);
  }

  #drawChoices(turn) {
    const buttons = [];
    if (turn.finished) buttons.push(button(t("web.play_it", { move: turn.finished }), () => this.#finish(), { class: "primary" }));
    for (const choice of turn.steps) {
      if (choice.kind === "site") continue;
      buttons.push(button(choice.label, () => this.#queue(() => this.#step(choice.step, false)), { class: "choice" }));
    }
    if (this.#taken.length) buttons.push(button(t("web.step_back"), () => this.back()));
    this.#choices.replaceChildren(...buttons);
  }

  /** Takes a step that is possible; the last one plays, or waits to be confirmed. */
  async #step(step, byTouch) {
    const epoch = this.#epoch;
    const taken = [...this.#taken, step];
    const turn = await this.options.steps(taken);
    if (epoch !== this.#epoch) return;
    if (turn.finished && !this.#mustConfirm(byTouch)) {
      await this.#play(turn.finished);
      return;
    }
    this.#taken = taken;
    this.#take(turn, true);
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted && this.#offers(wanted)) await this.#step(wanted, byTouch);
  }

  #mustConfirm(byTouch) {
    const when = setting("confirm", "touch");
    return when === "always" || (when === "touch" && byTouch);
  }

  #finish() {
    const move = this.#turn?.finished;
    if (move) return this.#queue(() => this.#play(move));
  }

  async #play(move) {
    this.#choices.replaceChildren();
    try {
      await this.options.play(move);
    } catch (error) {
      if (this.#first) {
        this.#taken = [];
        this.#take(this.#first, false);
      }
      throw error;
    }
  }

  /** Points at a site: takes the step, takes it back, or begins anew there. */
  point(site, byTouch = false) {
    const epoch = this.#epoch;
    return this.#queue(async () => {
      // Meant for a turn that is over by now, or for one that is yet to come.
      if (epoch !== this.#epoch || !this.#root.classList.contains("active")) return;
      if (this.options.point && !this.#turn) return this.options.point(site);
      const turn = this.#turn;
      if (!turn) return;
      const last = this.#taken.at(-1);
      this.#wanted = null;
      if (turn.finished) {
        // The second tap on the last step confirms it; a tap elsewhere begins anew.
        if (site === last) return this.#play(turn.finished);
        await this.#ask(this.#taken.slice(0, -1));
        return this.#pointAt(site, byTouch);
      }
      return this.#pointAt(site, byTouch);
    });
  }

  async #pointAt(site, byTouch) {
    const has = (turn) => turn?.steps.some((choice) => choice.kind === "site" && choice.step === site);
    if (has(this.#turn)) return this.#step(site, byTouch);
    if (this.#taken.at(-1) === site) return this.#ask(this.#taken.slice(0, -1));
    if (this.#taken.length && has(this.#first)) {
      this.#taken = [];
      return this.#step(site, byTouch);
    }
    // The server says why not.
    await this.options.steps([...this.#taken, site]);
  }

  /** Takes back a step. */
  back() {
    if (!this.#taken.length) return false;
    this.#queue(() => this.#ask(this.#taken.slice(0, -1)));
    return true;
  }

  // -- Hands ----------------------------------------------------------------------------------

  #listen() {
    const root = this.#root;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#drag(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#release());
    root.addEventListener("contextmenu", (event) => {
      const site = this.#siteOf(event.target);
      if (!site) return;
      event.preventDefault();
      if (event.pointerType !== "touch") this.look(site);
    });
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#focused(event.target));
    root.addEventListener("focusout", () => this.#ring?.classList.remove("on"));
    $("typed")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = $("move");
      const text = field.value.trim();
      if (!text) return;
      this.complain("");
      this.#queue(async () => {
        if (this.options.point && !this.#turn) await this.options.point(text);
        else await this.options.play(text);
        field.value = "";
      });
    });
  }

  #typed(on) {
    const form = $("typed");
    if (form) for (const field of form.elements) field.disabled = !on;
  }

  #down(event) {
    const site = this.#siteOf(event.target);
    if (!site || event.button !== 0) return;
    if (event.pointerType === "touch" && this.#root.classList.contains("active")) event.preventDefault();
    const press = { site, x: event.clientX, y: event.clientY, id: event.pointerId, touch: event.pointerType === "touch" };
    press.timer = setTimeout(() => {
      press.long = true;
      if (press.touch) this.look(site);
    }, LONG_PRESS);
    this.#press = press;
  }

  #drag(event) {
    const press = this.#press;
    if (!press || press.long || event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG;
    if (!press.ghost && far) {
      clearTimeout(press.timer);
      const piece = [...(this.#cell(press.site)?.querySelectorAll("[data-piece]") ?? [])].at(-1);
      press.isStep = this.#offers(press.site) || this.#taken.at(-1) === press.site;
      const isMovers = this.mover === null || piece?.dataset.piece.split(" ")[1] === String(this.mover);
      if (!this.#turn || !piece || !(press.isStep || isMovers)) {
        this.#press = null;
        return;
      }
      press.ghost = make("g", { class: "ghost" });
      press.ghost.append(piece.cloneNode(true));
      this.#overlay.append(press.ghost);
      this.#root.setPointerCapture(event.pointerId);
      if (press.isStep && this.#taken.at(-1) !== press.site) this.point(press.site);
    }
    if (press.ghost) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#overlay.getScreenCTM().inverse());
      press.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
    }
  }

  #up(event) {
    const press = this.#press;
    this.#release();
    if (!press || press.long && press.touch) return;
    if (!press.ghost) {
      if (this.#siteOf(event.target) !== press.site) return;
      const cell = this.#cell(press.site);
      this.#rove(cell);
      this.point(press.site, press.touch);
      return;
    }
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const site = this.#siteOf(under);
    if (site && site !== press.site) this.#queue(() => this.#drop(site, press));
  }

  #offers(site) {
    return Boolean(this.#turn?.steps.some((choice) => choice.kind === "site" && choice.step === site));
  }

  /** A piece was put down: the turn goes on there, perhaps by a step in between, or the piece goes back. */
  async #drop(site, press) {
    if (!this.#turn || this.#turn.finished) return;
    if (this.#offers(site)) return this.#step(site, press.touch);
    if (!press.isStep) return;
    const taken = this.#taken;
    const ways = [];
    for (const choice of this.#turn.steps.filter((each) => each.kind !== "site")) {
      const turn = await this.options.steps([...taken, choice.step]);
      if (turn.steps.some((each) => each.step === site)) ways.push(choice.step);
    }
    if (ways.length === 1) {
      await this.#ask([...taken, ways[0]]);
      return this.#step(site, press.touch);
    }
    if (ways.length > 1) {
      this.#wanted = site;
      return;
    }
    try {
      await this.options.steps([...taken, site]);
    } catch (error) {
      if (taken.length) await this.#ask(taken.slice(0, -1));
      throw error;
    }
  }

  #release() {
    clearTimeout(this.#press?.timer);
    this.#press?.ghost?.remove();
    this.#press = null;
  }

  // -- Keys -----------------------------------------------------------------------------------

  #key(event) {
    const cell = event.target.closest?.("[data-site]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const { key } = event;
    if (key in arrows) this.#go(cell, ...arrows[key]);
    else if (key === "Home" || key === "End") {
      const row = [...cell.parentElement.querySelectorAll("[data-site]")];
      (key === "Home" ? row[0] : row.at(-1)).focus();
    } else if (key === "Enter" || key === " ") this.point(cell.dataset.site);
    else if (key === "Backspace" || key === "Escape") {
      if (!this.back()) return;
    } else if (key === "i" || key === "I") this.look(cell.dataset.site);
    else return;
    event.preventDefault();
  }

  /** To the nearest cell in a direction. */
  #go(from, dx, dy) {
    const at = placeOf(from);
    let best = null;
    for (const cell of this.#cells()) {
      const to = placeOf(cell);
      const along = (to.x - at.x) * dx + (to.y - at.y) * dy;
      const aside = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx);
      if (along < 1) continue;
      const cost = along + 3 * aside;
      if (!best || cost < best.cost) best = { cell, cost };
    }
    best?.cell.focus();
  }

  #rove(cell) {
    if (!cell) return;
    for (const other of this.#cells()) other.setAttribute("tabindex", other === cell ? "0" : "-1");
    this.#focus = cell.dataset.site;
  }

  #focused(target) {
    const cell = target.closest?.("[data-site]");
    if (!cell) return;
    this.#rove(cell);
    const { x, y } = placeOf(cell);
    this.#ring.setAttribute("transform", `translate(${x} ${y})`);
    this.#ring.classList.toggle("on", cell.matches(":focus-visible"));
  }

  // -- A look into a stack --------------------------------------------------------------------

  /** Shows what stands on a site, large and in words. */
  look(site) {
    const cell = this.#cell(site);
    if (!cell) return;
    $("look")?.remove();
    const words = (cell.getAttribute("aria-label") ?? site).split(", ");
    const large = make("svg", { viewBox: "-52 -52 104 104", class: "look-picture", "aria-hidden": "true" });
    const copy = cell.cloneNode(true);
    for (const name of ["transform", "role", "tabindex", "aria-label", "data-site"]) copy.removeAttribute(name);
    large.append(copy);
    const close = button("×", () => panel.hidePopover(), { class: "square", "aria-label": t("web.close") });
    const panel = el(
      "div",
      { id: "look", class: "look", popover: "auto", role: "dialog", "aria-label": t("web.look_at", { site: words[0] }) },
      el("div", { class: "card-head" }, el("strong", {}, words[0]), close),
      large,
      el("ul", {}, ...words.slice(1).map((word) => el("li", {}, word))),
      this.#pileOf(cell),
    );
    document.body.append(panel);
    panel.addEventListener("toggle", (event) => {
      if (event.newState === "closed") {
        panel.remove();
        this.#cell(site)?.focus();
      }
    });
    panel.showPopover();
    close.focus();
  }

  /** The pieces of a pile from top to bottom, if there are several. */
  #pileOf(cell) {
    const pile = cell.querySelector('[data-piece^="pile"]');
    const [, owner, height, body] = pile?.dataset.piece.split(" ") ?? [];
    if (!(height > 1) || !this.names.length) return null;
    const name = (seat) => this.names[seat] ?? t("piece.neutral");
    const below = t("web.below", { n: height - 1, what: name(body) });
    return el("ol", { class: "pile" }, el("li", {}, t("web.on_top", { what: name(owner) })), el("li", {}, below));
  }

  // -- Motion ---------------------------------------------------------------------------------

  /** Pieces that have appeared come from where the like has gone. */
  #move(before, after) {
    const gone = [];
    const come = [];
    for (const [site, now] of after) {
      const then = before.get(site);
      if (!then) continue;
      for (const kind of new Set([...Object.keys(now.pieces), ...Object.keys(then.pieces)])) {
        const [a, b] = [then.pieces[kind], now.pieces[kind]];
        if (a?.owner === b?.owner && a?.height === b?.height) continue;
        const grown = (b?.height ?? 0) - (a?.height ?? 0);
        if (b && (grown > 0 || a?.owner !== b.owner)) come.push({ kind, owner: b.owner, piece: b.element, n: grown, x: now.x, y: now.y });
        if (a && (grown < 0 || a.owner !== b?.owner)) gone.push({ kind, owner: a.owner, n: -grown, x: now.x, y: now.y });
      }
    }
    for (const to of come) {
      const fits = (from) => from.kind === to.kind && (from.x !== to.x || from.y !== to.y);
      const rank = (from) => (from.owner === to.owner ? 2 : 0) + (from.n === to.n ? 1 : 0);
      const from = gone.filter(fits).sort((a, b) => rank(b) - rank(a))[0];
      if (from) gone.splice(gone.indexOf(from), 1);
      this.#fly(to, from);
    }
  }

  #fly(to, from) {
    const traveller = make("g", {});
    traveller.append(to.piece.cloneNode(true));
    this.#overlay.append(traveller);
    to.piece.classList.add("away");
    const at = (place) => `translate(${place.x}px, ${place.y}px)`;
    const frames = from
      ? [{ transform: at(from) }, { transform: at(to) }]
      : [{ transform: `${at(to)} scale(1.25)`, opacity: 0 }, { transform: at(to), opacity: 1 }];
    const motion = traveller.animate(frames, { duration: MOTION, easing: "cubic-bezier(.3,.8,.4,1)", fill: "forwards" });
    const end = () => {
      traveller.remove();
      to.piece.classList.remove("away");
    };
    motion.onfinish = motion.oncancel = end;
  }
}

