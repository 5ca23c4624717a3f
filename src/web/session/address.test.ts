import { afterEach, describe, expect, test, vi } from 'vitest';
import { isServedAtAddress } from '#contract/calls/address-paths.ts';
import { rootMiddleware } from './address.ts';

describe('the pages of an organization’s own address (R-ADR-01)', () => {
  test.each([
    '/account/login',
    '/account/forgot',
    '/account/suspended',
    '/app',
    '/app/dashboard',
    '/app/settings/organization/general',
    '/APP/transactions',
    '/site.webmanifest',
    '/lang/hi-IN',
  ])('%s is one', (path) => {
    expect(isServedAtAddress(path)).toBe(true);
  });

  test.each([
    '/',
    '/pricing',
    '/account',
    '/account/register',
    '/account/reset',
    '/account/loginx',
    '/invite/x',
    '/admin/dashboard',
    '/app/organizations/new',
    '/app/settings/profile',
    '/App/Settings/%50rofile/',
    '/app/settings/organization/subscription/billing',
    '/appx',
    '/%E0%A4%A',
  ])('%s belongs to the main site', (path) => {
    expect(isServedAtAddress(path)).toBe(false);
  });
});

describe('a navigation in the browser (R-ADR-01)', () => {
  const [leave] = rootMiddleware;
  const navigate = (path: string) => async () =>
    leave?.(
      { request: new Request(`http://acme.localhost${path}`) } as never,
      (async () => ({})) as never,
    );
  const stubPlace = (isAtAddress: boolean) =>
    vi.stubGlobal('document', { querySelector: () => (isAtAddress ? {} : null) });
  afterEach(() => vi.unstubAllGlobals());

  test('from an address to a page of the main site loads a document', async () => {
    stubPlace(true);
    await expect(navigate('/app/settings/profile?x=1')()).rejects.toMatchObject({
      headers: new Headers({
        location: '/app/settings/profile?x=1',
        'X-Remix-Reload-Document': 'true',
      }),
    });
    await expect(navigate('/app/dashboard')()).resolves.toBeUndefined();
  });

  test('at the main site goes everywhere', async () => {
    stubPlace(false);
    await expect(navigate('/app/settings/profile')()).resolves.toBeUndefined();
  });
});
