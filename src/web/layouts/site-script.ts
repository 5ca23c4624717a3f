/**
 * All the script of a static page (decision 14): what its header and forms do without React. It
 * listens to marks in the document, which the same components set on pages that have React.
 */
import { chooseColor, toggleTheme } from '#web/theme/choose-look.ts';
import { parseThemeCookie, showTheme } from '#web/theme/theme.ts';
import { enterMenu, leaveMenu, moveInMenu } from '#web/ui/menu-keys.ts';

const { documentElement: root } = document;

const closest = <E extends Element>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<E>(selector) : null;

/** The page was kept by the browser, and another one changed the look since. */
const showChosen = () => {
  showTheme(parseThemeCookie(document.cookie));
  const shown = `[data-colors] input[value="${root.dataset['color']}"]`;
  for (const input of document.querySelectorAll<HTMLInputElement>(shown)) input.checked = true;
};
addEventListener('pageshow', showChosen);

addEventListener('click', (event) => {
  if (closest(event, '[data-toggle-theme]')) toggleTheme();
  const menu = closest<HTMLElement>(event, '[data-menu]');
  if (menu) leaveMenu(menu, event.target);
});

addEventListener('change', (event) => {
  const swatch = closest<HTMLInputElement>(event, '[data-colors] input');
  if (swatch) chooseColor(swatch.value);
});

addEventListener('keydown', (event) => {
  const menu = closest(event, '[data-menu]');
  if (menu) moveInMenu(menu, event);
  const trigger = closest<HTMLButtonElement>(event, 'button[popovertarget]');
  if (trigger?.popoverTargetElement?.matches('[data-menu]')) enterMenu(trigger, event);
});
