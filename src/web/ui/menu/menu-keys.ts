/** Keyboard support of menus with DOM methods only, for pages with and without React. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'preventDefault'>;

const itemsOf = (menu: Element) =>
  [...menu.querySelectorAll<HTMLElement>('a[href], button:enabled, summary')].filter((item) =>
    item.checkVisibility(),
  );

/** Moves the focus into the menu on arrow down. */
export function focusMenu(trigger: HTMLButtonElement, event: KeyPress) {
  const menu = trigger.popoverTargetElement;
  if (event.key !== 'ArrowDown' || !(menu instanceof HTMLElement)) return;
  event.preventDefault();
  menu.showPopover({ source: trigger });
  itemsOf(menu)[0]?.focus();
}

/** Moves the focus between items with arrows, Home, End and Tab. */
export function moveMenuFocus(menu: Element, event: KeyPress) {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

/** Closes the menu after a choice and returns the focus to its trigger. */
export function closeMenu(menu: HTMLElement, target: EventTarget | null) {
  if (target instanceof Element && target.closest('[data-menu-item]')) menu.hidePopover();
}
