import { z } from 'zod';
import { anyone } from './access.ts';
import { subject } from './endpoint.ts';
import { timestamp, int32, boundedText } from './shapes.ts';

const slug = boundedText(200);
/** Language as a BCP 47 tag: `pt-BR`. */
const language = boundedText(35);

/** A post as the list shows it. */
export const blogSummary = z.object({
  title: z.string(),
  /** Canonical address of the post, absolute; often on this site. */
  url: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  /** Reading time in minutes. */
  reading_time: int32.min(0),
  published_at: timestamp,
  updated_at: timestamp,
  /** Null when the source doesn't name it. */
  language: z.string().nullable(),
  /** The same post in other languages. */
  translations: z.array(z.object({ language: z.string(), slug: z.string() })),
});
export type BlogSummary = z.infer<typeof blogSummary>;

/** A post of the blog; its HTML is sanitized (R-SITE-06). */
export const blogPost = blogSummary.extend({ html: z.string() });
export type BlogPost = z.infer<typeof blogPost>;

export const blog = subject('Blog', {
  getAll: {
    route: 'GET /Blog/GetAll',
    summary:
      'All posts, newest first; with a language, each in that language or the closest available',
    access: anyone,
    query: z.object({ language: language.optional() }),
    reply: z.array(blogSummary),
    errors: ['blog.unavailable'],
  },
  get: {
    route: 'GET /Blog/Get/:slug',
    summary: 'A post with its HTML',
    access: anyone,
    params: z.object({ slug }),
    reply: blogPost,
    errors: ['blog.unavailable'],
  },
});
