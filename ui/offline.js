/** Keeps the site for times without a network: what was loaded once opens again. */
/* global caches, fetch, location, self */
/** No address twice: then nothing would be kept. */
const files = ['FILES'];
/** A build has other files, and so another name. */
const name = `orrery ${files.join(' ')}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((all) =>
        Promise.all(
          all
            .filter((each) => each.startsWith('orrery ') && each !== name)
            .map((old) => caches.delete(old)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    caches.open(name).then(async (cache) => (await cache.match(request)) ?? fetch(request)),
  );
});
