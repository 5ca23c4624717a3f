import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { trustScripts } from './page-headers.ts';
import { Page, PageStore } from './page-store.ts';

const pageOf = (body: string, seconds = 60) =>
  new Page({ status: 200, headers: {}, body, seconds });

describe('a page', () => {
  const long = 'a sentence. '.repeat(1_000);

  test('is sent in the best encoding that the browser knows', async () => {
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

  test('is left as it is when it is short', async () => {
    expect((await pageOf('short').bodyFor('br')).encoding).toBeNull();
  });
});

describe('the store of shared pages', () => {
  test('gives back what it was given, until it forgets', () => {
    const store = new PageStore();
    const page = pageOf('x');
    store.set('a', page);
    expect(store.get('a')).toBe(page);
    expect(store.get('b')).toBeUndefined();
    store.clear();
    expect(store.get('a')).toBeUndefined();
  });

  test('has a page renewed by one visitor when its time is over, and shows it to the others', () => {
    const store = new PageStore();
    const page = pageOf('x', -1);
    store.set('a', page);
    expect(store.get('a')).toBeUndefined();
    expect(store.get('a')).toBe(page);
    store.clear();
    expect(store.get('a')).toBeUndefined();
  });

  test('keeps no page that does not allow it', () => {
    const store = new PageStore();
    store.set('a', pageOf('x', 0));
    expect(store.get('a')).toBeUndefined();
  });

  test('never grows beyond its limit: the oldest page makes room', () => {
    const store = new PageStore();
    for (let number = 0; number < 1_000; number += 1) store.set(String(number), pageOf('x'));
    expect(store.get('0')).toBeUndefined();
    expect(store.get('799')).toBeUndefined();
    expect(store.get('800')).toBeDefined();
    expect(store.get('999')).toBeDefined();
  });
});

describe('the scripts of a page', () => {
  test('are trusted when they were rendered with the nonce, and no others are', () => {
    const html =
      '<script nonce="n1">ours()</script><script>theirs()</script><script nonce="n2">theirs()</script>';
    const { html: sent, hashes } = trustScripts(html, 'n1');
    expect(hashes).toEqual(["'sha256-6Mlk+XjE57h/a6BK8UFDhIqhWicH5NYtbW9Bd0Z0HiI='"]);
    expect(sent).toContain('<script>ours()</script>');
  });
});
