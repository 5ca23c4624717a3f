import { safeRedirect } from './redirect.ts';

/** What somebody was about to do before they had to reset a password or to register. */
const key = 'resume';
const lasts = 60 * 60 * 1000;

/** Keeps where they come back to, for an hour and in any tab: the way leads through a mail. */
export const resumeLater = (path: string | null) => {
  if (path) localStorage.setItem(key, JSON.stringify({ path, until: Date.now() + lasts }));
};

/** Where somebody who is signed in now was on their way to, once; null when nowhere. */
export const resume = (): string | null => {
  const kept = localStorage.getItem(key);
  localStorage.removeItem(key);
  try {
    const { path, until } = JSON.parse(kept ?? 'null') as { path: string; until: number };
    return until > Date.now() ? safeRedirect(path) : null;
  } catch {
    return null;
  }
};
