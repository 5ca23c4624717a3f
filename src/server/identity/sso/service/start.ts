import { Failure } from '#contract/errors.ts';
import type { SsoProtocol } from '#contract/sso/connection.ts';
import { listFactorMethods } from '#server/identity/factors/service/list.ts';
import { SsoRefusal } from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';
import { SecretUnreadable } from '#server/platform/encryption.ts';
import type { AuthSession, TenantScope } from '#server/platform/http/contract/guard.ts';
import { meantOrganization } from '#server/platform/http/meant-organization.ts';
import { findConnected, organizationName } from './connected.ts';
import { readConnection, type Stage } from './connection.ts';
import { newReference, recordRefusal, type SsoContext } from './log.ts';
import { hostOf, signInUrlOf, type Connected } from './provider.ts';
import { startRequest } from './requests.ts';

type StartInput = {
  email?: string | undefined;
  organization?: string | undefined;
  /** Issuer that has sent the person (OpenID Connect Core 4). */
  issuer?: string | undefined;
};

/**
 * Starts a sign-in by the domain of an email or by an organization; at an organization's own address by that one
 * (R-ADR-11). The reply depends on the domain alone, so that it doesn't reveal accounts (R-SSO-05).
 */
export async function startSignIn(context: SsoContext, input: StartInput) {
  const connected = await findMeant(context, input);
  const isOther = input.issuer !== undefined && input.issuer !== connected?.connection.issuer;
  if (!connected || isOther) return { url: null, flow: null };
  return begin(context, { ...connected, stage: 'active', person: null });
}

/** Returns the organization and the host of a provider, by which a person recognizes where they continue (R-SSO-03). */
export async function findProvider(context: AppContext, input: StartInput) {
  const connected = await findMeant(context, input);
  if (!connected) return { organization: null, host: null };
  const { tenant, connection } = connected;
  const organization = await organizationName(context.database, tenant);
  return { organization, host: hostOf(connection) ?? null };
}

/** Starts a sign-in of an owner that tests the draft (R-SSO-02). */
export async function startTest(context: SsoContext, tenant: TenantScope, session: AuthSession) {
  const connection = await tenant.run((tx) => readConnection(tx, 'draft'));
  if (!connection) throw new Failure('sso.noDraft');
  return begin(context, { tenant: tenant.id, connection, stage: 'draft', person: session.user });
}

/** Returns true for an account with a second factor, which then confirms alone. */
const hasFactor = ({ database }: AppContext, user: string) =>
  database.account({ id: user }, async (tx) => (await listFactorMethods(tx, user)).length > 0);

/** Starts step-up authentication at the provider that opened the session (R-SSO-14). */
export async function startStepUp(
  context: SsoContext,
  { id, user }: AuthSession,
  connected: Connected | null,
) {
  if (!connected || (await hasFactor(context, user))) {
    throw new Failure('factors.methodUnavailable');
  }
  return begin(context, { ...connected, stage: 'active', person: user, session: id });
}

type Beginning = Connected & {
  stage: Stage;
  person: string | null;
  session?: string;
};

async function begin(context: SsoContext, { connection, ...purpose }: Beginning) {
  const secrets = await startRequest(context.database, purpose);
  const isFresh = purpose.session !== undefined;
  const connected = { tenant: purpose.tenant, connection };
  const isTest = purpose.stage === 'draft';
  const url = await signInUrlOf(context, connected, { ...secrets, isFresh, isTest }).catch(
    async (cause: unknown) => {
      await recordUnreachable(context, connected, cause);
      throw new Failure('sso.unreachable', { cause });
    },
  );
  return { url, flow: secrets.flow };
}

/** Records a start that failed, with the outcome that the same cause has at the end of a sign-in (R-SSO-23). */
const recordUnreachable = (
  context: SsoContext,
  { tenant, connection }: Connected,
  cause: unknown,
) =>
  recordRefusal(context, {
    tenant,
    protocol: connection.protocol as SsoProtocol,
    reference: newReference(),
    refusal: new SsoRefusal(cause instanceof SecretUnreadable ? 'clientRejected' : 'unreachable', {
      cause,
      detail: 'the sign-in could not start',
    }),
  });

/** Returns the organization that the visitor means; at an organization's own address this one. */
function findMeant(context: AppContext, input: StartInput) {
  const { kind, name } = meantOrganization(input, currentActor()?.address);
  return findConnected(context, kind, name);
}
