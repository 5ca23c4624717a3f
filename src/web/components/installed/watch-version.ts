import type { VersionMessage } from './service-worker.ts';

const script = '/service-worker.js';
const hourMs = 60 * 60 * 1_000;

/** Global variable with React Router's description of the build. */
const manifestKey = '__reactRouterManifest';

/** Key of the language and theme with which the worker last stored the offline page. */
const storedLookKey = 'offline-look';

/** Returns the version of the build that this page was loaded from. */
const ownVersion = () =>
  (globalThis as unknown as Record<string, { version?: string } | undefined>)[manifestKey]?.version;

/** Removes the workers of an earlier build, with what they stored. */
async function unregister() {
  const registrations = await navigator.serviceWorker.getRegistrations();
  if (registrations.length === 0) return;
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Lets the worker store the offline page again if it looks different by now. */
function refreshOfflinePage({ active }: ServiceWorkerRegistration) {
  const { lang, dataset } = document.documentElement;
  const look = `${lang} ${dataset['theme']} ${dataset['color']}`;
  if (!active || localStorage.getItem(storedLookKey) === look) return;
  localStorage.setItem(storedLookKey, look);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  active.postMessage('refresh');
}

/**
 * Registers the service worker, and calls back when a version is served that this page was not loaded from:
 * the worker is another one then. It is looked for every hour, and when the page is opened again or the
 * network returns. Returns the function that stops it. Development has no worker.
 */
export function watchVersion(onOther: () => void) {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const over = new AbortController();
  const { signal } = over;
  const { serviceWorker } = navigator;
  if (import.meta.env.DEV) void unregister();
  else {
    serviceWorker.addEventListener(
      'message',
      ({ data }: MessageEvent<Partial<VersionMessage>>) => {
        if (data.version && data.version !== ownVersion()) onOther();
      },
      { signal },
    );
    void register(serviceWorker, signal).catch(() => undefined);
  }
  return () => over.abort();
}

async function register(serviceWorker: ServiceWorkerContainer, signal: AbortSignal) {
  const registration = await serviceWorker.register(script, { updateViaCache: 'none' });
  refreshOfflinePage(registration);
  const check = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check, { signal });
  addEventListener('online', check, { signal });
  const hourly = setInterval(check, hourMs);
  signal.addEventListener('abort', () => clearInterval(hourly));
}
