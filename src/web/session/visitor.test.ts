import { describe, expect, test } from 'vitest';
import { parseVisitorChoices } from './visitor.ts';

const visit = (path: string, cookies = '') => parseVisitorChoices(cookies, path);

describe('choices of a visitor (R-APP-08)', () => {
  test('default to pt-BR, dark red and no currency (R-GEN-03, R-GEN-04)', () => {
    expect(visit('/pricing')).toEqual({
      locale: 'pt-BR',
      theme: { theme: 'dark', color: 'red' },
      currency: null,
    });
  });

  test('are read from cookies', () => {
    expect(visit('/pricing', 'theme=light.teal; locale=es-MX; currency=mxn')).toEqual({
      locale: 'es-MX',
      theme: { theme: 'light', color: 'teal' },
      currency: 'mxn',
    });
  });

  test('fall back to the default for an invalid cookie', () => {
    const cookie = 'theme=neon.<b>; locale=xx; currency=btc; xlocale=en-US';
    expect(visit('/pricing', cookie)).toEqual(visit('/pricing'));
  });

  test('app, operator’s pages and site start with their own themes', () => {
    const cookie = 'theme=light.teal; app-theme=indigo.violet';
    expect(visit('/app/dashboard', cookie).theme).toEqual({ theme: 'indigo', color: 'violet' });
    expect(visit('/admin', cookie).theme).toEqual({ theme: 'dark', color: 'indigo' });
    expect(visit('/application', cookie).theme).toEqual({ theme: 'light', color: 'teal' });
  });
});
