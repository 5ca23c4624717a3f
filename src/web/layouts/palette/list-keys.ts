import { signOf } from './keys.ts';
import { areShortcutsOn, rowKeys } from './shortcut-list.ts';

let last: HTMLElement | undefined;

/** Returns the rows of all lists of the page that are rendered, in order. */
const shownRows = () => [...document.querySelectorAll<HTMLElement>('main tr[data-index]')];

/** Moves the focus to the next or the previous row; at first, to the first one. */
function moveFocus(step: 1 | -1) {
  const rows = shownRows();
  const from = rows.findIndex((row) => row.contains(document.activeElement));
  const at = from < 0 && last ? rows.indexOf(last) : from;
  const row = rows[at < 0 ? 0 : at + step];
  if (!row) return;
  last = row;
  row.addEventListener('keydown', pressAtRow);
  row.focus();
}

/** Presses the first control of a row that matches one of the selectors, in their order; a menu gets the focus, too. */
function press(row: Element, ...selectors: string[]) {
  const controls = selectors.map((selector) => row.querySelector<HTMLElement>(selector));
  const control = controls.find((one) => one !== null);
  if (control?.hasAttribute('popovertarget')) control.focus();
  control?.click();
}

const steps: Readonly<Record<string, 1 | -1>> = { [rowKeys.next]: 1, [rowKeys.previous]: -1 };

/** Opens the record of the row that has the focus, or its menu; a key that is held moves on. */
function pressAtRow(event: KeyboardEvent) {
  const row = event.currentTarget as Element;
  if (event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    press(
      row,
      'th a',
      '[data-phone=actions] a:not([popover] *)',
      '[data-phone=actions] [popovertarget]',
    );
  }
  const step = steps[signOf(event).toUpperCase()];
  if (event.repeat && step && areShortcutsOn()) moveFocus(step);
}

/** Runs a key of lists: moves between the rows, or selects or edits the one that has the focus. */
export function pressListKey(key: string) {
  const step = steps[key];
  if (step) return moveFocus(step);
  const row = document.activeElement?.closest('tr[data-index]');
  if (row && key === rowKeys.select) press(row, '[data-select] input');
  if (row && key === rowKeys.edit) press(row, '[data-phone=actions] a[href*="/edit"]');
  if (row && key === rowKeys.page) press(row, '[data-phone=actions] a[data-page]');
}
