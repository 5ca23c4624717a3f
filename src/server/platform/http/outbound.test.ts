import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createOutboundFetch } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

const server = createServer((request, response) => {
  if (request.url === '/large') return void response.end(Buffer.alloc(600 * 1024));
  if (request.url === '/moved') return void response.writeHead(302, { location: '/' }).end();
  return void response.end('reached');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;

const local = createOutboundFetch({ host: '127.0.0.1', publicUrl: null });
const reachable = createOutboundFetch({ host: '0.0.0.0', publicUrl: 'https://pregao.example' });

describe('Requests to addresses of customers (R-SSO-09, R-WHK-05)', () => {
  test('reach this machine in local use', async () => {
    const reply = await local(`http://127.0.0.1:${port}/`);
    await expect(reply.text()).resolves.toBe('reached');
  });

  test('use https alone on a reachable server', async () => {
    await expect(reachable(`http://127.0.0.1:${port}/`)).rejects.toThrow('https');
    await expect(local('file:///etc/passwd')).rejects.toThrow('https');
  });

  test.each([
    '127.0.0.1',
    'localhost',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '[::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '100.64.0.1',
    '172.16.0.1',
    '[::]',
    '[fe80::1]',
    '[::ffff:7f00:1]',
    '127.1',
    '[::127.0.0.1]',
    '[::10.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::10.0.0.1]',
    '[64:ff9b:1:ffff::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2001:0:7f00:1::]',
    '[2001::a00:1]',
    '[2606:4700::5efe:127.0.0.1]',
    '[2606:4700:1:2:0:5efe:a00:1]',
    '[2606:4700:1:2:200:5efe:a00:1]',
    '[2606:4700:1:2:200:5efe:a00:0]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[5f00::1]',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ])('never reach the private address %s', async (host) => {
    await expect(reachable(`https://${host}:${port}/`)).rejects.toThrow(/not allowed/);
  });

  test.each([
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '192.0.1.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:200::1',
    '2003::1',
    '2606:4700:1:2:1200:5efe:a00:1',
  ])('may reach the public address %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('read the beginning of a larger reply where that is enough (R-WHK-05)', async () => {
    const limits = { timeoutMs: 5_000, maxReplyBytes: 1_024, isTruncated: true };
    const short = createOutboundFetch({ host: '127.0.0.1', publicUrl: null }, limits);
    const reply = await short(`http://127.0.0.1:${port}/large`);
    expect((await reply.arrayBuffer()).byteLength).toBe(1_024);
  });

  test('follow no redirect, and read a bounded reply', async () => {
    await expect(local(`http://127.0.0.1:${port}/moved`)).resolves.toMatchObject({ status: 302 });
    await expect(local(`http://127.0.0.1:${port}/large`)).rejects.toThrow('too large');
  });
});
