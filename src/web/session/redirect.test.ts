import { describe, expect, test } from 'vitest';
import { safeRedirect } from './redirect.ts';

describe('the redirect query of the login page', () => {
  test.each([
    '/app/dashboard',
    '/app',
    '/app/transactions?cursor=a%2Fb#end',
    '/admin/tenants',
    '/account/forgot?e=a@b.co',
    '/invitation?i=token&e=a@b.co',
    '/invite/some-link',
  ])('leads back to a page of ours: %s', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  test.each([
    null,
    '',
    '/',
    '/pricing',
    '/application',
    '/apps/x',
    '//evil.example/app',
    String.raw`/\evil.example/app`,
    String.raw`\\evil.example/app`,
    'https://evil.example/app',
    'https:evil.example/app',
    '//evil.example:443/app',
    'https://here.invalid@evil.example/app',
    '/\t/evil.example/app',
    '\n//evil.example/app',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//app',
    'data:text/html,<script>alert(1)</script>',
    '/app/..//evil.example',
    '/app/../..//evil.example',
    '/app/%2e%2e//evil.example',
    '/app/../pricing',
    'http://[',
  ])('leads nowhere else: %j', (path) => {
    expect(safeRedirect(path)).toBeNull();
  });

  test('stays on this site when it is written in full', () => {
    expect(safeRedirect('/app/./dashboard')).toBe('/app/dashboard');
    expect(safeRedirect('app/dashboard')).toBe('/app/dashboard');
  });
});
