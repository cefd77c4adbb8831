// Taps on the picture: each spot lies over a checker that may move; one that two dice can play asks which.

const board = document.getElementById("board") ?? document.createElement("div"); // pages without a table have none
const WHOLE = 100; // boxes are in ten-thousandths, styles in hundredths

export function place() {
  for (const spot of board.querySelectorAll(".spot")) {
    const [left, top, width, height] = spot.dataset.box.split(" ").map(Number);
    Object.assign(spot.style, {
      left: `${left / WHOLE}%`,
      top: `${top / WHOLE}%`,
      width: `${width / WHOLE}%`,
      height: `${height / WHOLE}%`,
    });
  }
}

export function closeMenus() {
  for (const opener of board.querySelectorAll('[aria-expanded="true"]')) {
    opener.setAttribute("aria-expanded", "false");
    opener.nextElementSibling.hidden = true;
  }
}

function openMenu(opener) {
  closeMenus();
  const menu = opener.nextElementSibling;
  opener.setAttribute("aria-expanded", "true");
  menu.hidden = false;
  // Over the checker, and wholly within the window; measured where nothing squeezes it.
  Object.assign(menu.style, { left: "0", top: "0" });
  const at = opener.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const within = (start, size, all) => Math.max(8, Math.min(start, all - size - 8));
  menu.style.left = `${within(at.left + at.width / 2 - width / 2, width, document.documentElement.clientWidth)}px`;
  menu.style.top = `${within(at.top + at.height / 2 - height / 2, height, window.innerHeight)}px`;
  menu.querySelector("button").focus({ preventScroll: true });
}

board.addEventListener("click", (event) => {
  const opener = event.target.closest("[aria-haspopup]");
  if (!opener) return;
  if (opener.getAttribute("aria-expanded") === "true") closeMenus();
  else openMenu(opener);
});

document.addEventListener("click", (event) => {
  if (!event.target.closest(".spot")) closeMenus();
});
document.addEventListener("keydown", (event) => {
  const opener = board.querySelector('[aria-expanded="true"]');
  if (event.key === "Escape" && opener) {
    event.preventDefault();
    closeMenus();
    opener.focus();
  }
});
addEventListener("scroll", closeMenus, { passive: true });
