import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { settingsEntries } from './settings-menu.ts';

const searchMs = 15_000;
const settleMs = 3_000;
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Returns the field or section of a name; null while it is not on the page, or covered by a dialog. */
function findSetting(name: string) {
  if (document.querySelector('[role=dialog]')) return null;
  const field = document.querySelector<HTMLElement>(`main [name="${CSS.escape(name)}"]`);
  return field ?? document.querySelector<HTMLElement>(`main #${CSS.escape(name)}`);
}

const labelOf = ({ id }: HTMLElement) =>
  id ? document.querySelector<HTMLElement>(`label[for="${CSS.escape(id)}"]`) : null;

/** Returns the part of the page to mark: a field with its label, or the section. */
function partOf(setting: HTMLElement) {
  let part = labelOf(setting);
  while (part?.parentElement && !part.contains(setting)) part = part.parentElement;
  return part ?? setting;
}

/**
 * Shows the field or section that an address names: scrolls to it, and again while parts of the page load around it, until
 * the person does something. A setting that is no entry of the menu gets the focus and a mark.
 */
function showSetting(name: string, isEntry: boolean) {
  const done = new AbortController();
  let setting: HTMLElement | null = null;
  let part: Element | undefined;
  let timer = setTimeout(() => done.abort(), searchMs);
  const begin = (found: HTMLElement) => {
    setting = found;
    clearTimeout(timer);
    timer = setTimeout(() => done.abort(), settleMs);
    if (isEntry) return;
    part = partOf(found);
    part.toggleAttribute('data-named', true);
    if (found.tabIndex < 0) found.tabIndex = -1;
    found.focus({ preventScroll: true });
  };
  const look = () => {
    const found = setting ?? findSetting(name);
    if (!found) return;
    if (!setting) begin(found);
    found.scrollIntoView({ block: labelOf(found) ? 'center' : 'start' });
  };
  const sizes = new ResizeObserver(look);
  const nodes = new MutationObserver(look);
  sizes.observe(document.body);
  nodes.observe(document.body, { childList: true, subtree: true });
  done.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    sizes.disconnect();
    nodes.disconnect();
    part?.removeAttribute('data-named');
  });
  for (const move of ownMoves)
    window.addEventListener(move, () => done.abort(), { passive: true, signal: done.signal });
  return () => done.abort();
}

/** Shows what the address of a page of the settings names, also after a navigation without a page load (R-PAL-08). */
export function useNamedSetting() {
  const { pathname, hash, key } = useLocation();
  useEffect(() => {
    const isEntry = settingsEntries.some(({ to }) => to === pathname + hash);
    return hash ? showSetting(hash.slice(1), isEntry) : undefined;
  }, [pathname, hash, key]);
}
