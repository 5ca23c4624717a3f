import { lazy, Suspense, useSyncExternalStore } from 'react';

/** A short notice that disappears by itself; never the only place of important information. */
export interface Toast {
  tone: 'success' | 'error' | 'info';
  title: string;
  text?: string;
}

const View = lazy(async () => ({ default: (await import('./toaster-view.tsx')).ToasterView }));

let used = false;
let wake = () => {};

/** Shows a toast; in the browser only. The code of toasts loads with the first one. */
export async function toast({ tone, title, text }: Toast): Promise<void> {
  used = true;
  wake();
  const sonner = await import('sonner');
  sonner.toast[tone](title, { description: text });
}

function subscribe(listener: () => void) {
  wake = listener;
  return () => {
    wake = () => {};
  };
}

/** Renders the toasts; one at the root of the page. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => used,
    () => false,
  );
  return (
    shown && (
      <Suspense>
        <View />
      </Suspense>
    )
  );
}
