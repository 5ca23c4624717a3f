import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ghostPost, startGhostSandbox } from '#sandbox/ghost/ghost.ts';
import { cachedSource } from './service/cached-source.ts';
import { ghostSource } from './service/ghost.ts';
import { get, list } from './service/list.ts';
import { markdownSource } from './service/markdown.ts';

const unavailable = expect.objectContaining({ code: 'blog.unavailable' });
const missing = expect.objectContaining({ code: 'notFound' });

describe('posts in the repository (R-SITE-06)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pregao-posts-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const source = markdownSource({ folder, origin: () => 'https://pregao.example' });
  const write = async (language: string, slug: string, text: string) => {
    await mkdir(join(folder, language), { recursive: true });
    await writeFile(join(folder, language, `${slug}.md`), text);
  };
  const head = (title: string, subject: string, more = '') =>
    `---\ntitle: ${title}\nexcerpt: Short\nsubject: ${subject}\npublished: 2026-02-10\n${more}---\n`;

  beforeEach(async () => {
    await write('pt-BR', 'risco', `${head('Risco', 'risk')}\n${'palavra '.repeat(660)}`);
    await write(
      'en-US',
      'risk',
      `${head('Risk', 'risk', 'updated: 2026-03-01\n')}\nIt is **real**.`,
    );
    await write(
      'en-US',
      'alone',
      `${head('Alone', 'alone', 'url: https://else.example/a\n')}\nText`,
    );
  });

  test('have all fields of a post', async () => {
    await expect(get(source, 'risk')).resolves.toEqual({
      title: 'Risk',
      url: 'https://pregao.example/blog/risk',
      slug: 'risk',
      excerpt: 'Short',
      html: '<p>It is <strong>real</strong>.</p>\n',
      reading_time: 1,
      published_at: '2026-02-10T00:00:00.000Z',
      updated_at: '2026-03-01T00:00:00.000Z',
      language: 'en-US',
      translations: [{ language: 'pt-BR', slug: 'risco' }],
    });
    await expect(get(source, 'alone')).resolves.toMatchObject({ url: 'https://else.example/a' });
    await expect(get(source, 'risco')).resolves.toMatchObject({ reading_time: 3 });
  });

  test('are all listed, or once per subject for a language', async () => {
    const slugs = async (language?: string) =>
      (await list(source, language)).map(({ slug }) => slug);
    await expect(slugs()).resolves.toEqual(['alone', 'risco', 'risk']);
    await expect(slugs('pt-BR')).resolves.toEqual(['alone', 'risco']);
    await expect(slugs('hi-IN')).resolves.toEqual(['alone', 'risk']);
  });

  test('return 404 for unknown slugs and slugs with a path', async () => {
    for (const slug of ['nothing', '../en-US/risk', 'risk.md', '']) {
      await expect(get(source, slug)).rejects.toEqual(missing);
    }
  });

  test('contain no scripts (R-SITE-06)', async () => {
    await write(
      'en-US',
      'evil',
      `${head('Evil', 'evil')}\n[a](javascript:x) ok\n\n<script>x</script>`,
    );
    const { html } = await get(source, 'evil');
    expect(html).toBe('<p><a rel="noopener">a</a> ok</p>\n');
    await rm(join(folder, 'en-US/evil.md'));
  });

  test('with invalid front matter are rejected with their file name', async () => {
    await write('en-US', 'wrong', '---\ntitle: Wrong\nauthor: me\n---\nText');
    await expect(source.list()).rejects.toThrow(/wrong\.md/);
    await rm(join(folder, 'en-US/wrong.md'));
  });
});

