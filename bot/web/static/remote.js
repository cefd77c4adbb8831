// Arrows and Enter, as a remote control or a keyboard sends them: the focus goes where the arrow points.

import { closeMenus } from "./spots.js";

const FOCUSABLE = "a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select:not(:disabled), summary";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const BACK = ["Escape", "GoBack", "BrowserBack"];
const ASIDE = 2; // how much worse it is to lie aside than to lie far

let byKeys = false; // whether the last thing done here was done by keys

const isText = (element) => element.matches("input:not([type=radio]):not([type=checkbox])");
const openMenu = () => document.querySelector(".menu:not([hidden])");

function reachable() {
  const within = openMenu() ?? document;
  return [...within.querySelectorAll(FOCUSABLE)].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width && height && element.checkVisibility({ visibilityProperty: true });
  });
}

const centre = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];

// How far one box lies from another in a direction; Infinity where it does not lie there at all.
function distance(from, to, [x, y]) {
  const [fromX, fromY] = centre(from);
  const [toX, toY] = centre(to);
  if ((toX - fromX) * x + (toY - fromY) * y <= 1) return Infinity;
  const gapX = Math.max(0, to.left - from.right, from.left - to.right);
  const gapY = Math.max(0, to.top - from.bottom, from.top - to.bottom);
  const [ahead, aside] = x ? [gapX, gapY] : [gapY, gapX];
  const [onX, onY] = [Math.abs(toX - fromX), Math.abs(toY - fromY)];
  if (x && aside && onY > onX) return Infinity; // it lies rather above or below than beside
  return ahead + ASIDE * aside + (x ? onX + onY : onY + onX) / 10;
}

// What is reached from here; where nothing lies above or below, what comes before or after.
function neighbour(here, direction) {
  const all = reachable().filter((element) => element !== here);
  const from = here.getBoundingClientRect();
  const measured = all.map((element) => [distance(from, element.getBoundingClientRect(), direction), element]);
  const nearest = measured.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity, null])[1];
  if (nearest || !direction[1]) return nearest;
  const isAfter = (element) => here.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  return direction[1] > 0 ? all.find(isAfter) : all.findLast((element) => !isAfter(element));
}

const first = () =>
  document.querySelector("#buttons .button.main") ??
  document.querySelector("#buttons button, .spot > button, .awaits") ??
  document.querySelector("main .button.main, main .button") ??
  reachable()[0];

function focus(element) {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Whoever goes by keys and has lost what was focused, since it is gone, finds the first thing there is to do.
export function regain() {
  const isLost = !document.activeElement || document.activeElement === document.body;
  if (byKeys && isLost) focus(document.querySelector("#buttons .button"));
}

// Within words an arrow moves among the letters first.
function staysInText(element, [x]) {
  if (!isText(element) || !x || element.readOnly) return false;
  const { selectionStart, selectionEnd, value } = element;
  const rtl = getComputedStyle(element).direction === "rtl";
  const isForward = x > 0 !== rtl;
  return selectionStart !== selectionEnd || (isForward ? selectionEnd < value.length : selectionStart > 0);
}

function move(event, direction) {
  const here = document.activeElement;
  if (!here || here === document.body) {
    event.preventDefault();
    focus(first());
    return;
  }
  // Sideways a list changes its value, as everywhere; up and down lead on.
  if (staysInText(here, direction) || (here.matches("select") && direction[0])) return;
  event.preventDefault();
  const menu = openMenu();
  const next = neighbour(here, direction);
  if (next) focus(next);
  else if (menu) stepOut();
}

// One step back: out of a menu, out of what is unfolded, else the last step of the turn.
function stepOut() {
  const menu = openMenu();
  if (menu) {
    const opener = menu.previousElementSibling;
    closeMenus();
    focus(opener);
    return true;
  }
  const unfolded = document.activeElement?.closest("details[open]");
  if (unfolded) {
    unfolded.open = false;
    focus(unfolded.querySelector("summary"));
    return true;
  }
  const undo = document.querySelector('#buttons [value$=":u"]');
  undo?.click();
  return Boolean(undo);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  byKeys = true;
  const here = document.activeElement;
  if (event.key in ARROWS) move(event, ARROWS[event.key]);
  else if (BACK.includes(event.key) && stepOut()) event.preventDefault();
  else if (event.key === "Enter" && here?.matches("[type=radio], [type=checkbox]")) {
    event.preventDefault();
    here.click();
  }
});
document.addEventListener("pointerdown", () => (byKeys = false), { passive: true });
