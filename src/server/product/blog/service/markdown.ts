import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';
import { parse } from 'yaml';
import { z } from 'zod';
import { plainText, sanitizeHtml } from '#server/platform/sanitize-html.ts';
import { compareNewestFirst, type BlogSource, type Post } from './source.ts';

const marked = new Marked({ gfm: true, async: false });

const isoDate = z.iso.date().transform((date) => `${date}T00:00:00.000Z`);

const frontMatter = z.strictObject({
  title: z.string().min(1),
  excerpt: z.string().min(1),
  /** Key shared by all translations of a post. */
  subject: z.string().min(1),
  published: isoDate,
  updated: isoDate.optional(),
  /** Canonical URL of a post first published on another site. */
  url: z.url({ protocol: /^https?$/ }).optional(),
});

const wordsPerMinute = 220;

type MarkdownOptions = { folder: string; origin: () => string };

/** Returns a source of Markdown posts, `<folder>/<language>/<slug>.md`; an invalid file throws. */
export function markdownSource(options: MarkdownOptions): BlogSource {
  const list = async () => (await readPosts(options)).toSorted(compareNewestFirst);
  return { list, get: async (slug) => (await list()).find((post) => post.slug === slug) ?? null };
}

async function readPosts({ folder, origin }: MarkdownOptions) {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.flatMap((path) => {
    const [, language, slug] = /^([\w-]+)[\\/]([a-z0-9-]+)\.md$/.exec(path) ?? [];
    return language && slug ? [{ path, language, slug }] : [];
  });
  return Promise.all(
    files.map(async ({ path, language, slug }) => {
      const text = await readFile(join(folder, path), 'utf8');
      try {
        return { ...readPost(text, `${origin()}/blog/${slug}`), slug, language };
      } catch (cause) {
        throw new Error(`Invalid post ${path}`, { cause });
      }
    }),
  );
}

function readPost(text: string, ownUrl: string): Omit<Post, 'slug' | 'language'> {
  const [, head = '', body = ''] = /^---\r?\n([^]*?)\r?\n---\r?\n([^]*)$/.exec(text) ?? [];
  const { title, excerpt, subject, published, updated, url } = frontMatter.parse(parse(head));
  const html = sanitizeHtml(marked.parse(body, { async: false }));
  return {
    title,
    excerpt,
    subject,
    html,
    url: url ?? ownUrl,
    reading_time: Math.max(1, Math.round(plainText(html).split(' ').length / wordsPerMinute)),
    published_at: published,
    updated_at: updated ?? published,
  };
}
