import type { Theme } from '#contract/themes.ts';
import { isColor, parseThemeCookie, showTheme, themeCookie } from './theme.ts';

/** Shows what a visitor of the site chose, and keeps it for their next visit. */
const choose = (change: Partial<Theme>) => {
  const theme = { ...parseThemeCookie(document.cookie), ...change };
  document.cookie = themeCookie(theme);
  showTheme(theme);
};

/** From any dark background to light, and back to dark. */
export const toggleTheme = () =>
  choose({ theme: document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light' });

/** One of the 23 colours; anything else changes nothing. */
export const chooseColor = (color: string) => {
  if (isColor(color)) choose({ color });
};
