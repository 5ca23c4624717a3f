import { Failure } from '#contract/errors.ts';
import type { SsoProtocol } from '#contract/sso/connection.ts';
import type { JoinQuestion } from '#contract/sso/sso.ts';
import type { SignInReply } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import { toLoggedInReply, type OpenedSession } from '#server/identity/accounts/service/session.ts';
import type { ConsentDue, SsoIdentity } from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { organizationName } from './connected.ts';
import { readConnection } from './connection.ts';
import { newReference, recordEvent, type SsoContext } from './log.ts';
import { orRefused } from './refused.ts';
import { keepIdentity, takeIdentity, type FinishedRequest, type OwnRequest } from './requests.ts';
import { signInIdentity } from './sign-in.ts';

const identitySecret = (tenant: string) => ({ purpose: 'sso identity', of: tenant }) as const;

/** Keeps the person of a response and returns the question whether they join (R-SSO-17). */
export async function askToJoin(
  { database, encryption }: AppContext,
  request: FinishedRequest,
  { identity, due }: { identity: SsoIdentity; due: ConsentDue },
): Promise<JoinQuestion> {
  const { for_tenant: tenant } = request;
  const text = JSON.stringify(identity);
  await keepIdentity(database, request, await encryption.encrypt(identitySecret(tenant), text));
  const organization = await organizationName(database, tenant);
  return { organization, email: identity.email ?? '', isMember: due.isMember };
}

type Visitor = { userAgent: string; locale: Locale };

/** Signs in the person who was asked and joins, or logs that they have declined; nothing else has happened then. */
export async function answerQuestion(
  context: SsoContext,
  { joins, ...own }: OwnRequest & { joins: boolean },
  visitor: Visitor,
): Promise<SignInReply | null> {
  const { database, encryption } = context;
  const { tenant, identity: kept } = await takeIdentity(database, own);
  const text = await encryption.decrypt(identitySecret(tenant), kept);
  // Dates are texts in JSON; only step-up authentication needs this one.
  const identity: SsoIdentity = { ...(JSON.parse(text) as SsoIdentity), authenticatedAt: null };
  const connection = await database.tenant(tenant, (tx) => readConnection(tx, 'active'));
  if (!connection) throw new Failure('sso.expired');
  const reference = newReference();
  if (!joins) {
    const protocol = connection.protocol as SsoProtocol;
    const { email } = identity;
    await recordEvent(database, tenant, { protocol, outcome: 'declined', reference, email });
    return null;
  }
  const response = { tenant, connection, reference, read: async () => identity };
  const opened = await orRefused(context, response, () =>
    signInIdentity(context, { ...response, identity, ...visitor, hasAgreed: true }),
  );
  return toSignInReply(context, tenant, opened);
}

/** Returns the reply of a sign-in through a provider: in its organization. */
export async function toSignInReply(
  { database }: AppContext,
  tenant: TenantId,
  opened: OpenedSession,
): Promise<SignInReply> {
  const reply = await toLoggedInReply(database, opened);
  const joined = reply.user.tenants.find((each) => each.tenant.id === tenant);
  const user = { ...reply.user, currentTenant: joined?.tenant ?? reply.user.currentTenant };
  return { ...reply, user };
}
