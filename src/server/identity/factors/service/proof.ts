import { Failure } from '#contract/errors.ts';
import type { ProofMethod } from '#contract/factors/shapes.ts';
import type { PasskeyAssertion } from '#contract/factors/webauthn.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { passwordMatches } from '#server/identity/accounts/service/password.ts';
import { normalizeCode } from '#server/identity/factors/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { AccountKey, DbTransaction } from '#server/platform/database/database.ts';
import { notifyOwner } from './notify-owner.ts';
import { acceptAssertion, verifyAssertion } from './passkey-assertion.ts';
import { acceptRecoveryCode, hashCode, selectSalt } from './recovery-codes.ts';
import { acceptTotp } from './totp.ts';

type Text = string | null | undefined;

/** Proof of identity, as calls send it: the field of its method is set. */
export type IdentityProof = {
  method: ProofMethod;
  code?: Text;
  password?: Text;
  idToken?: Text;
  passkey?: PasskeyAssertion | null | undefined;
};

/** Accepts a prepared proof in the transaction that it permits something in; false if it is wrong. */
export type AcceptProof = (tx: DbTransaction, userId: string) => Promise<boolean>;

/** Account that a proof is for, and what it permits. */
export type ProofTarget = { account: AccountKey; purpose: 'secondFactor' | 'stepUp' };

type Prepare = (
  context: AppContext,
  target: ProofTarget,
  proof: IdentityProof,
) => Promise<AcceptProof>;

const prepareTotp: Prepare = async (context, _target, { code }) => {
  const typed = normalizeCode(code ?? '');
  return (tx, userId) => acceptTotp(tx, context, { userId, code: typed });
};

const prepareRecoveryCode: Prepare = async (context, { account }, { code }) => {
  const set = await context.database.account(account, (tx) => tx.first(selectSalt));
  if (!set) return async () => false;
  const hash = await hashCode(context.config, normalizeCode(code ?? ''), set.salt);
  return async (tx, userId) => {
    const isAccepted = await acceptRecoveryCode(tx, userId, hash);
    if (isAccepted) await notifyOwner(tx, context, 'recoveryCodeUsed');
    return isAccepted;
  };
};

const preparePassword: Prepare = async ({ database }, { account }, { password }) => {
  const person = await database.account(account, (tx) => tx.first(openedAccount));
  if (!(await passwordMatches(person?.password_hash ?? null, password ?? ''))) {
    throw new Failure('account.login.invalid');
  }
  // False if the password was changed meanwhile.
  return async (tx) => (await tx.first(openedAccount))?.password_hash === person?.password_hash;
};

const prepareGoogle: Prepare = async ({ config }, _target, { idToken }) => {
  const { verifyGoogleToken } = await import('#server/identity/accounts/service/google.ts');
  // The token of an earlier sign-in proves nothing about now.
  const { sub } = await verifyGoogleToken(config, idToken, { maxAge: '2m' });
  return async (tx) => (await tx.first(openedAccount))?.google_sub === sub;
};

const preparePasskey: Prepare = async (context, { account, purpose }, { passkey }) => {
  const person = await context.database.account(account, (tx) => tx.first(openedAccount));
  if (!passkey || !person) return async () => false;
  const verified = await verifyAssertion(context, passkey, { purpose, userId: person.id });
  return (tx) => acceptAssertion(tx, verified);
};

const preparations: Record<ProofMethod, Prepare> = {
  totp: prepareTotp,
  recoveryCode: prepareRecoveryCode,
  passkey: preparePasskey,
  password: preparePassword,
  google: prepareGoogle,
};

/**
 * Does the part of checking a proof that takes time, so that no transaction is open meanwhile. Returns the function
 * that accepts it: codes and passkeys once.
 */
export const prepareProof: Prepare = (context, target, proof) =>
  preparations[proof.method](context, target, proof);

/** Throws unless the proof is accepted. */
export async function assertAccepted(tx: DbTransaction, userId: string, accept: AcceptProof) {
  if (!(await accept(tx, userId))) throw new Failure('factors.invalidCode');
}
