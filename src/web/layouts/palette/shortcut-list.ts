import type { TextKey } from '#locales/translation.ts';
import { commandKey } from './keys.ts';

const switchKey = 'single-key-shortcuts';

/** Returns true unless the user has switched off the shortcuts of one key (WCAG 2.1.4). */
export const areShortcutsOn = () => localStorage.getItem(switchKey) !== 'off';

/** Stores whether shortcuts of one key are on. */
export const switchShortcuts = (on: boolean) =>
  on ? localStorage.removeItem(switchKey) : localStorage.setItem(switchKey, 'off');

/** First key of the shortcuts that go to pages; the second is declared by the menu. */
export const goKey = 'G';
export const listKey = '?';
export const createKey = 'C';
/** Keys of the rows of lists. */
export const rowKeys = { next: 'J', previous: 'K', select: 'X', edit: 'E', page: 'O' } as const;

/** Shortcuts beside those that go to pages. */
export const generalShortcuts: { keys: readonly string[]; text: TextKey }[] = [
  { keys: [commandKey(), 'K'], text: 'palette.shortcuts.palette' },
  { keys: [listKey], text: 'palette.shortcuts.list' },
  { keys: [createKey], text: 'palette.shortcuts.create' },
  { keys: ['Esc'], text: 'palette.shortcuts.close' },
];

/** Shortcuts of the rows of lists. */
export const listShortcuts: typeof generalShortcuts = [
  { keys: [rowKeys.next], text: 'settings.listKeys.next' },
  { keys: [rowKeys.previous], text: 'settings.listKeys.previous' },
  { keys: [rowKeys.select], text: 'settings.listKeys.select' },
  { keys: [rowKeys.edit], text: 'settings.listKeys.edit' },
  { keys: ['Enter'], text: 'settings.listKeys.open' },
  { keys: [rowKeys.page], text: 'settings.listKeys.page' },
];
