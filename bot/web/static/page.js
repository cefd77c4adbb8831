// What every page shares: the word that scripts run, and the short-lived sentence at the bottom.

const toast = document.getElementById("toast");
const STAYS_MS = 4500;
let timer = 0;

document.documentElement.classList.add("scripted");

// The page for when there is no connection, in this language and of this version (the name of the folder we come from).
const version = new URL(import.meta.url).pathname.split("/")[2];
navigator.serviceWorker
  ?.register(`/worker.js?version=${version}&language=${document.documentElement.lang}`)
  .catch(() => {}); // a browser that wants none goes without

export function say(sentence) {
  if (!sentence) return;
  toast.textContent = sentence;
  toast.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => toast.classList.remove("shown"), STAYS_MS);
}

// A press's name: the house counts each once, however often it is sent.
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A sentence that came with the page is said once: loading again must not repeat it.
if (toast.textContent) {
  say(toast.textContent);
  const address = new URL(location.href);
  address.searchParams.delete("said");
  history.replaceState(null, "", address);
}
