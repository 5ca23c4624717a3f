import { Secret, TOTP } from 'otpauth';
import { Failure } from '#contract/errors.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { productName } from '#server/identity/factors/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { SecretUnreadable } from '#server/platform/encryption.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

const period = 30;
/** Accepts the code of the step before and after, for clocks that differ (RFC 6238 §5.2). */
const tolerance = 1;
/** As long as the HMAC's output (RFC 4226 §4, R6). */
const secretBytes = 20;

const authenticatorOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: productName, label, algorithm: 'SHA1', digits: 6, period, secret });

const ownerOf = (userId: string) => ({ purpose: 'totp', of: userId }) as const;

/**
 * Returns a new secret for an authenticator app, which is in use once its first code is confirmed. Replaces
 * one that was not confirmed.
 */
export async function startTotp({ database, encryption }: AppContext, session: AuthSession) {
  const own = { id: session.user };
  const secret = new Secret({ size: secretBytes });
  const encrypted = await encryption.encrypt(ownerOf(session.user), secret.base32);
  const email = await database.account(own, async (tx) => {
    const values = { secret: encrypted, created_at: sql<Date>`now()` };
    const started = await tx.run(
      db
        .insertInto('totp_factors')
        .values({ user_id: session.user, ...values })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ ...values, last_step: null })
            .where('totp_factors.confirmed_at', 'is', null),
        ),
    );
    if (started === 0) throw new Failure('factors.alreadyEnrolled');
    return (await tx.one(openedAccount)).email;
  });
  return { setupKey: secret.base32, uri: authenticatorOf(secret, email).toString() };
}

/** Refuses a code that can't be checked, so that people use another method (R-OPR-18). */
function refuseMethod(cause: unknown): never {
  throw cause instanceof SecretUnreadable
    ? new Failure('factors.methodUnavailable', { cause })
    : cause;
}

type TotpCode = { userId: string; code: string; confirms?: boolean };

/**
 * Accepts a code of the opened account's authenticator app, once: concurrent requests with the same code wait
 * for each other, and only the first finds a newer time step than the last accepted one. `confirms` accepts the
 * first code of a new secret.
 */
export async function acceptTotp(
  tx: DbTransaction,
  { encryption }: Pick<AppContext, 'encryption'>,
  { userId, code, confirms = false }: TotpCode,
) {
  // The library throws for six characters that UTF-8 encodes in more bytes.
  if (!/^\d{6}$/.test(code)) return false;
  const factor = await tx.first(
    db
      .selectFrom('totp_factors')
      .select('secret')
      .where('user_id', '=', userId)
      .where('confirmed_at', confirms ? 'is' : 'is not', null),
  );
  if (!factor) return false;
  const key = await encryption.decrypt(ownerOf(userId), factor.secret).catch(refuseMethod);
  const secret = Secret.fromBase32(key);
  const delta = authenticatorOf(secret, '').validate({ token: code, window: tolerance });
  if (delta === null) return false;
  const step = Math.floor(Date.now() / 1_000 / period) + delta;
  const accepted = await tx.run(
    db
      .updateTable('totp_factors')
      .set({ last_step: step, ...(confirms && { confirmed_at: sql<Date>`now()` }) })
      .where('user_id', '=', userId)
      .where('secret', '=', factor.secret)
      .where('confirmed_at', confirms ? 'is' : 'is not', null)
      .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)])),
  );
  return accepted === 1;
}
