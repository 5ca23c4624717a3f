import type { providerEvents } from '#contract/provider-events.ts';
import type { Examples } from './example.ts';

export const providerEventExamples: Examples<typeof providerEvents> = {
  calls: {
    replay: {
      params: { id: 'event' },
      audit: { none: 'queues a job; its changes are logged' },
      repeat: 'processing an event is idempotent',
    },
  },
};
