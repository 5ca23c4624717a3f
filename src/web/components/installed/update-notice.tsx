import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { VersionMessage } from './service-worker.ts';

/**
 * Offers to reload after a deployment, above the page and without moving it (R-PWA-03). The page continues to
 * work, and its input is kept as a draft, or asked about.
 */
export function UpdateNotice() {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  useEffect(() => watchVersion(() => setShown(true)), []);
  return (
    <>
      <ThemeColor />
      <div
        role="status"
        className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-xl rounded-lg border border-line bg-surface shadow-lg empty:hidden"
      >
        {isShown && (
          <Banner
            tone="info"
            title={t('common.update.title')}
            action={
              <div className="flex flex-wrap gap-2">
                <Button size="sm" onClick={() => window.location.reload()}>
                  {t('common.action.reload')}
                </Button>
                <Button size="sm" variant="white" onClick={() => setShown(false)}>
                  {t('common.update.later')}
                </Button>
              </div>
            }
          />
        )}
      </div>
    </>
  );
}

const pageColor = () => getComputedStyle(document.documentElement).backgroundColor;

function onTheme(changed: () => void) {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['data-theme', 'data-color'];
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  return () => observer.disconnect();
}

/** Gives the window of the installed app the background of the page, in every theme. */
function ThemeColor() {
  const color = useSyncExternalStore(onTheme, pageColor, () => null);
  return color && <meta name="theme-color" content={color} />;
}

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
function watchVersion(onOther: () => void) {
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
