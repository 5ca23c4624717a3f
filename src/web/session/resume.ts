import { safeRedirect } from './redirect.ts';

/** Storage key of the page to return to after a reset or a registration. */
const key = 'resume';
const maxAgeMs = 60 * 60 * 1000;

/** Remembers a page for an hour and for every tab, because the way back is a link in an email. */
export function storeResumePath(path: string | null) {
  if (path) localStorage.setItem(key, JSON.stringify({ path, until: Date.now() + maxAgeMs }));
}

/** Returns and clears the remembered page; null without one. */
export function takeResumePath(): string | null {
  const kept = localStorage.getItem(key);
  localStorage.removeItem(key);
  try {
    const { path, until } = JSON.parse(kept ?? 'null') as { path: string; until: number };
    return until > Date.now() ? safeRedirect(path) : null;
  } catch {
    return null;
  }
}
