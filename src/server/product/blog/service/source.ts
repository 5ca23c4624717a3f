import type { BlogPost } from '#contract/blog.ts';

/** Post of a source; posts with the same `subject` are translations of each other. */
export type Post = Omit<BlogPost, 'translations'> & { subject: string };

/** Source of posts; its methods reject with `blog.unavailable` while it does not respond. */
export type BlogSource = {
  /** Every post, newest first. */
  list: () => Promise<Post[]>;
  get: (slug: string) => Promise<Post | null>;
};

/** Compares posts: newest first, then by slug. */
export const compareNewestFirst = (a: Post, b: Post) =>
  b.published_at.localeCompare(a.published_at) || a.slug.localeCompare(b.slug);
