import type { NavigateFunction } from 'react-router';
import { storedTenantId } from '#web/api/credentials.ts';
import { cachedUser, sessionOf, type UserSession } from '#web/session/session.ts';
import { creationsFor } from './creations.ts';
import { signOf } from './keys.ts';
import { pressListKey } from './list-keys.ts';
import { isPartOpen } from './open-part.tsx';
import { isPortal, pagesFor } from './pages.ts';
import { areShortcutsOn, createKey, goKey, listKey } from './shortcut-list.ts';
import { showShortcuts } from './show-shortcuts.tsx';

const sequenceMs = 1_500;
/** Time of the last {@link goKey}, until another key is pressed. */
let goPressedAt = Number.NEGATIVE_INFINITY;

/** Returns true for the key after {@link goKey}. */
function isAfterGo(key: string) {
  const isGoing = performance.now() - goPressedAt < sequenceMs;
  goPressedAt = key === goKey && !isGoing ? performance.now() : Number.NEGATIVE_INFINITY;
  return isGoing;
}

/** Returns the form of a new record of the list at a path. */
function creationPath(pathname: string, session: UserSession) {
  const here = pathname.replace(/\/$/, '');
  const creation = creationsFor(session, isPortal(pathname)).find(({ list }) => list === here);
  return creation && `${here}/new`;
}

/** Runs the shortcut of a key that was pressed outside fields, unless a dialog is open. */
export function pressShortcut(event: KeyboardEvent, navigate: NavigateFunction) {
  const key = signOf(event).toUpperCase();
  const isModified =
    event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== listKey);
  if (isModified || !areShortcutsOn()) return;
  if (isPartOpen() || document.querySelector('[role=dialog], [role=alertdialog]')) return;
  const user = cachedUser();
  const session = user && sessionOf(user, storedTenantId());
  if (!session) return;
  const { pathname } = window.location;
  if (isAfterGo(key)) {
    const pages = pagesFor(session, isPortal(pathname));
    const page = pages.find((one) => one.key?.toUpperCase() === key);
    if (page) void navigate(page.to);
  } else if (key === listKey) void showShortcuts();
  else if (key === createKey) {
    const path = creationPath(pathname, session);
    if (path) void navigate(path);
  } else pressListKey(key);
}
