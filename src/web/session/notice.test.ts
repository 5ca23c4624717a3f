import { afterEach, describe, expect, test, vi } from 'vitest';
import { leaveNotice, noticeCookie, readNotice, takeNotice } from './notice.ts';

afterEach(() => vi.unstubAllGlobals());

/** Simulates a browser at an address, with the cookies that it was sent. */
const visit = (path: string, cookie = '') => {
  vi.stubGlobal('window', { location: new URL(path, 'http://pregao.test') });
  vi.stubGlobal('document', { cookie: cookie.split(';')[0] });
};

describe('The notice of an unknown page (R-APP-03)', () => {
  const sent = noticeCookie('unknownPage', '/app/dashboard');

  test.each(['/app/dashboard', '/account/login?redirect=%2Fapp%2Fdashboard'])(
    'is shown by the page that follows: %s',
    (path) => {
      visit(path, sent);
      expect(readNotice()).toBe('unknownPage');
    },
  );

  test.each([
    '/app/transactions',
    '/app/dashboard/charts',
    '/account/login',
    '/account/login?redirect=%2Fapp%2Ftransactions',
  ])('is not shown by a page that was opened meanwhile: %s', (path) => {
    visit(path, sent);
    expect(readNotice()).toBeNull();
    // Nor by a later one.
    expect(takeNotice()).toBeNull();
    expect(document.cookie).toContain('Max-Age=0');
  });

  test('for whichever page follows is shown there', () => {
    visit('/app/settings/profile');
    leaveNotice('accountDeleted');
    expect(readNotice()).toBe('accountDeleted');
  });
});
