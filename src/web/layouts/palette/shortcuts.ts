import type { NavigateFunction } from 'react-router';
import { storedTenantId } from '#web/api/credentials.ts';
import { cachedUser, sessionOf, type UserSession } from '#web/session/session.ts';
import { creationsFor } from './creations.ts';
import { signOf } from './keys.ts';
import { isPartOpen } from './open-part.tsx';
import { isPortal, pagesFor } from './pages.ts';
import { areShortcutsOn, createKey, goKey, listKey } from './shortcut-list.ts';
import { showShortcuts } from './show-shortcuts.tsx';

const sequenceMs = 1_500;
/** Time of the last {@link goKey}, until another key is pressed. */
let goPressedAt = Number.NEGATIVE_INFINITY;

/** Returns the path that a key leads to from a page; undefined for other keys. */
function pathOf(key: string, pathname: string, session: UserSession) {
  const portal = isPortal(pathname);
  const isGoing = performance.now() - goPressedAt < sequenceMs;
  goPressedAt = key === goKey && !isGoing ? performance.now() : Number.NEGATIVE_INFINITY;
  if (isGoing) return pagesFor(session, portal).find((page) => page.key?.toUpperCase() === key)?.to;
  if (key !== createKey) return undefined;
  const here = pathname.replace(/\/$/, '');
  const creation = creationsFor(session, portal).find(({ list }) => list === here);
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
  if (key === listKey) void showShortcuts();
  const path = pathOf(key, window.location.pathname, session);
  if (path) void navigate(path);
}
