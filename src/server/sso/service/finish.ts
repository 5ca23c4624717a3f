import { Failure } from '#contract/errors.ts';
import type { SsoProtocol } from '#contract/sso/connection.ts';
import type { SsoTest } from '#contract/sso/sso.ts';
import type { SignInReply } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import { toLoggedInReply } from '#server/accounts/service/session.ts';
import type { AppContext } from '#server/app-context.ts';
import type { TableRow } from '#server/database/query.ts';
import { isOwnAddress } from '#server/domains/service/address.ts';
import type { AuthSession } from '#server/http/contract/guard.ts';
import { roleFor, shownClaims, SsoRefusal, type SsoIdentity } from '#server/sso/rules.ts';
import { markTested, readConnection, toMapping, type Stage } from './connection.ts';
import { insertEvent, newReference, recordEvent } from './log.ts';
import { readIdentity, type Connected, type ProviderResponse } from './provider.ts';
import { finishRequest } from './requests.ts';
import { signInIdentity } from './sign-in.ts';
import { confirmAtProvider } from './step-up.ts';

type FinishInput = { organization: string; query: string; flow: string };
type Browser = { session: AuthSession | null; userAgent: string; locale: Locale };
type Finished = { session: SignInReply | null; test: SsoTest | null; confirmed: boolean };

/** A response that belongs to an open request, with its connection. */
type Response = Connected & { reference: string; received: ProviderResponse };

const nothing: Finished = { session: null, test: null, confirmed: false };

/** Finishes a sign-in, a test or a step-up, once, in the browser that started it (R-SSO-03). */
export async function finishSignIn(
  context: AppContext,
  input: FinishInput,
  visitor: Browser,
): Promise<Finished> {
  const returned = new URLSearchParams(input.query);
  const [state, code] = [returned.get('state') ?? '', returned.get('code') ?? ''];
  const { organization, query, flow } = input;
  const request = await finishRequest(context.database, { state, flow, organization, code });
  const response = await toResponse(context, request, { query, flow, state });
  if (request.user_id === null) return finishActive(context, response, visitor);
  const { session } = visitor;
  if (request.user_id !== session?.user) throw new Failure('sso.expired');
  if (request.session_id === null) {
    return { ...nothing, test: await finishTest(context, response) };
  }
  if (request.session_id !== session.id) throw new Failure('sso.expired');
  const startedAt = request.created_at;
  await orRefused(context, response, (identity) =>
    confirmAtProvider(context, { ...response, identity, session, startedAt }),
  );
  return { ...nothing, confirmed: true };
}

const toResponse = async (
  { database }: AppContext,
  { for_tenant: tenant, stage, response }: TableRow<'sso_requests'>,
  received: Omit<ProviderResponse, 'posted'>,
): Promise<Response> => {
  const connection = await database.tenant(tenant, (tx) => readConnection(tx, stage as Stage));
  if (!connection) throw new Failure('sso.expired');
  const reference = newReference();
  return { tenant, connection, reference, received: { ...received, posted: response } };
};

/** Signs in the person of a response. */
const finishActive = async (context: AppContext, response: Response, visitor: Browser) => {
  const opened = await orRefused(context, response, (identity) =>
    signInIdentity(context, { ...response, identity, ...visitor }),
  );
  const reply = await toLoggedInReply(context.database, opened);
  const joined = reply.user.tenants.find((each) => each.tenant.id === response.tenant);
  const user = { ...reply.user, currentTenant: joined?.tenant ?? reply.user.currentTenant };
  return { ...nothing, session: { ...reply, user } };
};

/**
 * Reads the person of a response and does something with it; logs a refusal with its reason, and shows the person only
 * its reference (R-SSO-08).
 */
const orRefused = async <T>(
  context: AppContext,
  { received, reference, ...connected }: Response,
  work: (identity: SsoIdentity) => Promise<T>,
): Promise<T> => {
  let identity: SsoIdentity | null = null;
  try {
    identity = await readIdentity(context, connected, received);
    return await work(identity);
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    await recordEvent(context.database, connected.tenant, {
      protocol: connected.connection.protocol as SsoProtocol,
      outcome: error.outcome,
      reference,
      email: identity?.email ?? null,
    });
    throw new Failure('sso.failed', { params: { reference } });
  }
};

/** Returns what a sign-in with the draft would do, and marks it as tested if it would succeed. */
const finishTest = async (
  context: AppContext,
  { received, reference, ...connected }: Response,
): Promise<SsoTest> => {
  const { tenant, connection } = connected;
  const protocol = connection.protocol as SsoProtocol;
  try {
    const identity = await readIdentity(context, connected, received);
    const { email, claims } = identity;
    const outcome = await context.database.tenant(tenant, async (tx) => {
      const result =
        email === null
          ? 'noEmail'
          : (await isOwnAddress(tx, tenant, email))
            ? 'tested'
            : 'otherDomain';
      if (result === 'tested') await markTested(tx, tenant, connection);
      await tx.run(insertEvent(tenant, { protocol, outcome: result, reference, email }));
      return result;
    });
    const role = roleFor(toMapping(connection), claims);
    return { outcome, reference, email, role, claims: shownClaims(claims) };
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    const { outcome } = error;
    await recordEvent(context.database, tenant, { protocol, outcome, reference, email: null });
    return { outcome, reference, email: null, role: null, claims: [] };
  }
};
