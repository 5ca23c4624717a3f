import { z } from 'zod';
import { anyone, changesOnlySession, endsSession, operatorOf, withStepUp } from './access.ts';
import { taxLocation } from './billing/tax.ts';
import { subject } from './endpoint.ts';
import {
  addressKey,
  email,
  emailOrNone,
  id,
  mailedToken,
  name,
  newPassword,
  opaqueText,
  passwordConfirmation,
  priceId,
  requiredName,
  requiredText,
  singleLine,
} from './shapes.ts';
import { LoginType } from './statuses.ts';
import { signInReply, loginType, user } from './users.ts';

/** Plan chosen when an organization is created. */
export const selectedSubscription = z.object(
  {
    subscriptionPriceId: priceId,
    subscriptionCardToken: opaqueText(200).nullish(),
    subscriptionCoupon: opaqueText(100).nullish(),
    /** Needed with Stripe Tax for a paid plan, until the organization has an address (R-TAX-02). */
    taxLocation: taxLocation.nullish(),
    /** Id of the operation that the first call returned for authentication; with it, the call continues. */
    intentId: id.nullish(),
  },
  'billing.invalidSubscription',
);
export type SelectedSubscription = z.output<typeof selectedSubscription>;

/** Refusals of a coupon. */
export const couponErrors = [
  'billing.invalidCoupon',
  'billing.couponInactive',
  'billing.couponMaxRedeems',
  'billing.couponMinimum',
  'billing.couponFirstOrder',
  'billing.couponNotApplicable',
] as const;

/** Refusals of Stripe Tax: the place of the organization is missing or not recognized. */
export const taxErrors = ['billing.taxLocationRequired', 'billing.taxLocationInvalid'] as const;

/** Refusals of a chosen plan. */
export const planErrors = [
  ...couponErrors,
  ...taxErrors,
  'billing.invalidSubscription',
  'billing.invalidCard',
  'billing.notOffered',
  'billing.cardDeclined',
  'billing.trialUsed',
  'billing.authenticationRequired',
  'billing.authenticationFailed',
  'billing.inProgress',
  'billing.refused',
  'billing.providerUnavailable',
] as const;

/** Requires a field unless Google supplies it, in the same validation pass as the other fields. */
const requiredUnlessGoogle = (field: string) =>
  [
    (body: Record<string, unknown>) => body.loginType === LoginType.Gmail || body[field] !== '',
    {
      path: [field],
      message: 'field.required',
      when: ({ issues }: z.core.ParsePayload) => issues.every(({ path }) => path?.[0] !== field),
    },
  ] satisfies Parameters<z.ZodObject['refine']>;

