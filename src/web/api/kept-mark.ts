/**
 * Notes that the browser keeps drafts, so that a sign-out loads the code for them only then. The mark is that of all
 * people who use the browser.
 */
const key = 'kept';

/** Returns true if something is kept. */
export const hasKept = () => key in localStorage;

/** Sets or removes the mark. */
export function markKept(isAny: boolean) {
  if (isAny) localStorage.setItem(key, String(Date.now()));
  else localStorage.removeItem(key);
}
