import type { apiKeys } from '#contract/api-keys/api-keys.ts';
import type { Examples } from './example.ts';

export const apiKeyExamples: Examples<typeof apiKeys> = {
  record: {
    table: 'api_keys',
    row: (text) => ({
      name: text,
      prefix: text,
      token_hash: crypto.getRandomValues(new Uint8Array(32)),
      role: 2,
      scopes: ['transactions:read'],
      created_by: crypto.randomUUID(),
    }),
  },
  calls: {
    create: {
      body: () => ({ name: 'Import', role: 2, scopes: ['transactions:write'], days: 90 }),
      audit: 'apiKey.created',
      repeat: 'both keys are valid, and both are listed',
    },
    rotate: {
      params: { id: 'record' },
      body: () => ({ overlap: 24 }),
      audit: 'apiKey.changed',
      repeat: 'the last secret is valid',
    },
    revoke: { params: { id: 'record' }, audit: 'apiKey.removed' },
  },
};
