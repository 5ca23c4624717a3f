import type { policies } from '#contract/calls/policies.ts';
import type { Examples } from './example.ts';

export const policyExamples: Examples<typeof policies> = {
  calls: {
    update: {
      body: () => ({
        sessionHours: 24,
        idleHours: 8,
        signInMethods: null,
        emailDomains: ['example.com'],
      }),
      audit: 'policy.created',
    },
    getEntry: { params: { tenantId: 'tenant' } },
    findSignIn: {
      body: () => ({ domain: 'without-sso.example.com' }),
      audit: { none: 'reads' },
      repeat: 'changes nothing',
    },
  },
};