export const accounts = subject('Authentication', {
  login: {
    route: 'POST /Authentication/Login',
    summary: 'Sign in with email and password, or with a Google ID token',
    access: anyone,
    limit: 'login',
    signsIn: true,
    body: z
      .object({
        email: emailOrNone,
        /** Ignored with Google, and often sent empty. */
        password: opaqueText(128).nullish(),
        loginType: loginType.default(0),
        secretSignInKey: opaqueText(5_000).nullish(),
      })
      .refine(...requiredUnlessGoogle('email'))
      .refine(...requiredUnlessGoogle('password')),
    reply: signInReply,
    errors: [
      'account.login.nonexistent',
      'account.login.invalid',
      'account.login.googleUnavailable',
      'account.login.unverified',
      'account.login.noTenants',
      'account.secondFactorRequired',
    ],
  },
  register: {
    route: 'POST /Authentication/Register',
    summary: 'Register a person and their organization with a plan',
    access: anyone,
    limit: 'register',
    once: true,
    body: z
      .object({
        organization: requiredName(200),
        email: emailOrNone,
        firstName: name(100).default(''),
        lastName: name(100).default(''),
        phone: singleLine(50).nullish(),
        password: newPassword.or(z.literal('')).nullish(),
        confirmPassword: opaqueText(128).nullish(),
        loginType: loginType.default(0),
        secretSignInKey: opaqueText(5_000).nullish(),
        selectedSubscription,
        /** True if the person was shown that this accepts the current terms and privacy policy (R-LEG-03). */
        acceptsTerms: z.boolean().optional(),
      })
      .refine(...requiredUnlessGoogle('email'))
      .refine(...requiredUnlessGoogle('firstName'))
      .refine(...requiredUnlessGoogle('lastName'))
      .refine(...requiredUnlessGoogle('password')),
    reply: z.object({
      user,
      /** Present only with the local mailbox (R-ACC-18). */
      verifyToken: z.string().optional(),
      /** Proof for `correctEmail`; only for a new account, and never with `PRIVATE_ACCOUNTS`. */
      correctionToken: z.string().optional(),
      /** Session token; only for a sign-up with Google, which verifies the address. */
      token: z.string().optional(),
    }),
    errors: [
      'account.login.exists',
      'account.login.invalid',
      'account.login.googleUnavailable',
      'account.verify.organizationTaken',
      'account.passwordMismatch',
      ...planErrors,
    ],
  },
  verify: {
    route: 'POST /Authentication/Verify',
    summary: 'Verify an email address with the mailed token and set the password',
    access: anyone,
    limit: 'token',
    signsIn: true,
    body: z.object({
      email,
      token: mailedToken,
      password: newPassword,
      passwordConfirm: passwordConfirmation,
      company: name(200).nullish(),
      firstName: name(100).nullish(),
      lastName: name(100).nullish(),
    }),
    reply: signInReply,
    errors: [
      'account.verify.invalid',
      'account.verify.alreadyVerified',
      'account.verify.organizationTaken',
      'account.passwordMismatch',
      'account.secondFactorRequired',
    ],
  },
  resendVerification: {
    route: 'POST /Authentication/ResendVerification',
    summary: 'Email the verification link again',
    access: anyone,
    limit: 'verification',
    body: z.object({ email }),
    reply: z.object({
      /** Present only with the local mailbox (R-ACC-18). */
      verifyToken: z.string().optional(),
    }),
    errors: ['account.login.nonexistent', 'account.verify.alreadyVerified'],
  },
  correctEmail: {
    route: 'POST /Authentication/CorrectEmail',
    summary: 'Move an unverified registration to another email address',
    access: anyone,
    limit: 'verification',
    body: z.object({
      /** Correct address; gets the verification link. */
      email,
      /** Address of the registration. */
      formerEmail: email,
      /** `correctionToken` of the registration. */
      token: mailedToken,
    }),
    reply: z.object({
      /** The account of the correct address. */
      userId: id,
      /** Present only with the local mailbox (R-ACC-18). */
      verifyToken: z.string().optional(),
      /** Proof for another correction. */
      correctionToken: z.string().optional(),
    }),
    errors: ['account.login.exists', 'account.verify.invalid', 'account.verify.alreadyVerified'],
  },
  reset: {
    route: 'POST /Authentication/Reset/:email',
    summary: 'Email a password reset link',
    access: anyone,
    limit: 'reset',
    params: z.object({ email: opaqueText(254).overwrite(addressKey) }),
    /** The token is present only with the local mailbox (R-ACC-18). */
    reply: z.object({ verifyToken: z.string().optional() }),
    errors: ['account.login.nonexistent'],
  },
  impersonate: {
    route: 'POST /Authentication/Admin/Impersonate/:userId',
    summary: 'Impersonate a user for an hour; Logout ends it',
    access: withStepUp(operatorOf('support')),
    params: z.object({ userId: id }),
    /** Logged for the operator and for the person's organizations (R-SEC-08). */
    body: z.object({ reason: requiredText(500) }),
    reply: signInReply,
    errors: ['account.cannotImpersonateAdmin'],
  },
  allowWriting: {
    route: 'POST /Authentication/Admin/AllowWriting',
    summary: 'Let the calling impersonation session change data, which begins read-only',
    access: changesOnlySession,
    reply: user,
    errors: ['access.readOnlyImpersonation', 'notFound'],
  },
  logout: {
    route: 'POST /Authentication/Logout',
    summary: 'Sign out',
    access: endsSession,
    /** Address where the browser signs out at the identity provider that opened the session; null: nowhere. */
    reply: z.object({ url: z.string() }).nullable(),
  },
});
