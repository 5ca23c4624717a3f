/** How menus follow keys and choices, in the words of the browser: with React and without. */
type Pressed = Pick<KeyboardEvent, 'key' | 'preventDefault'>;

const itemsOf = (menu: Element) => [
  ...menu.querySelectorAll<HTMLElement>('a[href], button:enabled'),
];

/** Arrow down on the trigger goes into its menu. */
export function enterMenu(trigger: HTMLButtonElement, event: Pressed) {
  const menu = trigger.popoverTargetElement;
  if (event.key !== 'ArrowDown' || !(menu instanceof HTMLElement)) return;
  event.preventDefault();
  menu.showPopover({ source: trigger });
  itemsOf(menu)[0]?.focus();
}

/** Arrows, Home and End go from item to item; Tab does too. */
export function moveInMenu(menu: Element, event: Pressed) {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

/** An item was chosen: the menu goes, and the focus returns to its trigger. */
export function leaveMenu(menu: HTMLElement, target: EventTarget | null) {
  if (target instanceof Element && target.closest('[data-menu-item]')) menu.hidePopover();
}
