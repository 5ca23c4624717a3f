/**
 * Notes that the browser keeps drafts or changes that wait to be sent, so that pages load the code for
 * them only then. The mark is that of all people who use the browser.
 */
const key = 'kept';

/** Returns true if something is kept. */
export const hasKept = () => key in localStorage;

/** Calls the listener when something that waits changes, in any tab. */
export const subscribeToMark = (listener: () => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** Sets or removes the mark. */
export const markKept = (isAny: boolean) => {
  if (isAny) localStorage.setItem(key, String(Date.now()));
  else localStorage.removeItem(key);
  // The browser tells other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key }));
};
