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
  const { user, verifyToken: token = '' } = await anyone.accounts.register({ body });
  return { id: user.id, email: body.email, token };
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
    logout: { audit: 'session.changed', repeat: 'ends the session' },
  },
};