describe('posts of Ghost (R-SITE-06)', async () => {
  const ghost = await startGhostSandbox([]);
  afterAll(() => ghost.close());
  const source = ghostSource({ ...ghost, timeoutMs: 300 });
  beforeEach(() => Object.assign(ghost.state, { mode: 'ok', requests: [] }));

  test('are all loaded page by page', async () => {
    ghost.state.posts = Array.from({ length: 230 }, (_, index) => ghostPost(`post-${index}`));
    await expect(list(source, 'pt-BR')).resolves.toHaveLength(230);
    expect(ghost.state.requests).toEqual(
      [1, 2, 3].map((page) => `/ghost/api/content/posts/?key=KEY&limit=100&page=${page}`),
    );
  });

  test('are loaded by their slug', async () => {
    ghost.state.posts = [ghostPost('welcome')];
    await expect(get(source, 'welcome')).resolves.toEqual({
      title: 'About welcome',
      url: 'https://ghost.example/welcome/',
      slug: 'welcome',
      excerpt: 'What there is to say about welcome.',
      html: '<p>What there is to say about <strong>welcome</strong>.</p>',
      reading_time: 3,
      published_at: '2026-01-03T09:15:00.000Z',
      updated_at: '2026-01-05T12:30:00.000Z',
      language: null,
      translations: [],
    });
    await expect(get(source, 'nothing')).rejects.toEqual(missing);
    expect(ghost.state.requests.at(-1)).toBe('/ghost/api/content/posts/slug/nothing/?key=KEY');
  });

  test('contain no scripts (R-SITE-06)', async () => {
    ghost.state.posts = [ghostPost('evil', { html: '<b onclick=x>ok</b><script>x</script>' })];
    await expect(get(source, 'evil')).resolves.toMatchObject({ html: '<b>ok</b>' });
  });

  test.each(['error', 'timeout', 'html', 'redirect'] as const)(
    'return 503 instead of 404 in Ghost’s failure mode %s',
    async (mode) => {
      ghost.state.mode = mode;
      await expect(list(source)).rejects.toEqual(unavailable);
      await expect(get(source, 'welcome')).rejects.toEqual(unavailable);
    },
  );

  test('return 503 with a wrong key and without a server', async () => {
    const wrong = ghostSource({ ...ghost, key: '0'.repeat(26) });
    await expect(list(wrong)).rejects.toEqual(unavailable);
    const unreachable = ghostSource({ url: 'http://127.0.0.1:9', key: ghost.key });
    await expect(list(unreachable)).rejects.toEqual(unavailable);
  });

  test('that are invalid are skipped and reported', async () => {
    const reported: unknown[] = [];
    const onInvalid = (error: unknown) => void reported.push(error);
    const watched = ghostSource({ ...ghost, timeoutMs: 300, onInvalid });
    ghost.state.posts = [ghostPost('odd', { url: 'javascript:alert(1)' }), ghostPost('welcome')];
    expect((await list(watched)).map(({ slug }) => slug)).toEqual(['welcome']);
    expect(String(reported[0])).toContain('Invalid Ghost post odd');
    await expect(get(watched, 'odd')).rejects.toEqual(missing);
  });

  test('keep pictures of Ghost’s own address, also over HTTP', async () => {
    const html = '<img src="http://blog.intern/content/images/a.png">';
    ghost.state.posts = [ghostPost('pictured', { html })];
    const named = ghostSource({ ...ghost, publicUrl: 'http://blog.intern/' });
    expect((await get(named, 'pictured')).html).toContain(
      'http://blog.intern/content/images/a.png',
    );
    expect((await get(source, 'pictured')).html).toBe('');
  });
});

describe('a cached source', () => {
  const asked: string[] = [];
  const state = { fails: false };
  const options = { fresh: 60, good: 60, retry: 60, report: () => undefined };
  const source = {
    list: async () => {
      asked.push('list');
      if (state.fails) throw new Error('down');
      return [];
    },
    get: async (slug: string) => {
      asked.push(slug);
      return null;
    },
  };
  beforeEach(() => {
    asked.length = 0;
    state.fails = false;
  });

  test('is queried once for concurrent requests', async () => {
    const quick = cachedSource(source, options);
    await Promise.all([quick.list(), quick.list(), quick.get('a'), quick.get('a')]);
    await quick.list();
    expect(asked.toSorted()).toEqual(['a', 'list']);
  });

  test('serves stale replies while it fails and is not retried immediately', async () => {
    const quick = cachedSource(source, { ...options, fresh: 0 });
    await quick.list();
    state.fails = true;
    await expect(quick.list()).resolves.toEqual([]);
    await expect(quick.list()).resolves.toEqual([]);
    expect(asked).toEqual(['list', 'list']);
  });

  test('fails and reports the error when nothing is cached', async () => {
    const reported: unknown[] = [];
    state.fails = true;
    const quick = cachedSource(source, { ...options, report: (error) => reported.push(error) });
    await expect(quick.list()).rejects.toThrow('down');
    await expect(quick.list()).rejects.toThrow('down');
    expect(asked).toEqual(['list']);
    expect(reported).toHaveLength(1);
  });

  test('evicts the oldest of many unknown slugs', async () => {
    const quick = cachedSource(source, options);
    for (let number = 0; number <= 500; number += 1) await quick.get(`made-up-${number}`);
    await quick.get('made-up-500');
    await quick.get('made-up-0');
    expect(asked).toHaveLength(502);
  });
});
