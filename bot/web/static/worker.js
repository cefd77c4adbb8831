// What the browser keeps running beside our pages: without a connection it shows one page that says so.
// Nothing else is ever kept: tables and people's own pages are only as they are now.

const told = new URL(location.href).searchParams;
const KEPT = `majlis-${told.get("version")}-${told.get("language")}`;
const OFFLINE = `/offline/${told.get("language")}`;

async function prepare() {
  const page = await fetch(OFFLINE);
  const files = (await page.clone().text()).match(/\/static\/[^"]+/g) ?? [];
  const cache = await caches.open(KEPT);
  await cache.put(OFFLINE, page);
  await cache.addAll(new Set(files));
  await self.skipWaiting();
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith("majlis-") && name !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function otherwise(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(KEPT)).match(address);
    if (!kept) throw error;
    return kept;
  }
}

self.addEventListener("install", (event) => event.waitUntil(prepare()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(otherwise(request, OFFLINE));
  else if (new URL(request.url).pathname.startsWith("/static/")) event.respondWith(otherwise(request, request));
});
