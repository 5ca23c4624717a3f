import type { accounts } from '#contract/accounts.ts';
import {
  newEmail,
  newOrganizationName,
  personNames,
  wrongPassword as password,
  type BodyIds,
  type Examples,
  type Scene,
} from './example.ts';

const registration = ({ free }: Pick<BodyIds, 'free'>) => ({
  ...personNames,
  organization: newOrganizationName(),
  email: newEmail(),
  selectedSubscription: { subscriptionPriceId: free },
});

const register = async ({ anyone, priceIdOf }: Scene) => {
  const body = registration({ free: await priceIdOf('Starter', 0) });
  const answer = await anyone.accounts.register({ body });
  const { user, verifyToken: token = '', correctionToken = '' } = answer;
  return { id: user.id, email: body.email, token, correctionToken };
};

export const accountExamples: Examples<typeof accounts> = {
  calls: {
    login: {
      body: () => ({ email: newEmail(), password }),
      audit: 'session.created',
      repeat: 'opens another session of the same person',
      act: async ({ anyone, registerOwner, password }) => {
        const { id, email } = await registerOwner();
        await anyone.accounts.login({ body: { email, password } });
        return id;
      },
    },
    register: {
      body: registration,
      audit: 'tenant.created',
      act: async (scene) => (await register(scene)).id,
    },
    verify: {
      body: () => ({ email: newEmail(), token: 'none', password, passwordConfirm: password }),
      audit: 'user.changed',
      repeat: 'the emailed token is valid once',
      act: async (scene) => {
        const { email, token } = await register(scene);
        const { password } = scene;
        const body = { email, token, password, passwordConfirm: password };
        return (await scene.anyone.accounts.verify({ body })).user.id;
      },
    },
    resendVerification: {
      body: () => ({ email: newEmail() }),
      audit: 'token.created',
      repeat: 'emails a further link, as often as the limit admits',
      act: async (scene) => {
        const { email } = await register(scene);
        await scene.anyone.accounts.resendVerification({ body: { email } });
        return null;
      },
    },
    correctEmail: {
      body: () => ({ email: newEmail(), formerEmail: newEmail(), token: 'none' }),
      audit: 'member.changed',
      repeat: 'the organization moves once, and a repetition is refused',
      act: async (scene) => {
        const { email: formerEmail, correctionToken: token } = await register(scene);
        const body = { email: newEmail(), formerEmail, token };
        return (await scene.anyone.accounts.correctEmail({ body })).userId;
      },
    },
    reset: {
      params: { email: { text: 'unknown@example.com' } },
      audit: 'token.created',
      repeat: 'emails a link that replaces the previous one',
      act: async ({ anyone, createUser }) => {
        const { email } = await createUser();
        await anyone.accounts.reset({ params: { email } });
        return null;
      },
    },
    impersonate: {
      params: { userId: 'user' },
      body: () => ({ reason: 'Help' }),
      audit: 'session.created',
      repeat: 'opens another session of the same operator',
    },
    allowWriting: {
      audit: 'impersonation.writing',
      repeat: 'the session writes already',
      act: async ({ operator, createOrganization, callerOf }) => {
        const { owner } = await createOrganization();
        const params = { userId: owner.id };
        const { token } = await operator.accounts.impersonate({ params, body: { reason: 'Help' } });
        await callerOf(token).accounts.allowWriting();
        return owner.id;
      },
    },
    logout: { audit: 'session.changed', repeat: 'ends the session' },
  },
};
