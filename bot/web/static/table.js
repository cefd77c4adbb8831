// A table's page alive: presses without loading anew, the newest state as it happens, the clock, taps on the board.

import { newKey, say } from "./page.js";
import { regain } from "./remote.js";
import { closeMenus, place } from "./spots.js";

const table = document.getElementById("table");
const press = document.getElementById("press");
const board = document.getElementById("board");
const picture = document.getElementById("picture");
const offline = document.getElementById("offline");
const address = table.dataset.address;
const token = document.querySelector('meta[name="token"]').content;

const TRIES = 4;
const PATIENCE_MS = 10_000;
const POLL_MS = 10_000;
const WAIT_MS = 700;
const BREAK_MS = 3_000;

let version = Number(table.dataset.version);
let turn = table.dataset.turn;
let lag = Number(table.dataset.now) - Date.now(); // the server's clock against this one's
let stream = null;
const me = newKey(); // this very page's name: what its press is answered with, its stream does not bring once more
let pressing = null; // the version that the press under way saw
let waiting = null; // a press of what was shown since
const known = table.dataset.next; // who comes when there is a next table already looks back: a button leads on

// ---- the newest state

function show(state) {
  lost(false);
  if (state.version < version) return;
  version = state.version;
  lag = state.now - Date.now();
  if (state.next && state.next !== known) {
    location.assign(state.next);
    return;
  }
  document.title = `${state.title} · ${table.dataset.name}`;
  for (const [name, html] of Object.entries(state.pieces)) if (name !== "spots") put(document.getElementById(name), html);
  if (state.turn !== turn) {
    turn = state.turn;
    document.dispatchEvent(new Event("turned"));
  }
  showPicture(state.picture, state.pieces.spots);
  afterPieces();
}

const shown = new Map();

function put(element, html) {
  if (shown.get(element.id) === html) return;
  shown.set(element.id, html);
  const focus = element.contains(document.activeElement) ? document.activeElement : null;
  const typed = [...element.querySelectorAll("input")].filter((field) => field.value !== field.defaultValue);
  element.innerHTML = html;
  for (const { name, value } of typed) {
    const field = element.querySelector(`input[name="${name}"]`);
    if (field) field.value = value;
  }
  if (!focus) return;
  // Who goes by the keyboard stays where they were: the same field or button, else the first button.
  const same = focus.matches("button") ? `button[value="${CSS.escape(focus.value)}"]` : `input[name="${focus.name}"]`;
  (element.querySelector(same) ?? element.querySelector("button"))?.focus({ preventScroll: true });
}

let loading = null;

// The taps on the board belong to the picture that is seen: both change together, and what is overtaken is not loaded.
function showPicture({ src, srcset, alt, width, height }, spots) {
  loading?.removeAttribute("srcset");
  loading?.removeAttribute("src");
  const next = (loading = new Image());
  const swap = () => {
    if (loading !== next) return;
    loading = null;
    Object.assign(picture, { srcset, src, alt, width, height });
    put(document.getElementById("spots"), spots);
    board.classList.remove("late");
    place();
  };
  if (picture.getAttribute("src") === src) {
    swap();
    return;
  }
  board.classList.add("late");
  Object.assign(next, { sizes: picture.sizes, srcset, src });
  next.decode().then(swap, swap);
}

function afterPieces() {
  place();
  tick();
  regain();
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}

// ---- presses

press.addEventListener("submit", (event) => {
  event.preventDefault();
  const body = { key: newKey(), page: me };
  if (event.submitter?.name === "payload") body.payload = event.submitter.value;
  if (press.elements.word) body.word = press.elements.word.value;
  if (pressing === null) carryOut(body);
  // What a press led to may be seen before its answer is here: a tap on that is no second tap.
  else if (version > pressing) waiting = body;
});

async function carryOut(body) {
  closeMenus();
  pressing = version;
  document.body.classList.add("busy");
  try {
    const answer = await send(body);
    if (answer.state) show(answer.state);
    say(answer.toast);
  } catch {
    waiting = null;
    say(table.dataset.unsent);
    offline.hidden = false;
    setTimeout(() => stream?.readyState === EventSource.OPEN && lost(false), BREAK_MS);
  } finally {
    pressing = null;
    document.body.classList.remove("busy");
  }
  if (!waiting) return;
  const next = waiting;
  waiting = null;
  carryOut(next);
}

// The same key each time: the table counts a press once, however often the network lets us say it.
async function send(body) {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await fetch(`${address}/press`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-Majlis-Token": token },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return await answer.json();
    } catch (error) {
      if (tries === TRIES) {
        relisten(); // what the lost answers told, a new stream tells first
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * tries));
    }
  }
}

// ---- as it happens

function listen() {
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  stream = new EventSource(`${address}/live?page=${me}`);
  stream.addEventListener("open", () => lost(false));
  stream.addEventListener("error", () => lost(true));
  stream.addEventListener("state", (event) => show(JSON.parse(event.data)));
  stream.addEventListener("restart", restart);
  stream.addEventListener("full", () => {
    // Too many pages of ours are open: this one only asks now and then.
    full = true;
    stream.close();
  });
}

function relisten() {
  if (!stream || full) return;
  stream.close();
  listen();
}

let gone = 0;
let full = false;

// A short break is nobody's business; a longer one is said for as long as it lasts.
function lost(now) {
  clearTimeout(gone);
  if (now) gone = setTimeout(() => (offline.hidden = false), BREAK_MS);
  else {
    offline.hidden = true;
    offline.textContent = table.dataset.offline;
  }
}

// The house said why it goes: that is told at once, until it is back.
function restart() {
  offline.textContent = table.dataset.restart;
  offline.hidden = false;
}

function rest() {
  lost(false);
  stream?.close();
  stream = null;
}

async function fetchState() {
  try {
    const answer = await fetch(`${address}/state`, { headers: { Accept: "application/json" } });
    if (answer.ok) show((await answer.json()).state);
  } catch {
    // The next try comes by itself.
  }
}

function wake() {
  if (document.visibilityState !== "visible") {
    rest();
    return;
  }
  full = false;
  fetchState();
  listen();
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("pagehide", rest);
setInterval(() => {
  if (stream?.readyState !== EventSource.CLOSED || document.visibilityState !== "visible") return;
  fetchState();
  if (!full) listen(); // a proxy's error page ends a stream for good, the server behind it is soon back
}, POLL_MS);

// ---- the clock

function tick() {
  for (const talk of document.querySelectorAll("[data-until]")) talk.hidden = Number(talk.dataset.until) - lag < Date.now();
  const clock = document.querySelector("[data-ends]");
  if (!clock) return;
  const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) - lag - Date.now()) / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor(left / 60) % 60;
  clock.querySelector("bdi").textContent = hours
    ? `${hours}:${two(minutes)}:${two(left % 60)}`
    : `${minutes}:${two(left % 60)}`;
  clock.classList.toggle("soon", left <= 10);
}
setInterval(tick, 500);

// ---- the link

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (!button) return;
  if (button.dataset.share) {
    navigator.share({ url: button.dataset.share, text: button.dataset.text }).catch(() => {});
    return;
  }
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // pages without https have no clipboard of their own
  }
  say(table.dataset.copied);
});

for (const name of ["headline", "clock", "watching", "told", "talk", "before", "buttons", "spots", "around"]) {
  shown.set(name, document.getElementById(name).innerHTML);
}
afterPieces();
listen();
