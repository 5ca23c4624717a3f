import { useSyncExternalStore } from 'react';

/** Key of the stored choice, and its value while the sidebar shows icons alone on a desktop. */
const key = 'sidebar';
const rail = 'rail';

/** Applies the stored width of the sidebar; the style sheet does the rest (`rail:`). */
export function applySidebarWidth() {
  document.documentElement.dataset[key] = localStorage.getItem(key) ?? '';
}

/** Switches between icons alone and icons with names, and keeps the choice on this device (R-APP-04). */
export function toggleSidebar() {
  if (isRail()) localStorage.removeItem(key);
  else localStorage.setItem(key, rail);
  applySidebarWidth();
}

const isRail = () => document.documentElement.dataset[key] === rail;

function watch(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: [`data-${key}`] });
  return () => observer.disconnect();
}

/** Returns true while the sidebar shows icons alone on a desktop. */
export const useIsRail = () => useSyncExternalStore(watch, isRail, () => false);
