import { expect, test } from 'vitest';
import { defaultTheme, parseThemeCookie, themeAttributes, themeCookie, toTheme } from './theme.ts';

test('without a choice the theme is dark and red (section 1)', () => {
  expect(parseThemeCookie(undefined)).toEqual({ theme: 'dark', color: 'red' });
  expect(parseThemeCookie('locale=pt-BR')).toEqual(defaultTheme);
});

test('a choice survives its cookie', () => {
  const choice = { theme: 'dynamic', color: 'lightBlue' } as const;
  const pair = themeCookie(choice).split(';')[0];
  expect(parseThemeCookie(`a=1; ${pair}; b=2`)).toEqual(choice);
});

test('what is not on the lists never reaches the page', () => {
  expect(parseThemeCookie('theme="><script>.red')).toEqual(defaultTheme);
  expect(toTheme({ theme: 'light', color: 'constructor' })).toEqual({
    theme: 'light',
    color: 'red',
  });
});

test('the attributes of a page name its background and colour', () => {
  expect(themeAttributes({ theme: 'light', color: 'teal' })).toEqual({
    'data-theme': 'light',
    'data-color': 'teal',
  });
});
