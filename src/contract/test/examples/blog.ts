import type { blog } from '#contract/blog.ts';
import type { Examples } from './example.ts';

export const blogExamples: Examples<typeof blog> = {
  calls: { get: { params: { slug: { text: 'nothing' } } } },
};
