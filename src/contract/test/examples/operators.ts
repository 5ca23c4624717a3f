import type { operators } from '#contract/operators/operators.ts';
import { newEmail, wrongPassword, type Examples } from './example.ts';

export const operatorExamples: Examples<typeof operators> = {
  calls: {
    invite: {
      body: () => ({ email: newEmail(), role: 'support' }),
      audit: 'operatorInvitation.created',
    },
    update: {
      params: { id: 'operator' },
      body: () => ({ role: 'billing' }),
      audit: 'user.changed',
    },
    remove: { params: { id: 'operator' }, audit: 'user.removed' },
    withdraw: { params: { id: 'operatorInvitation' }, audit: 'operatorInvitation.removed' },
    getInvitation: { params: { token: 'operatorToken' } },
    accept: {
      params: { token: 'operatorToken' },
      body: () => ({ password: wrongPassword, passwordConfirm: wrongPassword }),
      audit: 'user.created',
      repeat: 'the emailed token is valid once',
      act: async ({ anyone, createOperatorInvitation, password }) => {
        const { token } = await createOperatorInvitation();
        const body = { password, passwordConfirm: password };
        return (await anyone.operators.accept({ params: { token }, body })).user.id;
      },
    },
  },
};
