// Panels alive: what a button leads to takes its panel's place, a panel that changes by itself looks again, news is told.

import { newKey, say } from "./page.js";

const token = document.querySelector('meta[name="token"]').content;
const own = document.getElementById("panel") ?? document.getElementById("aside");
const told = document.getElementById("news");
let known = "known" in (told?.dataset ?? {}); // whether the house knows who we are, so that there may be news

const PATIENCE_MS = 10_000;
const TRIES = 4;
const WAIT_MS = 700;

const shown = new Map();
let timer = 0;
let next = null; // how the panel looks again
let acting = false;

// ---- what a panel shows

function put(place, html) {
  place.hidden = !html;
  if (shown.get(place) === html) return;
  shown.set(place, html);
  const focus = place.contains(document.activeElement) ? document.activeElement : null;
  const typed = [...place.querySelectorAll("input[name=typed]")].find((field) => field.value !== field.defaultValue);
  place.innerHTML = html;
  const field = place.querySelector("input[name=typed]");
  if (typed && field) field.value = typed.value;
  if (!focus) return;
  // Who goes by the keyboard stays where they were, else at the first thing that can be done.
  const same = focus.matches("button") ? `button[formaction="${CSS.escape(focus.getAttribute("formaction") ?? "")}"]` : "input[name=typed]";
  (place.querySelector(same) ?? place.querySelector("button, a, input"))?.focus({ preventScroll: true });
}

function show(answer, place, { moves }) {
  say(answer.toast);
  if (answer.anew) {
    location.reload();
    return;
  }
  if (answer.go) {
    location.assign(answer.go);
    return;
  }
  if (!answer.html) return;
  if (moves) for (const field of place.querySelectorAll("input[name=typed]")) field.value = field.defaultValue;
  put(place, answer.html);
  if (place !== own) return;
  if (own.id === "panel") {
    if (answer.title) document.title = `${answer.title} · ${document.querySelector("main").dataset.name}`;
    if (moves && answer.address && answer.address !== location.pathname) history.pushState(null, "", answer.address);
  }
  later(answer.again);
}

addEventListener("popstate", () => location.reload());

// ---- looking again

function later(again) {
  clearTimeout(timer);
  next = again?.seconds ? again : null;
  if (next) timer = setTimeout(look, next.seconds * 1000);
}

async function look() {
  if (!next || acting || document.visibilityState !== "visible") return;
  const asked = next;
  try {
    const answer = await ask(asked.address, asked.method, asked.method === "POST" ? { key: newKey() } : null);
    if (next === asked && !acting) show(answer, own, { moves: false });
  } catch {
    // The next try comes by itself.
  }
  if (next === asked) later(asked);
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());

// ---- acts

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-act]")) return;
  event.preventDefault();
  if (acting) return;
  const from = event.submitter ?? form;
  const place = from.closest("[data-panel]") ?? own;
  const body = { key: newKey() };
  const field = form.elements.typed;
  if (field) body.typed = field.value;
  acting = true;
  document.body.classList.add("busy");
  try {
    const answer = await ask(from.getAttribute("formaction") ?? form.getAttribute("action"), "POST", body);
    known = Boolean(told);
    listen();
    show(answer, place === told && answer.html ? own : place, { moves: true });
    if (place === told) put(told, "");
    else if (field && answer.toast && !answer.html) field.value = field.defaultValue;
  } catch {
    say(own.dataset.unsent);
  } finally {
    acting = false;
    document.body.classList.remove("busy");
  }
});

// The same key each time: an act counts once, however often the network lets us say it.
async function ask(address, method, body) {
  const headers = { Accept: "application/json", "X-Majlis-Token": token };
  if (body) headers["Content-Type"] = "application/json";
  for (let tries = 1; ; tries++) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body), signal });
      return await answer.json();
    } catch (error) {
      if (tries === TRIES || method === "GET") throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * tries));
    }
  }
}

// ---- news

let stream = null;

function listen() {
  if (!known || (stream && stream.readyState !== EventSource.CLOSED)) return;
  stream = new EventSource("/told");
  stream.addEventListener("panel", (event) => show(JSON.parse(event.data), told, { moves: false }));
}

function rest() {
  stream?.close();
  stream = null;
}

document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? listen() : rest()));
addEventListener("pageshow", (event) => event.persisted && listen());
addEventListener("pagehide", rest);
listen();

if (own.dataset.again) {
  later({ address: own.dataset.again, seconds: Number(own.dataset.againS), method: own.dataset.againBy });
}
