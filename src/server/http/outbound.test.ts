import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createOutboundFetch } from './outbound.ts';

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
    '[64:ff9b::7f00:1]',
  ])('never reach the private address %s', async (host) => {
    await expect(reachable(`https://${host}:${port}/`)).rejects.toThrow(/not allowed/);
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
