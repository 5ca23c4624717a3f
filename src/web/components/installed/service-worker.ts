/**
 * The service worker of the app (decision 55): when a page of the app can't be loaded, it answers with a page
 * that says so. It stores that page with its styles and fonts, never a reply of the API or another page.
 */

/** Message to every open page. */
export type VersionMessage = { version: string };

/** Events and clients of a worker, which the types of the DOM do not have. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = WorkerEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};
type Client = { postMessage: (message: VersionMessage) => void };
type Worker = {
  addEventListener: (
    name: 'install' | 'activate' | 'fetch' | 'message',
    listener: (event: FetchEvent) => void,
  ) => void;
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (which: { includeUncontrolled: boolean }) => Promise<Client[]>;
  };
  registration: { navigationPreload?: { enable: () => Promise<void> } };
};
const worker = globalThis as unknown as Worker;

/** Version of the build, which the server writes before this script: a new one is another worker. */
declare const buildVersion: string;

const offlinePath = '/app/offline';
const cacheName = `offline ${buildVersion}`;

/** Stores the offline page in the visitor's language and theme, and what it shows. */
async function storeOfflinePage() {
  const page = await fetch(offlinePath, { cache: 'no-store' });
  if (!page.ok || page.redirected) throw new Error(`${offlinePath}: ${page.status}`);
  const html = await page.clone().text();
  const files = html.match(/\/assets\/[\w.-]+\.(css|woff2)/g) ?? [];
  const cache = await caches.open(cacheName);
  await Promise.all([cache.put(offlinePath, page), cache.addAll(new Set(files))]);
}

async function deleteEarlierCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** Tells every open page which version is served now. */
async function announceVersion() {
  const clients = await worker.clients.matchAll({ includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker has none
  for (const client of clients) client.postMessage({ version: buildVersion });
}

async function openPage({ request, preloadResponse }: FetchEvent) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(offlinePath)) ?? Response.error();
  }
}

async function loadFile({ request }: FetchEvent) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

worker.addEventListener('install', (event) =>
  event.waitUntil(storeOfflinePage().then(() => worker.skipWaiting())),
);

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      deleteEarlierCaches(),
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim().then(announceVersion),
    ]),
  ),
);

// A page asks for it after a change of language or theme.
worker.addEventListener('message', (event) =>
  event.waitUntil(storeOfflinePage().catch(() => undefined)),
);

worker.addEventListener('fetch', (event) => {
  const { mode, destination, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return;
  if (mode === 'navigate') {
    if (/^\/(app|admin)(\/|$)/.test(pathname)) event.respondWith(openPage(event));
  } else if (destination === 'style' || destination === 'font') {
    event.respondWith(loadFile(event));
  }
});
