import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { FactorMethod } from '#contract/factors/shapes.ts';
import {
  openSession,
  type OpenedSession,
  type SessionMethod,
} from '#server/identity/accounts/service/session.ts';
import { issueSignInChallenge } from '#server/identity/accounts/service/token.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { isRememberedDevice } from './devices.ts';
import { listFactorMethods, methodsAtAddress } from './list.ts';

/**
 * A sign-in that waits for the second factor. `repeats`: the call would change more than open a session; it has changed
 * nothing, and is made again in the session that the challenge opens.
 */
type PendingSignIn = { challenge: string; methods: FactorMethod[]; repeats?: 1 };

type Person = { id: string; type: number };
type FirstFactor = {
  method: Extract<SessionMethod, 'password' | 'google' | 'email' | 'link'>;
  repeats?: 1;
};

/** Returns the second factors that the opened account is asked for. Operators are asked on every device. */
async function readDue(tx: DbTransaction, person: Person) {
  const methods = await listFactorMethods(tx, person.id);
  const isRemembered =
    methods.length > 0 &&
    person.type !== UserType.Admin &&
    (await isRememberedDevice(tx, person.id));
  return { due: isRemembered ? [] : methods, isRemembered };
}

async function issueChallenge(
  tx: DbTransaction,
  { id }: Person,
  { due, method, ...repeats }: FirstFactor & { due: FactorMethod[] },
): Promise<PendingSignIn> {
  const methods = methodsAtAddress(due);
  return { challenge: await issueSignInChallenge(tx, id, method), methods, ...repeats };
}

/**
 * Returns a challenge for the opened account, whose first factor was right; null if no second one is due. Must precede
 * every change.
 */
export async function challengeIfDue(tx: DbTransaction, person: Person, first: FirstFactor) {
  const { due, isRemembered } = await readDue(tx, person);
  const challenge = due.length === 0 ? null : await issueChallenge(tx, person, { ...first, due });
  return { challenge, isRemembered };
}

/**
 * Opens a session for the opened account, whose first factor was right; returns a challenge instead if a second
 * one is due (R-MFA-02). Must precede every other change.
 */
export async function beginSignIn(
  tx: DbTransaction,
  person: Person,
  { userAgent, ...first }: FirstFactor & { userAgent: string },
): Promise<(OpenedSession & { id: string }) | PendingSignIn> {
  const { challenge, isRemembered } = await challengeIfDue(tx, person, first);
  return challenge ?? openSession(tx, person, { userAgent, method: first.method, isRemembered });
}

/** Returns the opened session; throws the refusal with the challenge if a second factor is due. */
export function assertSignedIn<Opened extends { token: string }>(result: Opened | PendingSignIn) {
  if ('challenge' in result) throw toRefusal(result);
  return result;
}

/** Throws the refusal with the challenge if there is one. */
export function assertNotDue({ challenge }: { challenge: PendingSignIn | null }) {
  if (challenge) throw toRefusal(challenge);
}

const toRefusal = (params: PendingSignIn) =>
  new Failure('account.secondFactorRequired', { params });
