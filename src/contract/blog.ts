import { z } from 'zod';
import { anyone } from './access.ts';
import { subject } from './endpoint.ts';
import { instant, integer, text } from './shapes.ts';

const slug = text(200);
/** A language as HTML names it: `pt-BR`. */
const language = text(35);

/** What the list of posts says of one. */
export const blogSummary = z.object({
  title: z.string(),
  /** Where the post was published first, as a whole address; often our own. */
  url: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  /** Minutes. */
  reading_time: integer.min(0),
  published_at: instant,
  updated_at: instant,
  /** `null`: its source does not say. */
  language: z.string().nullable(),
  /** The same post in other languages. */
  translations: z.array(z.object({ language: z.string(), slug: z.string() })),
});
export type BlogSummary = z.infer<typeof blogSummary>;

/** A post of the blog (specification, section 3); its HTML is sanitised. */
export const blogPost = blogSummary.extend({ html: z.string() });
export type BlogPost = z.infer<typeof blogPost>;

export const blog = subject('Blog', {
  getAll: {
    method: 'GET',
    path: '/Blog/GetAll',
    summary: 'All posts, newest first; with a language, each one in that language or the nearest',
    access: anyone,
    query: z.object({ language: language.optional() }),
    reply: z.array(blogSummary),
    errors: ['blog.unavailable'],
  },
  get: {
    method: 'GET',
    path: '/Blog/Get/:slug',
    summary: 'A post with its HTML',
    access: anyone,
    params: z.object({ slug }),
    reply: blogPost,
    errors: ['blog.unavailable'],
  },
});
