import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { describeApi } from './docs.ts';
import { createHttp } from './http.ts';

const app = createHttp({ logLevel: 'silent' });
await describeApi(app);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const get = (url: string, encodings = '') =>
  app.inject({ url, headers: { 'accept-encoding': encodings } });

/** Where the page of the reference has its script. */
const scriptOf = async () => {
  const { body } = await get('/api/docs');
  return body.match(/<script[^>]*\bsrc="([^"]+)"/)?.[1] ?? '';
};

describe('the script of the API reference', () => {
  test('is at an address with a hash of it, and kept for ever', async () => {
    const path = await scriptOf();
    expect(path).toMatch(/^\/api\/docs\/scalar-[\w-]{12}\.js$/);
    const { headers, statusCode } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('travels compressed', async () => {
    const path = await scriptOf();
    const plain = await get(path);
    const [brotli, gzip] = [await get(path, 'gzip, br'), await get(path, 'gzip')];
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
    ]);
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  test('costs no memory for each of a hundred connections that do not read it', async () => {
    const path = await scriptOf();
    const { hostname, port } = new URL(origin);
    const size = (await get(path)).rawPayload.length;
    const before = process.memoryUsage().arrayBuffers;
    const sockets = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = connect(Number(port), hostname).pause();
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
        await once(socket, 'readable');
        return socket;
      }),
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * size);
    for (const socket of sockets) socket.destroy();
  });
});

test.each(['nothing', 'js/scalar.js', 'scalar-AAAAAAAAAAAA.js', 'openapi.json'])(
  'what is missing beside the reference is a problem document: /api/docs/%s',
  async (name) => {
    const { statusCode, headers, body } = await get(`/api/docs/${name}`);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toMatchObject({ status: 404, code: 'errors.notFound' });
  },
);
