import { lazy, Suspense, useSyncExternalStore } from 'react';

/** A short notice that goes away by itself; never the only place of something important. */
export interface Toast {
  tone: 'success' | 'error' | 'info';
  title: string;
  text?: string;
}

const View = lazy(async () => ({ default: (await import('./toaster-view.tsx')).ToasterView }));

let used = false;
let wake = () => {};

/** Shows a toast; for the browser alone. The code of toasts loads with the first one. */
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

/** Where toasts appear; one at the root of the page. */
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
