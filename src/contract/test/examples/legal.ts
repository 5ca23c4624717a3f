import type { legal } from '#contract/legal.ts';
import type { Examples } from './example.ts';

const params = { kind: { text: 'terms' } } as const;

export const legalExamples: Examples<typeof legal> = {
  calls: {
    get: { params },
    getOfAll: { params },
    create: {
      body: () => ({ kind: 'terms', language: 'pt-BR', text: '## Um', basedOn: 0 }),
      audit: 'legalText.created',
    },
    accept: {
      body: () => ({ terms: 0, privacy: 0 }),
      audit: 'user.changed',
      repeat: 'records the same versions',
    },
  },
};
