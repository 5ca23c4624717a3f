import { describe, expect, test } from 'vitest';
import { claimOf, hostNameOf } from './host-name.ts';

const site = { origin: 'https://Pregao.example:8443', isPublic: true };

describe('a host name (R-ADR-02)', () => {
  test.each([
    ['pregao.example', 'main'],
    ['PREGAO.Example', 'main'],
    ['pregao.example.', 'main'],
    ['pregao.example:443', 'main'],
    ['localhost:3000', 'main'],
    ['127.0.0.1', 'main'],
    ['10.1.2.3:3000', 'main'],
    ['[::1]:3000', 'main'],
    ['www.pregao.example', 'www'],
    ['app1:3000', 'main'],
    ['a.b.pregao.example', 'unknown'],
    ['.pregao.example', 'unknown'],
    ['acme..pregao.example', 'unknown'],
    ['pregao.example..', 'unknown'],
    ['acme.pregao.example, pregao.example', 'unknown'],
    ['acme.pregao.example/x', 'unknown'],
    ['user@pregao.example', 'unknown'],
    ['pregao.example:x', 'unknown'],
    ['münchen.example', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('%s is of the kind %s', (host, kind) => {
    expect(claimOf(hostNameOf(host), site).kind).toBe(kind);
  });

  test.each([
    ['acme.pregao.example', { kind: 'subdomain', value: 'acme' }],
    ['ACME.pregao.example.:8443', { kind: 'subdomain', value: 'acme' }],
    ['app.acme.example', { kind: 'domain', value: 'app.acme.example' }],
    ['xn--mnchen-3ya.example', { kind: 'domain', value: 'xn--mnchen-3ya.example' }],
    ['notpregao.example', { kind: 'domain', value: 'notpregao.example' }],
    ['pregao.example.evil.example', { kind: 'domain', value: 'pregao.example.evil.example' }],
  ])('%s may be the address of an organization', (host, claim) => {
    expect(claimOf(hostNameOf(host), site)).toEqual(claim);
  });

  test('leads to the main site under every name where PUBLIC_URL is not set', () => {
    const local = { origin: 'http://localhost:3000', isPublic: false };
    expect(claimOf(hostNameOf('mybox:3000'), local)).toEqual({ kind: 'main' });
    expect(claimOf(hostNameOf('acme.localhost:3000'), local)).toEqual({
      kind: 'subdomain',
      value: 'acme',
    });
  });
});
