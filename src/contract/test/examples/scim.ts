import type { scim } from '#contract/scim/scim.ts';
import type { Examples } from './example.ts';

export const scimExamples: Examples<typeof scim> = {
  record: {
    table: 'scim_tokens',
    row: (text) => ({
      token_hash: crypto.getRandomValues(new Uint8Array(32)),
      prefix: text,
      expires_at: new Date(Date.now() + 86_400_000),
    }),
  },
  calls: {
    createToken: {
      body: () => ({ days: 90 }),
      audit: 'scimToken.created',
      repeat: 'at most two tokens are valid, and both are listed',
    },
    revokeToken: { params: { id: 'record' }, audit: 'scimToken.removed' },
  },
};
