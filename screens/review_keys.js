// Keys of the review page. The next items are in the page already, so a key shows the next one at once; the decision is
// in a list that is sent again until the server says it has it. Each entry names the item and revision that was seen.
const UNSENT = "assay-unsent-decisions";
const MOVES = ["accept", "reject", "defer", "flag", "next"];
const KEPT = ["accept", "reject", "defer", "flag"];

function fresh() {
  return { tab: "", who: "", n: 0, queue: [], cards: [], at: 0, since: 0, waiting: false, reasons: false, notes: {}, tries: 0, guide: true };
}

function stored() {
  try { return JSON.parse(sessionStorage.getItem(UNSENT)) || { who: "", list: [] }; } catch { return { who: "", list: [] }; }
}

function keep(state) {
  const list = state.queue.filter((press) => KEPT.includes(press.verb));
  if (list.length) sessionStorage.setItem(UNSENT, JSON.stringify({ who: state.who, list }));
  else sessionStorage.removeItem(UNSENT);
}

function element(tag, name, parent) {
  const made = document.createElement(tag);
  made.className = name;
  parent.appendChild(made);
  return made;
}

function build(parent) {
  const root = element("div", "rv rv-board", parent);
  const top = element("div", "rv-top", root);
  const verbs = element("div", "rv-verbs", root);
  const reasons = element("div", "rv-verbs rv-reasons", root);
  const columns = element("div", "rv-columns", root);
  const left = element("div", "rv-left", columns);
  const text = element("div", "rv-text", left);
  const note = element("input", "rv-note", left);
  const more = element("div", "rv-more", left);
  const right = element("div", "rv-right", columns);
  return { root, top, verbs, reasons, columns, text, note, more, right };
}

function button(place, verb) {
  const made = element("button", `rv-button ${verb.style || ""}`, place);
  made.type = "button";
  made.dataset.verb = verb.verb;
  if (verb.n) made.dataset.n = verb.n;
  made.disabled = Boolean(verb.disabled);
  made.append(verb.label);
  const key = element("kbd", "", made);
  key.textContent = verb.key.toUpperCase();
  made.setAttribute("aria-keyshortcuts", verb.key.toUpperCase());
}

