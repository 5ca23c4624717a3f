import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RenderedPage, PageCache } from './cache.ts';
import { hashInlineScripts } from './headers.ts';

const pageOf = (body: string, seconds = 60) =>
  new RenderedPage({ status: 200, headers: {}, body, seconds });

describe('a page', () => {
  const long = 'a sentence. '.repeat(1_000);

  test('is sent in the best encoding that the browser accepts', async () => {
    const page = pageOf(long);
    const brotli = await page.bodyFor('gzip, deflate, br, zstd');
    const gzip = await page.bodyFor('gzip');
    expect([brotli.encoding, gzip.encoding]).toEqual(['br', 'gzip']);
    expect(String(brotliDecompressSync(brotli.body))).toBe(long);
    expect(String(gunzipSync(gzip.body))).toBe(long);
    expect(await page.bodyFor('')).toEqual({ encoding: null, body: Buffer.from(long) });
  });

  test('is compressed once for each encoding', async () => {
    const page = pageOf(long);
    expect((await page.bodyFor('br')).body).toBe((await page.bodyFor('br')).body);
  });

  test('is not compressed when it is short', async () => {
    expect((await pageOf('short').bodyFor('br')).encoding).toBeNull();
  });
});

describe('the cache of shared pages (R-SEC-15)', () => {
  /** Returns a render function that resolves when the test says so. */
  const later = (page: RenderedPage) => {
    const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
    const state = { renders: 0 };
    const render = () => {
      state.renders += 1;
      return promise;
    };
    return { state, render, done: () => resolve(page), fail: reject };
  };
  const now = (page: RenderedPage) => async () => page;
  const never = () => Promise.reject(new Error('It is rendered again'));

  test('renders a page once for concurrent requests, and caches it', async () => {
    const store = new PageCache();
    const page = pageOf('x');
    const { state, render, done } = later(page);
    const visitors = Array.from({ length: 1_000 }, () => store.getOrRender('a', render));
    done();
    expect(new Set(await Promise.all(visitors))).toEqual(new Set([page]));
    expect(state.renders).toBe(1);
    await expect(store.getOrRender('a', never)).resolves.toBe(page);
  });

  test('lets one request render an expired page while the others get the old one', async () => {
    const store = new PageCache();
    const old = pageOf('old', -1);
    await store.getOrRender('a', now(old));
    const { render, done } = later(pageOf('new'));
    const renewed = store.getOrRender('a', render);
    await expect(store.getOrRender('a', never)).resolves.toBe(old);
    done();
    await expect(renewed).resolves.toMatchObject({ seconds: 60 });
    await expect(store.getOrRender('a', never)).resolves.toBe(await renewed);
  });

  test('serves the old page when rendering fails', async () => {
    const store = new PageCache();
    const old = pageOf('old', -1);
    await store.getOrRender('a', now(old));
    await expect(store.getOrRender('a', never)).resolves.toBe(old);
    await expect(store.getOrRender('b', never)).rejects.toThrow('rendered again');
  });

  test('returns an uncacheable page only to the request that rendered it', async () => {
    const store = new PageCache();
    const page = pageOf('x', 0);
    const { render, done } = later(page);
    const [first, second] = [store.getOrRender('a', render), store.getOrRender('a', never)];
    done();
    await expect(first).resolves.toBe(page);
    await expect(second).resolves.toBeNull();
    await expect(store.getOrRender('a', never)).rejects.toThrow('rendered again');
  });

  test('does not cache a page that was rendered before an invalidation', async () => {
    const store = new PageCache();
    const { render, done } = later(pageOf('old'));
    const before = store.getOrRender('a', render);
    store.clear();
    const fresh = pageOf('new');
    await expect(store.getOrRender('a', now(fresh))).resolves.toBe(fresh);
    done();
    await before;
    await expect(store.getOrRender('a', never)).resolves.toBe(fresh);
    store.clear();
    await expect(store.getOrRender('a', never)).rejects.toThrow('rendered again');
  });

  test('stays within its limits, and keeps a page in use whatever others are requested', async () => {
    const store = new PageCache();
    const page = pageOf('x');
    await store.getOrRender('in use', now(page));
    await store.getOrRender('in use', never);
    const render = now(pageOf('y'));
    for (let n = 0; n < 1_000; n += 1) await store.getOrRender(`once ${n}`, render);
    await expect(store.getOrRender('in use', never)).resolves.toBe(page);
    await expect(store.getOrRender('once 900', never)).rejects.toThrow('rendered again');
    await expect(store.getOrRender('once 999', never)).resolves.toBeDefined();
    for (let n = 0; n < 1_000; n += 1) {
      await store.getOrRender(`again ${n}`, render);
      await store.getOrRender(`again ${n}`, render);
      if (n % 100 === 0) await store.getOrRender('in use', never);
    }
    await expect(store.getOrRender('again 500', never)).rejects.toThrow('rendered again');
    await expect(store.getOrRender('in use', never)).resolves.toBe(page);
  });
});

describe('the scripts of a page', () => {
  test('are allowed only if they were rendered with the nonce', () => {
    const html =
      '<script nonce="n1">ours()</script><script>theirs()</script><script nonce="n2">theirs()</script>';
    const { html: sent, hashes } = hashInlineScripts(html, 'n1');
    expect(hashes).toEqual(["'sha256-6Mlk+XjE57h/a6BK8UFDhIqhWicH5NYtbW9Bd0Z0HiI='"]);
    expect(sent).toContain('<script>ours()</script>');
  });
});
