import type { members } from '#contract/members.ts';
import { personNames, type Examples } from './example.ts';

const params = { id: 'member' } as const;

export const memberExamples: Examples<typeof members> = {
  calls: {
    getAll: { params: { tenantId: 'tenant' } },
    get: { params },
    update: { params, body: () => ({ ...personNames, role: 3 }), audit: 'member.changed' },
    remove: { params, audit: 'member.removed' },
    removeOfAny: { params, audit: 'member.removed' },
  },
};
