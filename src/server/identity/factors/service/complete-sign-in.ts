import { UserType } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { factors } from '#contract/factors/factors.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { readAdmittedUser } from '#server/identity/accounts/service/login.ts';
import { openSession, type SessionMethod } from '#server/identity/accounts/service/session.ts';
import { consumeToken } from '#server/identity/accounts/service/token.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { rememberDevice } from './devices.ts';
import { assertAccepted, prepareProof, type AcceptProof } from './proof.ts';

type Completion = HandlerInput<(typeof factors)['endpoints']['completeSignIn']>['body'];

/**
 * Signs in with a second factor (R-MFA-02). The challenge is used up together with the code: a wrong code uses
 * up neither, and concurrent requests open one session.
 */
export async function completeSignIn(context: AppContext, body: Completion, userAgent: string) {
  const { database } = context;
  const account = { token: tokenHash(body.challenge) };
  try {
    const accept = await prepareProof(context, { account, purpose: 'secondFactor' }, body);
    const opening = { ...body, accept, userAgent };
    const { person, token } = await database.account(account, (tx) => open(tx, opening));
    return { token, user: await readAdmittedUser(context, person) };
  } catch (error) {
    if (error instanceof Failure) await auditRefusal(context, body, error);
    throw error;
  }
}

type Opening = Completion & { accept: AcceptProof; userAgent: string };

async function open(tx: DbTransaction, { challenge, method, remember, ...opening }: Opening) {
  const { accept, userAgent } = opening;
  const used = await consumeToken(tx, ['signIn'], challenge);
  const person = await tx.first(openedAccount);
  if (!used || !person?.active) throw new Failure('factors.challengeExpired');
  await assertAccepted(tx, person.id, accept);
  if (remember && person.type !== UserType.Admin) await rememberDevice(tx, person.id, userAgent);
  const first = used.method as SessionMethod | null;
  const { token } = await openSession(tx, person, { userAgent, method, ...(first && { first }) });
  return { person, token };
}

/** Audits a refused second factor under its account. */
const auditRefusal = ({ database }: AppContext, { challenge }: Completion, { code }: Failure) =>
  database.account({ token: tokenHash(challenge) }, async (tx) => {
    const person = (await tx.first(openedAccount))?.id;
    await recordAuditEvent(tx, {
      action: 'session.refused',
      details: { code },
      ...(person && { person }),
    });
  });
