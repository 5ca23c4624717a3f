import type { BlogPost } from '#contract/blog.ts';

/** A post as its source has it. Posts about the same subject are translations of each other. */
export type Post = Omit<BlogPost, 'translations'> & { subject: string };

/** Where posts come from; fails with `blog.unavailable` when that does not answer. */
export interface BlogSource {
  /** Every post, newest first. */
  list: () => Promise<Post[]>;
  get: (slug: string) => Promise<Post | null>;
}

/** Newest first; of the same day, as their addresses sort. */
export const byDate = (a: Post, b: Post) =>
  b.published_at.localeCompare(a.published_at) || a.slug.localeCompare(b.slug);
