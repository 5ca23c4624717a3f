import type { Theme } from '#contract/themes.ts';
import { isColor, parseThemeCookie, applyTheme, themeCookie } from './theme.ts';

/** Applies a theme of the site and stores it for the next visit. */
function changeTheme(change: Partial<Theme>) {
  const theme = { ...parseThemeCookie(document.cookie), ...change };
  document.cookie = themeCookie(theme);
  applyTheme(theme);
}

/** Toggles from any dark background to light, and back to dark. */
export const toggleTheme = () =>
  changeTheme({ theme: document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light' });

/** Applies one of the 23 colors; ignores any other value. */
export function chooseColor(color: string) {
  if (isColor(color)) changeTheme({ color });
}
