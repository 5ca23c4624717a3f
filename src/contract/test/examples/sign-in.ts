import type { signInMethods } from '#contract/calls/sign-in.ts';
import { newEmail, wrongPassword as password, type Examples } from './example.ts';

export const signInExamples: Examples<typeof signInMethods> = {
  calls: {
    requestEmail: {
      body: () => ({ email: newEmail(), password: 'another one' }),
      audit: 'token.created',
      act: async ({ registerOwner, password }) => {
        const { id, api } = await registerOwner();
        await api.signIn.requestEmail({ body: { email: newEmail(), password } });
        return id;
      },
    },
    confirmEmail: {
      body: () => ({ token: 'none' }),
      audit: 'user.changed',
      repeat: 'the emailed token is valid once',
      act: async ({ registerOwner, createToken }) => {
        const { id, api } = await registerOwner();
        const token = await createToken(id, 'email', newEmail());
        await api.signIn.confirmEmail({ body: { token } });
        return id;
      },
    },
    linkGoogle: {
      body: () => ({ secretSignInKey: 'no token', password }),
      audit: { none: 'sign-in/google-link.test.ts shows its entry, with a Google client' },
      repeat: 'a Google account is linked once',
    },
    unlinkGoogle: {
      body: () => ({ password }),
      audit: { none: 'sign-in/google-link.test.ts shows its entry, with a Google client' },
      repeat: 'nothing is left to unlink',
    },
    secure: {
      body: () => ({ token: 'none' }),
      audit: 'user.changed',
      repeat: 'the emailed token is valid once',
      act: async ({ anyone, registerOwner, createToken }) => {
        const { id, email } = await registerOwner();
        const token = await createToken(id, 'secure', email);
        await anyone.signIn.secure({ body: { token } });
        return id;
      },
    },
    requestLink: {
      body: () => ({ email: newEmail() }),
      audit: { none: 'a job issues the link, also for an address without an account' },
      repeat: 'emails a further link, as often as the limit admits',
    },
    openLink: {
      body: () => ({ token: 'none' }),
      audit: 'session.created',
      repeat: 'the emailed token is valid once',
      act: async ({ anyone, registerOwner, createToken }) => {
        const { id, api } = await registerOwner();
        const policies = { sessionHours: null, idleHours: null, emailDomains: null };
        await api.policies.update({ body: { ...policies, signInMethods: ['password', 'link'] } });
        await anyone.signIn.openLink({ body: { token: await createToken(id, 'link') } });
        return id;
      },
    },
    undoEmail: {
      body: () => ({ token: 'none' }),
      audit: 'user.changed',
      repeat: 'the emailed token is valid once',
      act: async ({ anyone, registerOwner, createToken }) => {
        const { id } = await registerOwner();
        const token = await createToken(id, 'undoEmail', newEmail());
        await anyone.signIn.undoEmail({ body: { token } });
        return id;
      },
    },
  },
};
