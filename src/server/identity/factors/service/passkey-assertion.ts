import { Failure } from '#contract/errors.ts';
import type { PasskeyAssertion } from '#contract/factors/webauthn.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import {
  challengeTimeout,
  consumeChallenge,
  issueChallenge,
  type ChallengePurpose,
} from './passkey-challenge.ts';
import { requireRelyingParty } from './relying-party.ts';

/** Returns the options with which a browser asks for a passkey of the account, or of any. */
export async function startAssertion(context: AppContext, given: ChallengePurpose) {
  const { rpID } = requireRelyingParty(context);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const challenge = await issueChallenge(context.database, given);
  const { userId } = given;
  const passkeys =
    userId === null
      ? []
      : await context.database.account({ id: userId }, (tx) =>
          tx.all(
            db
              .selectFrom('passkeys')
              .select(['credential_id', 'transports'])
              .where('user_id', '=', userId),
          ),
        );
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: challengeTimeout,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
  });
  return { ...options };
}

type VerifiedAssertion = { credentialId: Buffer; counter: number; backedUp: boolean };

/**
 * Verifies the signature of a passkey over a challenge of this purpose, its origin and relying party, and that the
 * person was verified. Returns what `acceptAssertion` stores.
 */
export async function verifyAssertion(
  context: AppContext,
  assertion: PasskeyAssertion,
  given: ChallengePurpose,
): Promise<VerifiedAssertion> {
  const { rpID, origin } = requireRelyingParty(context);
  const credentialId = Buffer.from(assertion.id, 'base64url');
  const passkey = await context.database.account({ passkey: credentialId }, (tx) =>
    tx.first(selectPasskey(credentialId)),
  );
  if (!passkey || !belongsTo(passkey, assertion, given))
    throw new Failure('factors.passkeyRefused');
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle, ...response } = assertion.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, response: userHandle ? { ...response, userHandle } : response },
    expectedChallenge: (challenge) => consumeChallenge(context.database, given, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => {
    // The library throws for a wrong challenge, origin, relying party, counter or form.
    throw new Failure('factors.passkeyRefused');
  });
  if (!verified) throw new Failure('factors.passkeyRefused');
  const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo;
  return { credentialId, counter, backedUp };
}

type PasskeyRow = Pick<TableRow<'passkeys'>, 'user_id' | 'public_key' | 'counter'>;

const selectPasskey = (credentialId: Buffer) =>
  db
    .selectFrom('passkeys')
    .select(['user_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId);

/** Returns true if a passkey is one of the account, and the browser names no other (WebAuthn Level 3, §7.2). */
const belongsTo = (
  { user_id }: PasskeyRow,
  { response: { userHandle } }: PasskeyAssertion,
  { userId }: ChallengePurpose,
) =>
  (userId === null || userId === user_id) &&
  (!userHandle || Buffer.from(userHandle, 'base64url').toString() === user_id);

/**
 * Stores the use of a passkey of the opened account; false if it was removed, or its counter was used meanwhile, which
 * a copy of the passkey would do. Synchronized passkeys have no counter (0).
 */
export const acceptAssertion = async (
  tx: DbTransaction,
  { credentialId, counter, backedUp }: VerifiedAssertion,
) =>
  (await tx.run(
    db
      .updateTable('passkeys')
      .set({ counter, backed_up: backedUp, last_used_at: sql<Date>`now()` })
      .where('credential_id', '=', credentialId)
      .where((eb) => eb.or([eb('counter', '<', counter), eb(eb.val(counter), '=', 0)])),
  )) === 1;
