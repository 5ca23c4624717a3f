/**
 * The whole script of a static page (decision 14): its header and forms without React. It listens
 * by `data-` attributes, which the same components set on pages with React.
 */
import { lastingCookie } from '#web/session/cookies.ts';
import { chooseColor, toggleTheme } from '#web/theme/choose-theme.ts';
import { parseThemeCookie, applyTheme } from '#web/theme/theme.ts';
import { focusMenu, closeMenu, moveMenuFocus } from '#web/ui/menu/menu-keys.ts';

const { documentElement: root } = document;

const closest = <E extends Element>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<E>(selector) : null;

/** Applies the stored theme to a page from the back/forward cache: another page may have changed it. */
function applyStoredTheme() {
  applyTheme(parseThemeCookie(document.cookie));
  const shown = `[data-colors] input[value="${root.dataset['color']}"]`;
  for (const input of document.querySelectorAll<HTMLInputElement>(shown)) input.checked = true;
}
addEventListener('pageshow', applyStoredTheme);

addEventListener('click', (event) => {
  const link = closest<HTMLAnchorElement>(event, 'a[href]');
  const currency = link?.dataset['currency'];
  if (currency) document.cookie = lastingCookie('currency', currency);
  if (closest(event, '[data-toggle-theme]')) toggleTheme();
  const menu = closest<HTMLElement>(event, '[data-menu]');
  if (menu) closeMenu(menu, event.target);
});

addEventListener('change', (event) => {
  const swatch = closest<HTMLInputElement>(event, '[data-colors] input');
  if (swatch) chooseColor(swatch.value);
});

addEventListener('keydown', (event) => {
  const menu = closest(event, '[data-menu]');
  if (menu) moveMenuFocus(menu, event);
  const trigger = closest<HTMLButtonElement>(event, 'button[popovertarget]');
  if (trigger?.popoverTargetElement?.matches('[data-menu]')) focusMenu(trigger, event);
});

// Loaded after the page, and only there: the product page has a demonstration of the rule.
if (document.querySelector('[data-rule-demo]')) {
  void import('#web/components/drawing/rule-demo-script.ts');
}

// Last: without access to storage, this is an error. Most visits have no query to keep and no view to report.
if (
  location.search ||
  document.querySelector('[data-page-views]') ||
  sessionStorage.getItem('campaign')
) {
  void import('#web/components/campaign/site-query.ts');
}
