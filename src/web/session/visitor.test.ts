import { describe, expect, test } from 'vitest';
import { choicesOf } from './visitor.ts';

const visit = (path: string, cookies = '') => choicesOf(cookies, path);

describe('what a visitor chose', () => {
  test('is pt-BR, dark red and no currency before anything was chosen (section 1)', () => {
    expect(visit('/pricing')).toEqual({
      locale: 'pt-BR',
      theme: { theme: 'dark', color: 'red' },
      currency: null,
    });
  });

  test('is read from its cookies', () => {
    expect(visit('/pricing', 'theme=light.teal; locale=es-MX; currency=mxn')).toEqual({
      locale: 'es-MX',
      theme: { theme: 'light', color: 'teal' },
      currency: 'mxn',
    });
  });

  test('is the default where a cookie holds anything else', () => {
    const cookie = 'theme=neon.<b>; locale=xx; currency=btc; xlocale=en-US';
    expect(visit('/pricing', cookie)).toEqual(visit('/pricing'));
  });

  test('the app begins with the theme that it showed last, the portal dark and indigo, the site as chosen', () => {
    const cookie = 'theme=light.teal; app-theme=indigo.violet';
    expect(visit('/app/dashboard', cookie).theme).toEqual({ theme: 'indigo', color: 'violet' });
    expect(visit('/admin', cookie).theme).toEqual({ theme: 'dark', color: 'indigo' });
    expect(visit('/application', cookie).theme).toEqual({ theme: 'light', color: 'teal' });
  });
});
