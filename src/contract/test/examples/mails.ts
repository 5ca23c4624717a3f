import type { mails } from '#contract/mails.ts';
import type { Examples } from './example.ts';

export const mailExamples: Examples<typeof mails> = {
  calls: {
    retry: {
      params: { id: 'mail' },
      audit: { none: 'queues a job; the row of the email holds its attempts' },
      repeat: 'sends a failed email once, under its own id',
    },
  },
};
