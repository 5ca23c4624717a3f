import { z } from 'zod';
import { boundedText, id, opaqueText, timestamp } from '#contract/shapes.ts';

/** Second factors, the first offered first; any of them completes a sign-in with a password or Google. */
export const factorMethods = ['passkey', 'totp', 'recoveryCode'] as const;
export type FactorMethod = (typeof factorMethods)[number];
export const factorMethod = z.enum(factorMethods);

/** Proofs for step-up authentication: a second factor, or for accounts without one what they sign in with. */
export const proofMethods = [...factorMethods, 'password', 'google'] as const;
export type ProofMethod = (typeof proofMethods)[number];
export const proofMethod = z.enum(proofMethods);

/** Methods of step-up authentication: a proof, or the identity provider that opened the session (`sso`). */
export const stepUpMethods = [...proofMethods, 'sso'] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];
export const stepUpMethod = z.enum(stepUpMethods);

/** Number of recovery codes in a set. */
export const recoveryCodeCount = 10;

/** Days for which a remembered device is not asked for the second factor. */
export const rememberedDays = 30;

/** A passkey in the list of its owner. */
const passkey = z.object({
  id,
  name: boundedText(100),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  /** True if its provider synchronizes it between devices. */
  backedUp: z.boolean(),
});

/** A device that is not asked for the second factor. */
const rememberedDevice = z.object({
  id,
  userAgent: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  expiresAt: timestamp,
});

/** Ways in which a person signs in. */
export const signInSecurity = z.object({
  /** When the authenticator app was set up; null without one. */
  totpSince: timestamp.nullable(),
  /** Unused recovery codes. */
  recoveryCodes: z.number().int(),
  passkeys: z.array(passkey),
  devices: z.array(rememberedDevice),
  /** False if the address of the product does not permit passkeys: it has no host name. */
  supportsPasskeys: z.boolean(),
  /** True for operators: the last second factor can't be removed. */
  required: z.boolean(),
});
export type SignInSecurity = z.infer<typeof signInSecurity>;

/** Code of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const factorCode = opaqueText(60);

/** Requires the field that the method of a body needs. */
export const requiresProof = (field: 'code' | 'passkey' | 'password' | 'idToken') =>
  [
    ({ method, ...body }: Record<string, unknown>) =>
      proofFields[method as ProofMethod] !== field || Boolean(body[field]),
    { path: [field], message: 'field.required' },
  ] satisfies Parameters<z.ZodObject['refine']>;

const proofFields: Record<ProofMethod, 'code' | 'passkey' | 'password' | 'idToken'> = {
  totp: 'code',
  recoveryCode: 'code',
  passkey: 'passkey',
  password: 'password',
  google: 'idToken',
};
