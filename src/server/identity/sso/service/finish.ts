import { Failure } from '#contract/errors.ts';
import type { SsoProtocol } from '#contract/sso/connection.ts';
import type { JoinQuestion, SsoTest } from '#contract/sso/sso.ts';
import type { SignInReply } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import { isOwnAddress } from '#server/identity/domains/service/address.ts';
import { listFactorMethods } from '#server/identity/factors/service/list.ts';
import { markAuthenticated } from '#server/identity/factors/service/step-up.ts';
import {
  ConsentDue,
  roleFor,
  shownClaims,
  SsoRefusal,
  type SsoIdentity,
} from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { markTested, readConnection, toMapping, type Stage } from './connection.ts';
import { askToJoin, toSignInReply } from './join.ts';
import { insertEvent, newReference, recordRefusal, type SsoContext } from './log.ts';
import { readIdentity, type ProviderResponse, type Connected } from './provider.ts';
import { orRefused, type SsoResponse } from './refused.ts';
import { finishRequest, type FinishedRequest } from './requests.ts';
import { signInIdentity, selectIdentity } from './sign-in.ts';

type FinishInput = { organization: string; query: string; flow: string };
type Browser = { session: AuthSession | null; userAgent: string; locale: Locale };
type Finished = {
  session: SignInReply | null;
  test: SsoTest | null;
  confirmed: boolean;
  question: JoinQuestion | null;
};

const nothing: Finished = { session: null, test: null, confirmed: false, question: null };

/** Finishes a sign-in, a test or a step-up, once, in the browser that started it (R-SSO-03). */
export async function finishSignIn(
  context: SsoContext,
  input: FinishInput,
  visitor: Browser,
): Promise<Finished> {
  const returned = new URLSearchParams(input.query);
  const [state, code] = [returned.get('state') ?? '', returned.get('code') ?? ''];
  const { organization, query, flow } = input;
  const request = await finishRequest(context.database, { state, flow, organization, code });
  const response = await toResponse(context, request, { query, flow, state });
  if (request.user_id === null) return finishActive(context, { request, response }, visitor);
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

async function toResponse(
  context: SsoContext,
  { for_tenant: tenant, stage, response: posted }: FinishedRequest,
  received: Omit<ProviderResponse, 'posted'>,
): Promise<SsoResponse> {
  const { database } = context;
  const connection = await database.tenant(tenant, (tx) => readConnection(tx, stage as Stage));
  if (!connection) throw new Failure('sso.expired');
  const connected = { tenant, connection };
  const read = () => readIdentity(context, connected, { ...received, posted });
  return { ...connected, reference: newReference(), read };
}

/** Signs in the person of a response, or asks them whether they join the organization. */
const finishActive = (
  context: SsoContext,
  { request, response }: { request: FinishedRequest; response: SsoResponse },
  visitor: Browser,
): Promise<Finished> =>
  orRefused(context, response, async (identity) => {
    try {
      const opened = await signInIdentity(context, { ...response, identity, ...visitor });
      return { ...nothing, session: await toSignInReply(context, response.tenant, opened) };
    } catch (error) {
      if (!(error instanceof ConsentDue)) throw error;
      return { ...nothing, question: await askToJoin(context, request, { identity, due: error }) };
    }
  });

/** Returns what a sign-in with the draft would do, and marks it as tested if it would succeed. */
async function finishTest(
  context: SsoContext,
  { tenant, connection, reference, read }: SsoResponse,
): Promise<SsoTest> {
  const protocol = connection.protocol as SsoProtocol;
  try {
    const identity = await read();
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
    await recordRefusal(context, { tenant, protocol, reference, refusal: error });
    return { outcome, reference, email: null, role: null, claims: [] };
  }
}

/** Seconds that the clock of a provider may be behind. */
const toleranceSeconds = 60;

type Confirmation = Connected & {
  identity: SsoIdentity;
  reference: string;
  session: AuthSession;
  /** When the person was sent to the provider. */
  startedAt: Date;
};

/**
 * Notes in the session that its person has authenticated again at the provider: the same person, after they were sent
 * there (R-SSO-14).
 */
const confirmAtProvider = (
  { database }: AppContext,
  { tenant, connection, identity, session, startedAt, reference }: Confirmation,
) =>
  database.tenantAccounts(tenant, async (tx: DbTransaction) => {
    const linked = await tx.first(selectIdentity(tenant, identity, identity));
    if (linked?.user_id !== session.user) throw new SsoRefusal('otherPerson');
    const earliest = startedAt.getTime() - toleranceSeconds * 1_000;
    // A provider that ignores the request answers from its session.
    if (!identity.authenticatedAt || identity.authenticatedAt.getTime() < earliest) {
      throw new SsoRefusal('notFresh');
    }
    tx.openAccount({ id: session.user });
    const factors = await listFactorMethods(tx, session.user);
    if (factors.length > 0) throw new Failure('factors.methodUnavailable');
    await markAuthenticated(tx, session, 'sso');
    const protocol = connection.protocol as 'oidc' | 'saml';
    const { email } = identity;
    await tx.run(insertEvent(tenant, { protocol, outcome: 'confirmed', reference, email }));
  });
