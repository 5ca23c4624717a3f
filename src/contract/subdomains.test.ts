import { describe, expect, test } from 'vitest';
import { isReservedSubdomain } from './subdomains.ts';

describe('A subdomain that no organization may take (R-ORG-06)', () => {
  test.each([
    'login account auth sso saml billing security internal staging postmaster webmaster abuse',
    'autodiscover autoconfig wpad isatap mail smtp imap pop3 mx1 ns1 ns2 ftp www www2 api app admin',
    'administrator root status support help docs blog cdn static assets files hub pregao sandbox',
    'mta-sts noreply no-reply webmail cpanel vpn dev test beta localhost oauth signin sign-in',
    'conta suporte entrar acesso senha cuenta soporte ayuda',
  ])('is one of %s', (words) => {
    expect(words.split(' ').filter((word) => !isReservedSubdomain(word))).toEqual([]);
  });

  test.each([
    'l0gin',
    'log1n',
    'Iogin',
    '1ogin',
    'acc0unt',
    '4cc0unt',
    'b1ll1ng',
    '5upport',
    'secur1ty',
    'log-in',
    'l-o-g-i-n',
    'log--in',
    'adrnin',
    'vvebmail',
    'ADMIN',
    'login2',
    'login-2',
    '2-login',
    'admin-login',
    'pregao-support',
    'account-security-2026',
    'xn--pypal-4ve',
    'xn--lgin-5qa',
    'ab--cd',
  ])('looks like one: %s', (name) => {
    expect(isReservedSubdomain(name)).toBe(true);
  });

  test.each([
    '',
    'acme',
    'mesa-7f3a9b21',
    'apple',
    'bank-of-acme',
    'helpful-robots',
    'acme-support',
    '2026',
    '2026-11',
    'a--b',
    's0f1a',
    'testers',
    'pregao-brasil',
  ])('is not %j', (name) => {
    expect(isReservedSubdomain(name)).toBe(false);
  });
});
