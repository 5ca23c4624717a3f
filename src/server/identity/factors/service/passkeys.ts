import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { factors } from '#contract/factors/factors.ts';
import type { PasskeyAttestation } from '#contract/factors/webauthn.ts';
import { LoginType } from '#contract/statuses.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { productName } from '#server/identity/factors/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { db } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { lockFactors } from './lock.ts';
import { afterRemoval, issueFirstCodes } from './manage.ts';
import { notifyOwner } from './notify-owner.ts';
import { challengeTimeout, consumeChallenge, issueChallenge } from './passkey-challenge.ts';
import { generateRecoveryCodes } from './recovery-codes.ts';
import { requireRelyingParty } from './relying-party.ts';
import { markAuthenticated } from './step-up.ts';

const registration = (userId: string) => ({ purpose: 'registration', userId }) as const;

/** Returns the options to create a passkey: discoverable, with user verification (R-MFA-10). */
export async function startPasskey(context: AppContext, { user }: AuthSession) {
  const { rpID } = requireRelyingParty(context);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const challenge = await issueChallenge(context.database, registration(user));
  const [person, known] = await context.database.account({ id: user }, (tx) =>
    Promise.all([
      tx.one(openedAccount),
      tx.all(db.selectFrom('passkeys').select('credential_id').where('user_id', '=', user)),
    ]),
  );
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID,
    userID: new TextEncoder().encode(user),
    userName: person.email,
    userDisplayName: `${person.first_name} ${person.last_name}`.trim() || person.email,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: challengeTimeout,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({
      id: credential_id.toString('base64url'),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Verifies the browser's reply with a new passkey; returns the columns of its row. */
async function verifyAttestation(
  context: AppContext,
  { user }: AuthSession,
  { response, ...attestation }: PasskeyAttestation,
) {
  const { rpID, origin } = requireRelyingParty(context);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { transports, ...required } = response;
  const verified = await verifyRegistrationResponse({
    response: { ...attestation, response: required },
    expectedChallenge: (challenge) =>
      consumeChallenge(context.database, registration(user), challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => {
    // The library throws for a wrong challenge, origin, relying party or form.
    throw new Failure('factors.passkeyRefused');
  });
  if (!verified.verified) throw new Failure('factors.passkeyRefused');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    user_id: user,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transports ?? [],
    backed_up: credentialBackedUp,
  };
}

type NewPasskey = HandlerInput<(typeof factors)['endpoints']['addPasskey']>['body'];

/** Adds a passkey to the caller's account (R-MFA-10). */
export async function addPasskey(
  context: AppContext,
  session: AuthSession,
  { name, passkey }: NewPasskey,
) {
  const { config, database } = context;
  const [row, set] = await Promise.all([
    verifyAttestation(context, session, passkey),
    generateRecoveryCodes(config),
  ]);
  const add = async (tx: DbTransaction) => {
    await tx.run(db.insertInto('passkeys').values({ ...row, name }));
    const recoveryCodes = await issueFirstCodes(tx, session.user, set);
    await markAuthenticated(tx, session, 'passkey');
    await notifyOwner(tx, context, 'passkeyAdded');
    return { recoveryCodes };
  };
  return database.account({ id: session.user }, add).catch((error: unknown) => {
    // Another account has this credential.
    throw isUniqueViolation(error) ? new Failure('factors.passkeyRefused') : error;
  });
}

type Renaming = { id: string; name: string };

/** Renames one of the caller's passkeys. */
export const updatePasskey = (database: Database, { user }: AuthSession, { id, name }: Renaming) =>
  database.account({ id: user }, async (tx) => {
    const renamed = await tx.run(
      db.updateTable('passkeys').set({ name }).where('user_id', '=', user).where('id', '=', id),
    );
    if (renamed === 0) throw new Failure('notFound');
  });

/** Removes one of the caller's passkeys, unless it is their last way to sign in (R-MFA-12). */
export const removePasskey = (context: AppContext, session: AuthSession, id: string) =>
  context.database.account({ id: session.user }, async (tx) => {
    // Concurrent removals wait for each other: each sees what the one before it left.
    await lockFactors(tx, session.user);
    const passkeys = await tx.all(
      db.selectFrom('passkeys').select('id').where('user_id', '=', session.user).forUpdate(),
    );
    if (passkeys.every((passkey) => passkey.id !== id)) throw new Failure('notFound');
    const { password_hash, login_type } = await tx.one(openedAccount);
    const isLast = password_hash === null && login_type !== LoginType.Gmail;
    if (isLast && passkeys.length === 1) throw new Failure('factors.lastSignInMethod');
    await tx.run(
      db.deleteFrom('passkeys').where('user_id', '=', session.user).where('id', '=', id),
    );
    await afterRemoval(tx, context, session);
    await notifyOwner(tx, context, 'passkeyRemoved');
  });
