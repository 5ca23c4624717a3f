import { expect, test } from 'vitest';
import { defaultTheme, parseThemeCookie, themeAttributes, themeCookie, toTheme } from './theme.ts';

test('the default theme is dark and red (R-GEN-04)', () => {
  expect(parseThemeCookie(undefined)).toEqual({ theme: 'dark', color: 'red' });
  expect(parseThemeCookie('locale=pt-BR')).toEqual(defaultTheme);
});

test('a cookie preserves the choice', () => {
  const choice = { theme: 'dynamic', color: 'lightBlue' } as const;
  const pair = themeCookie(choice).split(';')[0];
  expect(parseThemeCookie(`a=1; ${pair}; b=2`)).toEqual(choice);
});

test('values that aren’t on the lists never reach the page', () => {
  expect(parseThemeCookie('theme="><script>.red')).toEqual(defaultTheme);
  expect(toTheme({ theme: 'light', color: 'constructor' })).toEqual({
    theme: 'light',
    color: 'red',
  });
});

test('the attributes of a page name its background and color', () => {
  expect(themeAttributes({ theme: 'light', color: 'teal' })).toEqual({
    'data-theme': 'light',
    'data-color': 'teal',
  });
});
