// The form that opens a table: the customs follow the preset, and the usual lengths of a match are one tap.

import { newKey } from "./page.js";

const form = document.getElementById("open");
const target = form.elements.target;
const chips = target.parentElement;

const preset = () => form.querySelector('[name="preset"]:checked');
const against = () => form.querySelector('[name="against"]:checked').value;

function refill() {
  const chosen = preset();
  for (const pair of chosen.dataset.customs.trim().split(" ")) {
    const [option, value] = pair.split("=");
    form.elements[option].value = value;
  }
  if (against() === "computer") form.elements.clock.value = "none";
  target.value = chosen.dataset.target;
  form.elements.filled.value = `${chosen.value}.${against()}`;
  offerTargets();
}

function offerTargets() {
  for (const old of chips.querySelectorAll("button")) old.remove();
  for (const points of preset().dataset.targets.split(" ")) {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.textContent = points;
    chip.addEventListener("click", () => {
      target.value = points;
      pressTargets();
    });
    chips.insertBefore(chip, target);
  }
  pressTargets();
}

function pressTargets() {
  for (const chip of chips.querySelectorAll("button")) {
    chip.setAttribute("aria-pressed", String(chip.textContent === target.value.trim()));
  }
}

function followOpponent() {
  const usual = preset().dataset.customs.match(/clock=(\w+)/)[1];
  form.elements.clock.value = against() === "computer" ? "none" : usual;
  form.elements.filled.value = `${preset().value}.${against()}`;
  allowWhatIsShown();
}

// What is not asked is not sent.
function allowWhatIsShown() {
  if (form.elements.stake) form.elements.stake.disabled = against() !== "friend";
  form.elements.whom.disabled = against() !== "friend";
  form.elements.private.disabled = against() !== "friend";
  form.elements.other.disabled = against() !== "local";
}

form.addEventListener("change", (event) => {
  if (event.target.name === "preset") refill();
  if (event.target.name === "against") followOpponent();
});
target.addEventListener("input", pressTargets);
offerTargets();
allowWhatIsShown();
document.getElementById("wrong")?.scrollIntoView({ block: "center" }); // not every browser goes to what has the focus

// Whoever writes a name and then goes another way than by this form has it there too.
const taps = document.getElementById("taps");
taps.addEventListener("submit", () => {
  const { value, defaultValue } = form.elements.name;
  taps.elements.name.value = value === defaultValue ? "" : value;
});

// One tap opens one table. A page found again by going back asks for a new one.
const open = form.querySelector("button.main");
form.addEventListener("submit", () => {
  open.disabled = true;
});
addEventListener("pageshow", () => {
  open.disabled = false;
  form.elements.key.value = newKey();
});
