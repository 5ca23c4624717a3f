import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeRedirect } from './redirect.ts';

const site = 'https://pregao.example';

/** Returns the address that a browser on our sign-in page would open for the checked redirect. */
const endOf = (asked: string) => {
  const path = safeRedirect(asked);
  return path === null ? null : new URL(path, `${site}/account/login?redirect=x`);
};

describe('the redirect query of the sign-in page (R-SEC-16)', () => {
  test.each([
    '/app/dashboard',
    '/app',
    '/app/transactions?cursor=a%2Fb#end',
    '/admin/tenants',
    '/account/forgot?e=a@b.co',
    '/invitation?i=token&e=a@b.co',
    '/invite/some-link',
  ])('accepts a page of this site: %s', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  test.each([
    null,
    '',
    '/',
    '/pricing',
    '/application',
    '/apps/x',
    '/app/..//evil.example',
    '/app/../..//evil.example',
    '/app/%2e%2e//evil.example',
    '/app/../pricing',
    'http://[',
    // Other hosts, plain and disguised.
    '//evil.example/app',
    '///evil.example/app',
    '////evil.example/app',
    '/////evil.example/app/..',
    'https://evil.example/app',
    'HTTPS://EVIL.EXAMPLE/app',
    'https:evil.example/app',
    'https:/evil.example/app',
    'https:///evil.example/app',
    'http:evil.example',
    '//evil.example:443/app',
    '//evil.example%2f@/app',
    'https://here.invalid@evil.example/app',
    'https://here.invalid.evil.example/app',
    'https://here.invalid:8443/app',
    'https://here.invalid%00.evil.example/app',
    'https://here.invalid\\@evil.example/app',
    'http://here.invalid/app',
    '//here.invalid.evil.example/app',
    '@evil.example/app',
    '.evil.example/app',
    ':443@evil.example/app',
    '//[::ffff:7f00:1]/app',
    '//2130706433/app',
    '//xn--evl-rma.example/app',
    // Characters that browsers treat as slashes, or drop.
    String.raw`/\evil.example/app`,
    String.raw`\\evil.example/app`,
    String.raw`\/evil.example/app`,
    String.raw`/\/evil.example/app`,
    String.raw`https:\\evil.example\app`,
    '/\t/evil.example/app',
    '\t//evil.example/app',
    '\n//evil.example/app',
    '\r\n//evil.example/app',
    '/\r/evil.example/app',
    '/\n\t/evil.example/app',
    ' //evil.example/app',
    '\u0000//evil.example/app',
    '\u001F//evil.example/app',
    'ht\ntps://evil.example/app',
    '/%09/evil.example',
    '/%5cevil.example/app',
    '/%2f%2fevil.example/app',
    '/／evil.example/app',
    '／／evil.example/app',
    '〱evil.example/app',
    '/。evil.example',
    '/．．/evil.example',
    // Not addresses of pages.
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//app',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'javascript://here.invalid/app%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://here.invalid/app',
    'filesystem:https://here.invalid/app',
    'view-source:https://here.invalid/app',
    'vbscript:msgbox(1)',
    'file:///app',
    'about:blank',
    'intent://evil.example/app#Intent;scheme=https;end',
  ])('rejects any other target: %j', (path) => {
    expect(safeRedirect(path)).toBeNull();
  });

  test('accepts an absolute address of this site', () => {
    expect(safeRedirect('/app/./dashboard')).toBe('/app/dashboard');
    expect(safeRedirect('app/dashboard')).toBe('/app/dashboard');
  });

  test('ends on this site, on a page for signed-in users, for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '\\', '//', '.', '..', '@', ':', '?', '#', '%2f', '%5c', '%09', '%00'),
      fc.constantFrom('\t', '\n', '\r', '\u0000', ' ', '／', '。', '\u2028', '\ufeff', '\ud800'),
      fc.constantFrom('app', 'admin', 'account', 'invite', 'evil.example', 'here.invalid'),
      fc.constantFrom('https:', 'http:', 'javascript:', 'data:', 'blob:', 'x:'),
      fc.string({ maxLength: 5 }),
    );
    const asked = fc.oneof(
      fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 8 }).map((pieces) => `/app${pieces.join('')}`),
      fc.webUrl(),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    const numRuns = 2_000;
    let allowed = 0;
    const endsHere = fc.property(asked, (text) => {
      const end = endOf(text);
      if (!end) return;
      allowed += 1;
      expect(end.origin).toBe(site);
      expect(end.pathname).toMatch(/^\/(app|admin|account|invitation|invite)(\/|$)/);
    });
    fc.assert(endsHere, { numRuns });
    // Enough inputs are accepted, so that the property is tested with more than refusals.
    expect(allowed).toBeGreaterThan(numRuns / 20);
  });
});
