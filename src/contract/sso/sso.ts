import { z } from 'zod';
import {
  alsoAtAddress,
  anyone,
  identityTier,
  inPerson,
  member,
  Role,
  withStepUp,
} from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { pageParams } from '#contract/paging.ts';
import { boundedText, email, id, opaqueText, requiredText, timestamp } from '#contract/shapes.ts';
import { signInReply } from '#contract/users.ts';
import {
  maxMetadata,
  samlProvider,
  ssoConnection,
  ssoConnectionInput,
  ssoProtocols,
  ssoSettings,
} from './connection.ts';
import { ssoOutcomes } from './outcomes.ts';

/** Begin of a sign-in: where the browser goes, and the secret with which it finishes. */
const ssoStart = z.object({ url: z.string().nullable(), flow: z.string().nullable() });

/** Result of a test of the draft. */
export const ssoTest = z.object({
  outcome: z.enum(ssoOutcomes),
  reference: z.string(),
  email: z.string().nullable(),
  /** Role that the person would get. */
  role: z.number().nullable(),
  /** Claims of the identity provider, by name. */
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type SsoTest = z.infer<typeof ssoTest>;

/** Question whether an existing account joins the organization, or as a member gets its sign-in (R-SSO-17). */
const joinQuestion = z.object({
  organization: z.string(),
  email: z.string(),
  isMember: z.boolean(),
});
export type JoinQuestion = z.infer<typeof joinQuestion>;

export const ssoEvent = z.object({
  id,
  at: timestamp,
  protocol: z.enum(ssoProtocols),
  /** One of `ssoOutcomes`; a newer version may add others. */
  outcome: z.string(),
  reference: z.string(),
  email: z.string().nullable(),
});
export type SsoEvent = z.infer<typeof ssoEvent>;

const owner = member({ role: Role.Owner, tier: identityTier });
const ownerInPerson = withStepUp(member({ role: Role.Owner, tier: identityTier, inPerson: true }));

export const sso = subject('Sso', {
  get: {
    route: 'GET /Sso/Get',
    summary: 'Identity provider of the organization: the draft and the active connection',
    access: owner,
    reply: ssoSettings,
  },
  update: {
    route: 'PUT /Sso/Update',
    summary: 'Change the draft of the connection, which must be tested again',
    access: ownerInPerson,
    body: ssoConnectionInput,
    reply: ssoConnection,
    errors: ['sso.issuer', 'sso.address', 'sso.certificate'],
  },
  readMetadata: {
    route: 'POST /Sso/ReadMetadata',
    summary: 'Read the metadata of a SAML provider, to fill in the settings',
    access: ownerInPerson,
    limit: 'lookup',
    /** Metadata, or the address at which the provider publishes it. */
    body: z.object({ metadata: requiredText(maxMetadata) }),
    reply: samlProvider,
    errors: ['sso.metadata', 'sso.unreachable'],
  },
  test: {
    route: 'POST /Sso/Test',
    summary: 'Start a sign-in that tests the draft',
    access: ownerInPerson,
    limit: ['lookup', 'ssoStart'],
    reply: ssoStart,
    errors: ['sso.noDraft', 'sso.unreachable'],
  },
  activate: {
    route: 'POST /Sso/Activate',
    summary: 'Activate the draft after a successful test',
    access: ownerInPerson,
    reply: ssoConnection,
    errors: ['sso.notTested'],
  },
  deactivate: {
    route: 'POST /Sso/Deactivate',
    summary: 'Deactivate the connection; its settings stay as the draft',
    access: ownerInPerson,
  },
  getEvents: {
    route: 'GET /Sso/GetEvents',
    summary: 'Sign-ins through the identity provider of the last 90 days, newest first',
    access: owner,
    query: pageParams,
    reply: z.array(ssoEvent),
    paged: true,
  },
  linkAgain: {
    route: 'POST /Sso/LinkAgain/:id',
    summary:
      'Let the member of a sign-in that was refused for another identity be linked at the next one',
    access: ownerInPerson,
    errors: ['notFound'],
  },
  findProvider: {
    route: 'POST /Sso/FindProvider',
    summary: 'Organization and host of an identity provider, to name them before a sign-in there',
    access: anyone,
    limit: 'lookup',
    /** Subdomain or id. */
    body: z.object({ organization: boundedText(63) }),
    /** Nulls for organizations without single sign-on. */
    reply: z.object({ organization: z.string().nullable(), host: z.string().nullable() }),
  },
  start: {
    route: 'POST /Sso/Start',
    summary: 'Start to sign in by email or organization; no address if it has no identity provider',
    access: anyone,
    limit: ['lookup', 'ssoStart'],
    body: z.object({
      email: email.optional(),
      /** Subdomain or id. */
      organization: boundedText(63).optional(),
      /** Issuer that has sent the person; none but that of the connection is started. */
      issuer: boundedText(1_000).optional(),
    }),
    reply: ssoStart,
    errors: ['sso.unreachable'],
  },
  startStepUp: {
    route: 'POST /Sso/StartStepUp',
    summary: 'Start to authenticate again at the identity provider that opened this session',
    access: alsoAtAddress(inPerson),
    limit: ['lookup', 'ssoStart'],
    reply: ssoStart,
    errors: ['factors.methodUnavailable', 'sso.unreachable'],
  },
  finish: {
    route: 'POST /Sso/Finish',
    summary:
      'Finish a sign-in, a test or a step-up with what the identity provider sent to the browser',
    access: anyone,
    limit: 'lookup',
    signsIn: true,
    body: z.object({
      /** Organization of the address to which the identity provider has sent the browser. */
      organization: id,
      /** Query of that address. */
      query: opaqueText(8_000),
      flow: opaqueText(100),
    }),
    reply: z.object({
      session: signInReply.nullable(),
      test: ssoTest.nullable(),
      /** True after step-up authentication. */
      confirmed: z.boolean(),
      /** Asked instead of a session; `answer` finishes the sign-in. */
      question: joinQuestion.nullable(),
    }),
    errors: ['sso.expired', 'sso.failed', 'factors.methodUnavailable'],
  },
  answer: {
    route: 'POST /Sso/Answer',
    summary: 'Join the organization whose identity provider has named the person, or decline',
    access: anyone,
    limit: 'lookup',
    signsIn: true,
    body: z.object({
      organization: id,
      /** State in the query, and secret, of the sign-in. */
      state: opaqueText(100),
      flow: opaqueText(100),
      joins: z.boolean(),
    }),
    reply: z.object({ session: signInReply.nullable() }),
    errors: ['sso.expired', 'sso.failed'],
  },
});
