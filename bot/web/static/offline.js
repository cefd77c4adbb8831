// The page that is shown without a connection stands at the address that was wanted: it loads that as soon as it can.

const AGAIN_MS = 4000;

async function tryAgain() {
  try {
    if ((await fetch("/health", { cache: "no-store" })).ok) location.reload();
  } catch {
    // still nobody there
  }
}

setInterval(tryAgain, AGAIN_MS);
addEventListener("online", tryAgain);
