import { lastingCookie } from '#web/session/cookies.ts';
/**
 * All the script of a static page (decision 14): what its header and forms do without React. It
 * listens to marks in the document, which the same components set on pages that have React.
 */
import { chooseColor, toggleTheme } from '#web/theme/choose-look.ts';
import { parseThemeCookie, showTheme } from '#web/theme/theme.ts';
import { enterMenu, leaveMenu, moveInMenu } from '#web/ui/menu-keys.ts';
import { carriedQuery, reportedPath } from './carried-query.ts';

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

/** Pages that sell take over the query of the page before them (specification, section 2). */
const carryQuery = (link: HTMLAnchorElement) => {
  if (link.origin !== location.origin || !/^\/(pricing|account\/register)$/.test(link.pathname))
    return;
  const query = carriedQuery(
    new URLSearchParams(location.search),
    new URLSearchParams(link.search),
  );
  if (query) link.search = query.toString();
};

/** A page that sells was seen, where somebody asked for it; another choice on it is no other view. */
const reportView = ({ dataset: { pageViews } }: HTMLElement) => {
  const isChoice = document.referrer.split('?')[0] === location.origin + location.pathname;
  if (pageViews && !isChoice) {
    navigator.sendBeacon(pageViews, reportedPath(location.pathname, location.search));
  }
};
document.querySelectorAll<HTMLElement>('[data-page-views]').forEach(reportView);

addEventListener('click', (event) => {
  const link = closest<HTMLAnchorElement>(event, 'a[href]');
  if (link) carryQuery(link);
  const currency = link?.dataset['currency'];
  if (currency) document.cookie = lastingCookie('currency', currency);
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
