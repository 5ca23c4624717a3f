import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createHttp } from '#server/platform/http/http.ts';
import { networkOf } from '#server/platform/http/visitor.ts';
import { trustedProxiesOf } from './proxies.ts';

/** Checks which forwarding headers are trusted (R-SEC-15). */
const trusted = ['10.1.0.0/16', '192.0.2.7', '2001:db8:7::/48'];
const proxies = trustedProxiesOf(trusted);
const app = createHttp({ logLevel: 'silent', trustedProxies: trusted });
const unproxied = createHttp({ logLevel: 'silent' });
for (const server of [app, unproxied]) {
  server.get('/who', async ({ ip, host, protocol, raw }) => ({
    ip,
    host,
    protocol,
    socket: proxies.clientAddress(raw),
  }));
}

const ask = async (from: string, headers: Record<string, string> = {}, server = app) => {
  const answer = await server.inject({ url: '/who', remoteAddress: from, headers });
  const who = answer.json() as { ip: string; host: string; protocol: string; socket: string };
  return { ...who, id: answer.headers['x-request-id'] };
};

const visitor = '203.0.113.9';

test.each([
  ['no proxy', visitor, undefined, visitor],
  ['a trusted proxy', '10.1.0.7', visitor, visitor],
  ['a proxy trusted by its single address', '192.0.2.7', visitor, visitor],
  ['two chained trusted proxies', '10.1.0.7', `${visitor}, 192.0.2.7`, visitor],
  ['a forged address behind a trusted proxy', '10.1.0.7', `127.0.0.1, ${visitor}`, visitor],
  [
    'forged addresses of trusted proxies',
    '10.1.0.7',
    `198.51.100.1, 10.1.0.8, ${visitor}`,
    visitor,
  ],
  [
    'an untrusted hop between trusted proxies',
    '10.1.0.7',
    `${visitor}, 198.51.100.3, 10.1.0.9`,
    '198.51.100.3',
  ],
  ['an untrusted client that sends the header', '198.51.100.3', visitor, '198.51.100.3'],
  ['an untrusted address next to a trusted one', '192.0.2.8', visitor, '192.0.2.8'],
  ['a trusted proxy over IPv6', '2001:db8:7:1::5', '2001:db8:1:2:3::4', '2001:db8:1:2:3::4'],
  ['an untrusted client over IPv6', '2001:db8:8::5', visitor, '2001:db8:8::5'],
  ['a trusted proxy on a dual-stack socket', '::ffff:10.1.0.7', visitor, visitor],
  ['trusted proxies only', '10.1.0.7', '10.1.0.8', '10.1.0.8'],
])(
  'finds the client address with %s (connection from %s, X-Forwarded-For %s)',
  async (_name, from, forwarded, caller) => {
    const { ip, socket } = await ask(from, forwarded ? { 'x-forwarded-for': forwarded } : {});
    expect({ ip, socket }).toEqual({ ip: caller, socket: caller });
  },
);

test.each([
  ['X-Forwarded-For', { 'x-forwarded-for': '198.51.100.3' }],
  ['Forwarded', { forwarded: 'for=198.51.100.3;host=elsewhere.example;proto=https' }],
  ['X-Real-IP', { 'x-real-ip': '198.51.100.3' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'https' }],
])('ignores %s of an untrusted client', async (_name, headers: Record<string, string>) => {
  for (const server of [app, unproxied]) {
    const { ip, host, protocol } = await ask(visitor, headers, server);
    expect({ ip, host, protocol }).toEqual({ ip: visitor, host: 'localhost:80', protocol: 'http' });
  }
});

test('keeps a valid request id of a trusted proxy only', async () => {
  const given = { 'x-request-id': 'from-the-proxy-1' };
  expect((await ask('10.1.0.7', given)).id).toBe('from-the-proxy-1');
  const own = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  expect((await ask(visitor, given)).id).toMatch(own);
  expect((await ask('10.1.0.7', { 'x-request-id': '"},{"level":60' })).id).toMatch(own);
  expect((await ask('10.1.0.7', { 'x-request-id': 'x'.repeat(65) })).id).toMatch(own);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:50210', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1'],
  ['2001:0db8:0000:0001:bbbb:0:0:2', '2001:db8:0:1'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOf({ ip })).toBe(network);
});

test('trusts no proxy unless configured', () => {
  const request = {
    headers: { 'x-forwarded-for': visitor },
    socket: { remoteAddress: '10.1.0.7' },
  };
  expect(trustedProxiesOf([]).clientAddress(request as unknown as IncomingMessage)).toBe(
    '10.1.0.7',
  );
});
