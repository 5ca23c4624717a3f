import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { locales } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { writeReference } from '#tools/reference.ts';
import { registerApiDocs } from './docs.ts';

const app = createHttp({ logLevel: 'silent' });
await registerApiDocs(app);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const get = (url: string, encodings = '', cookie = '') =>
  app.inject({ url, headers: { 'accept-encoding': encodings, cookie } });

/** Returns the URL of the script of the reference page. */
const scriptOf = async () => {
  const { body } = await get('/api/docs');
  return body.match(/<script[^>]*\bsrc="([^"]+)"/)?.[1] ?? '';
};

describe('the page of the API reference (R-API-04)', () => {
  test.each(locales)(
    'has the logo and leads back to the site and the app in %s',
    async (locale) => {
      const { body, headers } = await get('/api/docs', '', `locale=${locale}`);
      expect(headers['vary']).toBe('Cookie, Accept-Language');
      expect(body).toContain(`<header lang="${locale}"`);
      expect(body).toMatch(/<a class="brand" href="\/"><svg.*<span>Pregão<\/span>/s);
      expect(body).toContain(`<a href="/">${translate(locale, 'site.reference.home')}</a>`);
      expect(body).toContain(
        `<a href="/app/dashboard">${translate(locale, 'site.reference.app')}</a>`,
      );
    },
  );

  test('allows exactly its two inline scripts', async () => {
    const { body, headers } = await get('/api/docs');
    const scripts = [...body.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code = '']) => code);
    const hashes = scripts.map(
      (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
    expect(hashes).toHaveLength(2);
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`);
  });
});

describe('the script of the API reference (R-API-04)', () => {
  test('has a content hash in its URL and is cached forever', async () => {
    const path = await scriptOf();
    expect(path).toMatch(/^\/api\/docs\/scalar-[\w-]{12}\.js$/);
    const { headers, statusCode } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('is sent compressed', async () => {
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

  test("shares one copy in memory among a hundred connections that don't read it", async () => {
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

test('the build contains the reference as it is served, compressed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reference-'));
  await writeReference(folder);
  const read = (name: string) => readFile(join(folder, name));
  const script = await read('scalar.js');
  const { body } = await get('/api/docs');
  expect(String(await read('page-pt-BR.html'))).toBe(body);
  expect((await get(await scriptOf())).rawPayload.equals(script)).toBe(true);
  expect(brotliDecompressSync(await read('scalar.js.br')).equals(script)).toBe(true);
  expect(gunzipSync(await read('scalar.js.gz')).equals(script)).toBe(true);
  await rm(folder, { recursive: true });
});

test.each(['nothing', 'js/scalar.js', 'scalar-AAAAAAAAAAAA.js', 'openapi.json'])(
  'answers unknown paths below the reference with a 404 problem document: /api/docs/%s',
  async (name) => {
    const { statusCode, headers, body } = await get(`/api/docs/${name}`);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toMatchObject({ status: 404, code: 'errors.notFound' });
  },
);
