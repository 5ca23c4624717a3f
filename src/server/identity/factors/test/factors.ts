import { Secret, TOTP } from 'otpauth';
import { Failure } from '#contract/errors.ts';
import {
  memberPassword,
  registerOwner,
  type TestApplication,
  type TestMember,
} from '#server/test/application.ts';

/** Returns the code that an authenticator app shows, `steps` of 30 seconds from now. */
export const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Person with an authenticator app and recovery codes. */
export type EnrolledPerson = TestMember & { secret: string; recoveryCodes: string[] };

/** Puts an authenticator app in use for a person. */
export const enroll = async (person: TestMember): Promise<EnrolledPerson> => {
  const { setupKey: secret } = await person.api.factors.startTotp();
  // The code of the step before: tests sign in with the current one. It is refused if a new step begins meanwhile.
  const confirm = () => person.api.factors.confirmTotp({ body: { code: totpCode(secret, -1) } });
  const { recoveryCodes } = await confirm().catch(confirm);
  return { ...person, secret, recoveryCodes };
};

/** Registers an owner with an authenticator app. */
export const enrolledOwner = async (product: TestApplication) =>
  enroll(await registerOwner(product));

/** Returns the refusal of a call. */
export const refusalOf = async (call: Promise<unknown>): Promise<Failure> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Failure) return error;
  throw new Error('The call was not refused', { cause: error });
};

/** Signs in with the password; returns the challenge for the second factor. */
export const challengeOf = async (product: TestApplication, email: string) => {
  const body = { email, password: memberPassword };
  const { code, params } = await refusalOf(product.anyone.accounts.login({ body }));
  if (code !== 'account.secondFactorRequired') throw new Error(`Refused with ${code}`);
  return String(params['challenge']);
};

/** Returns how many calls succeeded, and the codes of the refusals. */
export const outcomesOf = async (calls: Promise<unknown>[]) => {
  const results = await Promise.allSettled(calls);
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  );
  return { succeeded: results.length - refusals.length, refusals };
};
