import { backgrounds, colors, type Background, type Color, type Theme } from '#contract/themes.ts';

/** Theme of a visitor without a choice (R-GEN-04). */
export const defaultTheme: Theme = { theme: 'dark', color: 'red' };

/** Name of the cookie with a visitor's choice as `<background>.<color>`, like `dark.red`. */
const themeCookieName = 'theme';

const yearInSeconds = 365 * 24 * 60 * 60;

const isBackground = (value: unknown): value is Background =>
  backgrounds.some((background) => background === value);

export const isColor = (value: unknown): value is Color => colors.some((color) => color === value);

/**
 * Validates an untrusted theme (a query, a tenant's columns): unknown values fall back to the
 * default.
 */
export function toTheme(
  choice: { theme?: unknown; color?: unknown },
  fallback = defaultTheme,
): Theme {
  return {
    theme: isBackground(choice.theme) ? choice.theme : fallback.theme,
    color: isColor(choice.color) ? choice.color : fallback.color,
  };
}

/** Parses the theme of a `Cookie` header or `document.cookie`; the default without one. */
export function parseThemeCookie(cookies: string | null | undefined): Theme {
  const entry = (cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${themeCookieName}=`));
  const [theme, color] = (entry ?? '').slice(themeCookieName.length + 1).split('.');
  return toTheme({ theme, color });
}

/** Returns the cookie of a theme, for `Set-Cookie` and `document.cookie`. */
export function themeCookie({ theme, color }: Theme): string {
  return `${themeCookieName}=${theme}.${color}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
}

/** Returns the attributes that apply a theme to `<html>`, or to any other element. */
export function themeAttributes({ theme, color }: Theme) {
  return { 'data-theme': theme, 'data-color': color };
}

/** Applies a theme to the whole page without a reload. For the browser only. */
export function applyTheme({ theme, color }: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.color = color;
}
