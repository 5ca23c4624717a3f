import { useSyncExternalStore, type ReactElement } from 'react';

/** A short notice that disappears by itself; never the only place of important information. */
export type Toast = {
  tone: 'success' | 'error' | 'info';
  title: string;
  text?: string;
  /** Offered for ten seconds; the time stops while the toast is pointed at or has the focus. */
  action?: { label: string; onAction: () => void };
};

/** Loads the code of toasts, which the app does before it is needed. */
export const loadToasts = () => import('./toaster-view.tsx');

let shown: ReactElement | null = null;
let wake = () => {};

/**
 * Shows a toast; in the browser only. The code of toasts loads with the first one; if it can't be
 * loaded, the page stays as it is.
 */
export async function toast(toast: Toast): Promise<void> {
  const view = await loadToasts().catch(() => null);
  if (!view) return;
  shown ??= <view.ToasterView />;
  wake();
  await view.showToast(toast);
}

function subscribe(listener: () => void) {
  wake = listener;
  return () => {
    wake = () => {};
  };
}

/** Renders the toasts; one at the root of the page. */
export function Toaster() {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