function typing(target) {
  return target && (["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName) || target.isContentEditable);
}

function mount(parent) {
  const page = build(parent);
  const state = (window.assayReview = window.assayReview || fresh());
  let data = null, set = null, drawn = null, buttons = "";
  const card = () => state.cards[state.at];

  function draw() {
    const now = card();
    page.root.hidden = data.quiet;
    page.root.classList.toggle("rv-waiting", state.waiting || !now);
    page.verbs.hidden = state.reasons;
    page.reasons.hidden = !state.reasons;
    if (now === drawn) return;
    drawn = now;
    page.text.innerHTML = now ? now.left : "";
    page.more.innerHTML = now ? now.more : "";
    page.right.innerHTML = now ? now.right : "";
    page.note.hidden = !now;
    page.note.value = now ? state.notes[now.id] || "" : "";
    state.since = performance.now();
    for (const place of page.root.querySelectorAll("details")) place.open = state.guide;
  }

  function drawButtons() {
    const wanted = JSON.stringify([data.verbs, data.reasons]);
    if (wanted === buttons) return;
    buttons = wanted;
    page.verbs.replaceChildren();
    page.reasons.replaceChildren();
    for (const verb of data.verbs) button(page.verbs, verb);
    for (const verb of data.reasons) button(page.reasons, verb);
  }

  function say(sentence) {
    const place = page.top.querySelector(".rv-said");
    if (place && sentence) place.textContent = sentence;
  }

  function send(press) {
    state.n += 1;
    state.queue.push({ ...press, n: state.n, made: Date.now() });
    keep(state);
    set("presses", { tab: state.tab, list: state.queue });
  }

  function act(verb, n) {
    const now = card();
    if (data.quiet || state.waiting) return;
    if (verb === "reasons") { if (now) { state.reasons = !state.reasons; draw(); } return; }
    if (!now && !["undo", "previous"].includes(verb)) return;
    const reason = verb === "reject" ? data.reasons[n - 1].reason : "";
    const press = { verb, reason, place: n || 0, undo: state.queue.length ? "" : data.undo, id: "", revision: 0, status: "" };
    if (now) {
      Object.assign(press, { id: now.id, revision: now.revision, status: now.status, comment: page.note.value.trim() });
      press.seconds = Math.round((performance.now() - state.since) / 100) / 10;
    }
    state.reasons = false;
    if (MOVES.includes(verb)) {
      if (verb !== "next") delete state.notes[now.id];
      state.at += 1;
    } else if (verb !== "wave") state.waiting = true;
    if (verb === "wave") page.right.querySelector(`[data-near="${n}"]`)?.classList.toggle("rv-waved");
    draw();
    send(press);
  }

  function remark() {
    const now = card(), said = page.note.value.trim();
    if (!now || !said || state.waiting) return;
    delete state.notes[now.id];
    page.note.value = "";
    send({ verb: "comment", id: now.id, revision: now.revision, status: now.status, comment: said, reason: "", place: 0 });
  }

  function onKey(event) {
    if (!data || data.quiet || event.isComposing) return;
    if (event.target === page.note) {
      if (event.key === "Enter") remark();
      if (event.key === "Enter" || event.key === "Escape") { page.note.blur(); event.preventDefault(); }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (document.querySelector("[role=dialog],[data-testid=stPopoverBody]")) return;
    const digit = /^Digit([1-9])$/.exec(event.code);
    let verb, n;
    if (digit) {
      n = Number(digit[1]);
      if (state.reasons) verb = n <= data.reasons.length - 1 ? "reject" : "";
      else if (page.right.querySelector(`[data-near="${n}"]`)) verb = event.shiftKey ? "evidence" : "wave";
    } else if (event.key === "Escape") verb = state.reasons ? "reasons" : "";
    else {
      const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase();
      const stale = state.reasons ? "" : data.stale[pressed];
      const first = stale && page.text.querySelector(`[data-verb=${stale}]`);
      if (first) { verb = stale; n = Number(first.dataset.n); }
      else verb = data.verbs.find((one) => one.key === pressed && !(one.disabled && !state.queue.length))?.verb;
      // While the reasons are open only their own key closes them again.
      if (state.reasons && verb !== "reasons") return;
    }
    if (!verb) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A key held down is one press.
    if (!event.repeat) act(verb, n);
  }

  function onClick(event) {
    const pressed = event.target.closest?.("[data-verb]");
    if (!pressed || !page.root.contains(pressed)) return;
    const verb = pressed.dataset.verb;
    if (verb === "open") { state.waiting = true; draw(); send({ verb, id: pressed.dataset.item, revision: 0, status: "", reason: "", place: 0 }); return; }
    act(verb, Number(pressed.dataset.n || 0));
    pressed.blur();
  }

  function onToggle(event) { state.guide = event.target.open; }

  function onInput() { if (card()) state.notes[card().id] = page.note.value; }

  const beat = setInterval(() => {
    const oldest = state.queue[0];
    if (!oldest || !data) return;
    const age = Date.now() - oldest.made;
    if (age > 1500) say(age > 4000 ? data.offline.replace("{n}", state.queue.length) : data.saving);
    if (age > 3000 * (state.tries + 1)) {
      state.tries += 1;
      set("presses", { tab: state.tab, list: state.queue, again: state.tries });
    }
  }, 500);

  window.addEventListener("keydown", onKey, true);
  page.root.addEventListener("click", onClick);
  page.root.addEventListener("toggle", onToggle, true);
  page.note.addEventListener("input", onInput);

  function adopt() {
    // Another session of the server, after a reload or a lost connection: what it does not have is sent again.
    const left = stored();
    const mine = state.queue.length ? state.queue.filter((press) => KEPT.includes(press.verb)) : left.who === data.who ? left.list : [];
    state.tab = data.tab;
    state.who = data.who;
    state.n = data.ack;
    state.queue = mine.map((press) => ({ ...press, n: (state.n += 1) }));
    state.cards = [];
    state.at = 0;
    if (state.queue.length) set("presses", { tab: state.tab, list: state.queue });
  }

  function settle() {
    const shown = card();
    const pressed = new Set(state.queue.filter((press) => MOVES.includes(press.verb)).map((press) => press.id));
    const place = shown ? data.cards.findIndex((one) => one.id === shown.id) : -1;
    if (!state.queue.length) { state.at = 0; state.cards = data.cards; state.waiting = false; }
    else if (place >= 0) { state.at = place; state.cards = data.cards; }
    else if (!shown) { state.cards = data.cards.filter((one) => !pressed.has(one.id)); state.at = 0; }
    const now = card();
    // The same text keeps its place on screen and its clock.
    if (now && drawn && JSON.stringify(now) === JSON.stringify(drawn)) { state.cards[state.at] = drawn; }
    else if (now && drawn && now.id === drawn.id) { const since = state.since; draw(); state.since = since; }
  }

  return {
    update(given, setState) {
      data = given;
      set = setState;
      if (data.tab !== state.tab || data.who !== state.who) adopt();
      if (state.queue.length && state.queue[0].n <= data.ack) state.tries = 0;
      state.queue = state.queue.filter((press) => press.n > data.ack);
      keep(state);
      page.note.placeholder = data.comment;
      page.root.style.setProperty("--rv-height", data.height);
      page.top.innerHTML = data.top;
      drawButtons();
      settle();
      draw();
    },
    leave() {
      clearInterval(beat);
      window.removeEventListener("keydown", onKey, true);
      page.root.remove();
    },
  };
}

export default function ({ data, parentElement, setStateValue }) {
  const known = parentElement.assayBoard;
  const board = known || (parentElement.assayBoard = mount(parentElement));
  board.alive = true;
  board.update(data, setStateValue);
  return () => {
    // A redraw cleans up and calls again in the same breath; only a component that stays away has left the page.
    board.alive = false;
    setTimeout(() => {
      if (board.alive) return;
      board.leave();
      delete parentElement.assayBoard;
    }, 0);
  };
}
