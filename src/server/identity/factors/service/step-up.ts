import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { factors } from '#contract/factors/factors.ts';
import { factorMethods, type ProofMethod, type StepUpMethod } from '#contract/factors/shapes.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import type { SessionMethod } from '#server/identity/accounts/service/session.ts';
import { hostOf } from '#server/identity/sso/service/provider.ts';
import { findSessionProvider } from '#server/identity/sso/service/session-provider.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { listFactorMethods, methodsAtAddress } from './list.ts';
import { startAssertion } from './passkey-assertion.ts';
import { assertAccepted, prepareProof } from './proof.ts';

/** Notes in a session of the opened account that its person has just authenticated by this method. */
export async function markAuthenticated(
  tx: DbTransaction,
  { id, user }: Pick<AuthSession, 'id' | 'user'>,
  method: SessionMethod,
) {
  const methods = sql<string[]>`array(select distinct unnest(methods || ${method}::text))`;
  await tx.run(
    db
      .updateTable('sessions')
      .set({ authenticated_at: sql<Date>`now()`, methods })
      .where('id', '=', id),
  );
  await recordAuditEvent(tx, {
    action: 'session.authenticated',
    person: user,
    target: id,
    details: { method },
  });
}

/** Returns the strongest proofs of the opened account: its second factors, or what it signs in with. */
async function listProofMethods(tx: DbTransaction, userId: string): Promise<ProofMethod[]> {
  const [factors, person] = await Promise.all([
    listFactorMethods(tx, userId),
    tx.one(openedAccount),
  ]);
  if (factors.length > 0) return methodsAtAddress(factors);
  if (person.password_hash !== null) return ['password'];
  return person.google_sub === null ? [] : methodsAtAddress(['google']);
}

const isFactor = (method: ProofMethod) => factorMethods.some((factor) => factor === method);

/**
 * Returns the methods by which the caller can authenticate again. Without a second factor, the identity provider that
 * opened the session comes first (R-SSO-14).
 */
export async function getStepUpMethods(context: AppContext, session: AuthSession) {
  const proofs = await context.database.account({ id: session.user }, (tx) =>
    listProofMethods(tx, session.user),
  );
  const methods: StepUpMethod[] = proofs;
  const connected = proofs.some(isFactor) ? null : await findSessionProvider(context, session);
  if (!connected) return { methods };
  return { methods: ['sso' as const, ...methods], provider: hostOf(connected.connection) };
}

type Proof = HandlerInput<(typeof factors)['endpoints']['stepUp']>['body'];

/** Authenticates the caller again, which permits sensitive calls of this session for ten minutes (R-MFA-08). */
export async function stepUp(context: AppContext, session: AuthSession, proof: Proof) {
  const own = { id: session.user };
  const assertPermitted = async (tx: DbTransaction) => {
    const methods = await listProofMethods(tx, session.user);
    if (!methods.includes(proof.method)) throw new Failure('factors.methodUnavailable');
  };
  // Before the proof is checked: the reply reveals a right password only where one is asked for.
  await context.database.account(own, assertPermitted);
  const accept = await prepareProof(context, { account: own, purpose: 'stepUp' }, proof);
  await context.database.account(own, async (tx) => {
    await assertPermitted(tx);
    await assertAccepted(tx, session.user, accept);
    await markAuthenticated(tx, session, proof.method);
  });
}

/** Returns the options with which the caller authenticates again by a passkey. */
export const startPasskeyStepUp = (context: AppContext, { user }: AuthSession) =>
  startAssertion(context, { purpose: 'stepUp', userId: user });
