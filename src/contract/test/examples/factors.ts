import { Secret, TOTP } from 'otpauth';
import { Failure } from '#contract/errors.ts';
import type { factors } from '#contract/factors/factors.ts';
import type { Examples, Scene } from './example.ts';

/** Registers an owner and puts an authenticator app in use. */
const enrollTotp = async ({ registerOwner }: Scene) => {
  const { id, email, api } = await registerOwner();
  const { setupKey } = await api.factors.startTotp();
  const code = new TOTP({ secret: Secret.fromBase32(setupKey) }).generate();
  const { recoveryCodes } = await api.factors.confirmTotp({ body: { code } });
  return { id, email, api, recoveryCodes };
};

/** Signs in with password and recovery code. */
const signInWithRecoveryCode = async (
  { anyone, password }: Scene,
  { email, recoveryCodes }: { email: string; recoveryCodes: string[] },
) => {
  const refusal: unknown = await anyone.accounts
    .login({ body: { email, password } })
    .catch((error: unknown) => error);
  const challenge = refusal instanceof Failure ? String(refusal.params['challenge']) : '';
  const proof = { method: 'recoveryCode', code: recoveryCodes[0] } as const;
  return anyone.factors.completeSignIn({ body: { challenge, ...proof, remember: true } });
};

const unknownId = '00000000-0000-7000-8000-000000000000';

const credential = { id: 'bm9uZQ', rawId: 'bm9uZQ', type: 'public-key' } as const;
const passkeyAssertion = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
};
const passkeyAttestation = {
  ...credential,
  response: { clientDataJSON: 'e30', attestationObject: 'e30' },
};

export const factorExamples: Examples<typeof factors> = {
  calls: {
    completeSignIn: {
      body: () => ({ challenge: 'none', method: 'totp', code: '000000' }),
      audit: 'session.created',
      repeat: 'the challenge works once',
      act: async (scene) => {
        const person = await enrollTotp(scene);
        await signInWithRecoveryCode(scene, person);
        return person.id;
      },
    },
    stepUp: {
      body: () => ({ method: 'password', password: 'another one' }),
      audit: 'session.authenticated',
      repeat: 'authenticates again',
      act: async ({ registerOwner, password }) => {
        const { id, api } = await registerOwner();
        await api.factors.stepUp({ body: { method: 'password', password } });
        return id;
      },
    },
    startTotp: {
      audit: 'totpFactor.created',
      repeat: 'replaces the secret that was not confirmed',
    },
    confirmTotp: {
      body: () => ({ code: '000000' }),
      audit: 'totpFactor.changed',
      repeat: 'the first code is accepted once',
      act: async (scene) => (await enrollTotp(scene)).id,
    },
    removeTotp: {
      audit: 'totpFactor.removed',
      act: async (scene) => {
        const { id, api } = await enrollTotp(scene);
        await api.factors.removeTotp();
        return id;
      },
    },
    replaceRecoveryCodes: {
      audit: 'recoveryCode.created',
      repeat: 'replaces the codes again',
      act: async (scene) => {
        const { id, api } = await enrollTotp(scene);
        await api.factors.replaceRecoveryCodes();
        return id;
      },
    },
    startPasskeySignIn: {
      body: () => ({}),
      audit: { none: 'only issues a challenge' },
      repeat: 'issues another challenge',
    },
    signInWithPasskey: {
      body: () => ({ passkey: passkeyAssertion }),
      audit: 'session.refused',
      repeat: 'the challenge works once',
      act: async ({ anyone }) => {
        const body = { passkey: passkeyAssertion };
        await anyone.factors.signInWithPasskey({ body }).catch(() => undefined);
        return null;
      },
    },
    startPasskeyStepUp: {
      audit: { none: 'only issues a challenge' },
      repeat: 'issues another challenge',
    },
    startPasskey: {
      audit: { none: 'only issues a challenge' },
      repeat: 'issues another challenge',
    },
    addPasskey: {
      body: () => ({ name: 'Phone', passkey: passkeyAttestation }),
      audit: {
        none: 'a passkey needs an authenticator: see server/identity/factors/passkeys.test.ts',
      },
      repeat: 'the challenge works once',
    },
    removeOfUser: {
      params: { userId: 'user' },
      body: () => ({ reason: 'Identified by phone' }),
      audit: 'user.factorsRemoved',
      repeat: 'there are none left to remove',
      act: async (scene) => {
        const { id: userId } = await enrollTotp(scene);
        const body = { reason: 'Identified by phone' };
        await scene.operator.factors.removeOfUser({ params: { userId }, body });
        return (await scene.operator.users.getCurrent()).id;
      },
    },
    updatePasskey: {
      params: { id: { text: unknownId } },
      body: () => ({ name: 'Phone' }),
      audit: {
        none: 'a passkey needs an authenticator: see server/identity/factors/passkeys.test.ts',
      },
    },
    removePasskey: {
      params: { id: { text: unknownId } },
      audit: {
        none: 'a passkey needs an authenticator: see server/identity/factors/passkeys.test.ts',
      },
    },
    removeDevice: {
      params: { id: { text: unknownId } },
      audit: 'rememberedDevice.removed',
      act: async (scene) => {
        const person = await enrollTotp(scene);
        await signInWithRecoveryCode(scene, person);
        const [device] = (await person.api.factors.getAll()).devices;
        await person.api.factors.removeDevice({ params: { id: device?.id ?? '' } });
        return person.id;
      },
    },
  },
};
