// Panels alive: what a button leads to takes its panel's place, a panel that changes by itself looks again, news is told.

import { newKey, say } from "./page.js";

const token = document.querySelector('meta[name="token"]').content;
const own = document.getElementById("panel") ?? document.getElementById("aside");
const told = document.getElementById("news");
let known = "known" in (told?.dataset ?? {}); // whether the house knows who we are, so that there may be news

const PATIENCE_MS = 10_000;
const TRIES = 4;
const WAIT_MS = 700;
const BUSY = 503;

const shown = new Map();
let timer = 0;
let next = null; // how the panel looks again
let acting = false;
let of = ""; // the act that our panel answers

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

// `asked` is the address that answered; `moves`: somebody's tap has led there.
function show(answer, place, { moves, asked = "" }) {
  say(answer.toast);
  if (answer.anew) {
    location.reload();
    return;
  }
  if (answer.go) {
    location.assign(answer.go);
    return;
  }
  if (!answer.html) {
    if (asked && asked === next?.address) giveUp(answer);
    return;
  }
  if (moves) for (const field of place.querySelectorAll("input[name=typed]")) field.value = field.defaultValue;
  put(place, answer.html);
  tellOnce();
  if (place !== own) return;
  of = asked;
  if (moves) reveal();
  if (own.id === "panel") {
    if (answer.title) document.title = `${answer.title} · ${document.querySelector("main").dataset.name}`;
    if (moves && answer.address && answer.address !== location.pathname) history.pushState(null, "", answer.address);
  }
  later(answer.again);
}

// A tap's answer is seen where it stands: from its beginning, if it does not fit.
function reveal() {
  own.scrollIntoView({ block: own.getBoundingClientRect().top < 0 ? "start" : "nearest" });
}

// News that leads nowhere but where a panel that keeps itself new leads by now stands there once.
function tellOnce() {
  if (!next) return;
  const leads = (place) => [...place.querySelectorAll("[formaction]")].map((button) => button.getAttribute("formaction"));
  const here = leads(own);
  const there = told ? leads(told) : [];
  if (there.length && there.every((act) => here.includes(act))) put(told, "");
}

// What was found for one turn says nothing of the next.
document.addEventListener("turned", () => of.startsWith("/c/hint.") && put(own, ""));

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
  const isStillAsked = () => next === asked && !acting;
  try {
    const answer = await ask(asked.address, asked.method, asked.method === "POST" ? { key: newKey() } : null);
    if (isStillAsked()) show(answer, own, { moves: false, asked: asked.address });
  } catch {
    if (isStillAsked()) sayInstead(own.dataset.offline); // the next try comes by itself
  }
  if (next === asked) later(asked);
}

// It was refused or has failed: asking by itself would fail once more. Where the house is only busy, it goes on.
function giveUp({ status, toast }) {
  sayInstead(toast);
  if (status !== BUSY) later(null);
}

// The words that said to wait give way; the buttons below them stay.
function sayInstead(sentence) {
  const lines = own.querySelector(".lines");
  if (!lines || !sentence) return;
  const line = document.createElement("li");
  line.textContent = sentence;
  lines.replaceChildren(line);
  shown.delete(own);
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
  const address = from.getAttribute("formaction") ?? form.getAttribute("action");
  if (closes(address, place)) return;
  const body = { key: newKey() };
  const field = form.elements.typed;
  if (field) body.typed = field.value;
  acting = true;
  document.body.classList.add("busy");
  try {
    const answer = await ask(address, "POST", body);
    known = Boolean(told);
    listen();
    show(answer, place === told && answer.html ? own : place, { moves: true, asked: address });
    if (place === told) put(told, "");
    else if (field && answer.toast && !answer.html) field.value = field.defaultValue;
  } catch {
    say(own.dataset.unsent);
  } finally {
    acting = false;
    document.body.classList.remove("busy");
  }
});

// Beside its board a panel leads back to it by going away.
function closes(address, place) {
  const table = document.getElementById("table");
  if (place !== own || !table || address !== table.dataset.address.replace("/t/", "/c/table.")) return false;
  later(null);
  put(own, "");
  table.scrollIntoView();
  return true;
}

// The same key each time: an act counts once, however often the network lets us say it.
async function ask(address, method, body) {
  const headers = { Accept: "application/json", "X-Majlis-Token": token };
  if (body) headers["Content-Type"] = "application/json";
  for (let tries = 1; ; tries++) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body), signal });
      return { ...(await answer.json()), status: answer.status };
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
  stream.addEventListener("panel", async (event) => {
    const news = JSON.parse(event.data);
    if (news.html) await look(); // the panel may be about to say the same
    show(news, told, { moves: false });
  });
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
