import { z } from 'zod';
import {
  alsoAtAddress,
  anyone,
  forEnrollment,
  inPerson,
  operator,
  withStepUp,
} from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { opaqueText, singleLine, id, requiredText } from '#contract/shapes.ts';
import { signInReply } from '#contract/users.ts';
import {
  factorCode,
  factorMethod,
  proofMethod,
  requiresProof,
  signInSecurity,
  stepUpMethod,
} from './shapes.ts';
import { passkeyAssertion, passkeyAttestation, passkeyOptions } from './webauthn.ts';

/** Name by which the owner recognizes a passkey. */
const passkeyName = singleLine(100).min(1, 'field.required');

/** New recovery codes: the only reply that has them. */
const recoveryCodes = z.array(z.string());

/** Second factors of the caller's account (decision 57). */
export const factors = subject('Factor', {
  completeSignIn: {
    route: 'POST /Authentication/CompleteSignIn',
    summary: 'Sign in with the second factor, after a sign-in was refused for the lack of it',
    access: anyone,
    limit: 'factor',
    signsIn: true,
    body: z
      .object({
        /** `challenge` of `account.secondFactorRequired`: works once, for ten minutes. */
        challenge: opaqueText(200).min(1, 'field.required'),
        method: factorMethod,
        code: factorCode.nullish(),
        passkey: passkeyAssertion.nullish(),
        /** True: this browser is not asked again for thirty days. Ignored for operators. */
        remember: z.boolean().default(false),
      })
      .refine(...requiresProof('code'))
      .refine(...requiresProof('passkey')),
    reply: signInReply,
    errors: ['factors.challengeExpired', 'factors.invalidCode', 'factors.passkeyRefused'],
  },
  startPasskeySignIn: {
    route: 'POST /Authentication/StartPasskey',
    summary: 'Options for a sign-in with a passkey, alone or as second factor',
    access: anyone,
    limit: 'challenge',
    body: z.object({
      /** Pending sign-in that the passkey completes; without one it signs in alone. */
      challenge: opaqueText(200).nullish(),
    }),
    reply: passkeyOptions,
    errors: ['factors.challengeExpired', 'factors.passkeysUnavailable'],
  },
  signInWithPasskey: {
    route: 'POST /Authentication/SignInWithPasskey',
    summary: 'Sign in with a passkey alone, which verifies the person',
    access: anyone,
    limit: 'passkey',
    signsIn: true,
    body: z.object({ passkey: passkeyAssertion }),
    reply: signInReply,
    errors: [
      'factors.passkeyRefused',
      'factors.passkeysUnavailable',
      'account.login.invalid',
      'account.login.noTenants',
    ],
  },
  getStepUpMethods: {
    route: 'GET /Authentication/StepUpMethods',
    summary: 'Methods by which the caller can authenticate again',
    access: alsoAtAddress(forEnrollment(inPerson)),
    reply: z.object({
      methods: z.array(stepUpMethod),
      /** Host of the identity provider, if it is one of the methods. */
      provider: z.string().optional(),
    }),
  },
  startPasskeyStepUp: {
    route: 'POST /Authentication/StartPasskeyStepUp',
    summary: 'Options to authenticate again with a passkey',
    access: forEnrollment(inPerson),
    reply: passkeyOptions,
    errors: ['factors.passkeysUnavailable'],
  },
  stepUp: {
    route: 'POST /Authentication/StepUp',
    summary: 'Authenticate again, which permits sensitive calls for ten minutes',
    access: alsoAtAddress(forEnrollment(inPerson)),
    limit: 'password',
    body: z
      .object({
        /** A second factor; without one, what the account signs in with. */
        method: proofMethod,
        code: factorCode.nullish(),
        password: opaqueText(128).nullish(),
        passkey: passkeyAssertion.nullish(),
        /** Google ID token. */
        idToken: opaqueText(5_000).nullish(),
      })
      .refine(...requiresProof('code'))
      .refine(...requiresProof('passkey'))
      .refine(...requiresProof('password'))
      .refine(...requiresProof('idToken')),
    errors: [
      'factors.invalidCode',
      'factors.methodUnavailable',
      'factors.passkeyRefused',
      'account.login.invalid',
      'account.login.googleUnavailable',
    ],
  },
  getAll: {
    route: 'GET /Factor/GetAll',
    summary: 'Own second factors, passkeys and remembered devices',
    access: forEnrollment(inPerson),
    reply: signInSecurity,
  },
  startTotp: {
    route: 'POST /Factor/StartTotp',
    summary: 'Secret for an authenticator app, in use once its first code is confirmed',
    access: forEnrollment(withStepUp(inPerson)),
    reply: z.object({
      /** Secret in Base32, to type it. */
      setupKey: z.string(),
      /** `otpauth:` address, for a QR code. */
      uri: z.string(),
    }),
    errors: ['factors.alreadyEnrolled'],
  },
  confirmTotp: {
    route: 'POST /Factor/ConfirmTotp',
    summary: 'Confirm the authenticator app with its first code; all other sessions end',
    access: forEnrollment(withStepUp(inPerson)),
    limit: 'password',
    body: z.object({ code: factorCode.min(1, 'field.required') }),
    reply: z.object({
      /** Recovery codes; empty if the account has some. */
      recoveryCodes,
    }),
    errors: ['factors.invalidCode', 'factors.alreadyEnrolled'],
  },
  removeTotp: {
    route: 'DELETE /Factor/RemoveTotp',
    summary: 'Remove the authenticator app; all other sessions end',
    access: withStepUp(inPerson),
    errors: ['factors.notEnrolled', 'factors.required', 'factors.breakGlass'],
  },
  replaceRecoveryCodes: {
    route: 'POST /Factor/ReplaceRecoveryCodes',
    summary: 'New recovery codes; the former ones stop working',
    access: withStepUp(inPerson),
    reply: z.object({ recoveryCodes }),
    errors: ['factors.notEnrolled'],
  },
  startPasskey: {
    route: 'POST /Factor/StartPasskey',
    summary: 'Options to create a passkey',
    access: forEnrollment(withStepUp(inPerson)),
    reply: passkeyOptions,
    errors: ['factors.passkeysUnavailable'],
  },
  addPasskey: {
    route: 'POST /Factor/AddPasskey',
    summary: 'Add a passkey',
    access: forEnrollment(withStepUp(inPerson)),
    body: z.object({ name: passkeyName, passkey: passkeyAttestation }),
    reply: z.object({
      /** Recovery codes; empty if the account has some. */
      recoveryCodes,
    }),
    errors: ['factors.passkeyRefused', 'factors.passkeysUnavailable'],
  },
  updatePasskey: {
    route: 'PUT /Factor/UpdatePasskey/:id',
    summary: 'Rename a passkey',
    access: inPerson,
    body: z.object({ name: passkeyName }),
  },
  removePasskey: {
    route: 'DELETE /Factor/RemovePasskey/:id',
    summary: 'Remove a passkey; all other sessions end',
    access: withStepUp(inPerson),
    errors: ['factors.lastSignInMethod', 'factors.required', 'factors.breakGlass'],
  },
  removeDevice: {
    route: 'DELETE /Factor/RemoveDevice/:id',
    summary: 'Forget a remembered device',
    access: inPerson,
  },
  removeOfUser: {
    route: 'POST /Factor/Admin/Remove/:userId',
    summary:
      'Remove all second factors of a user who has proven their identity; their sessions end',
    access: withStepUp(operator),
    params: z.object({ userId: id }),
    /** Logged, with how the person was identified. */
    body: z.object({ reason: requiredText(500) }),
    errors: ['factors.notEnrolled'],
  },
});
