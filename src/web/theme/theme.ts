import { backgrounds, colors, type Background, type Color, type Theme } from '#contract/themes.ts';

/** What a visitor sees before anything was chosen (section 1). */
export const defaultTheme: Theme = { theme: 'dark', color: 'red' };

/** The name of the cookie that holds a visitor's choice as `<background>.<colour>`, like `dark.red`. */
const themeCookieName = 'theme';

const yearInSeconds = 365 * 24 * 60 * 60;

const isBackground = (value: unknown): value is Background =>
  backgrounds.some((background) => background === value);

export const isColor = (value: unknown): value is Color => colors.some((color) => color === value);

/** A theme from anything untrusted (a query, a tenant's columns): what is not on the lists falls back. */
export function toTheme(
  choice: { theme?: unknown; color?: unknown },
  fallback = defaultTheme,
): Theme {
  return {
    theme: isBackground(choice.theme) ? choice.theme : fallback.theme,
    color: isColor(choice.color) ? choice.color : fallback.color,
  };
}

/** The theme in a `Cookie` header or `document.cookie`; the default where it holds none. */
export function parseThemeCookie(cookies: string | null | undefined): Theme {
  const entry = (cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${themeCookieName}=`));
  const [theme, color] = (entry ?? '').slice(themeCookieName.length + 1).split('.');
  return toTheme({ theme, color });
}

/** The cookie that keeps a choice, for `Set-Cookie` and for `document.cookie` alike. */
export function themeCookie({ theme, color }: Theme): string {
  return `${themeCookieName}=${theme}.${color}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
}

/** The attributes that put a theme on `<html>`, or on any element whose content shows it. */
export function themeAttributes({ theme, color }: Theme) {
  return { 'data-theme': theme, 'data-color': color };
}

/** Shows a theme on the whole page at once, without a reload. For the browser alone. */
export function showTheme({ theme, color }: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.color = color;
}
