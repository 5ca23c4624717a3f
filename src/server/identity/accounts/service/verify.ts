import { Role } from '#contract/access.ts';
import type { accounts } from '#contract/accounts.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { assertSignedIn, beginSignIn } from '#server/identity/factors/service/begin-sign-in.ts';
import { deleteFactors } from '#server/identity/factors/service/remove-of-user.ts';
import { endGrants } from '#server/identity/grants/service/end.ts';
import { claimRegisteredTenants, throwNameTaken } from '#server/identity/tenants/service/create.ts';
import { reserveNames } from '#server/identity/tenants/service/names.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { openedAccount, setPasswordHash } from './account.ts';
import { hashNewPassword } from './password.ts';
import { revokeAccess, toLoggedInReply } from './session.ts';
import { consumeToken, selectToken } from './token.ts';

type VerificationInput = HandlerInput<(typeof accounts)['endpoints']['verify']>['body'];

type Verification = { input: VerificationInput; session: AuthSession | null; userAgent: string };

/**
 * Verifies an address with the mailed token, sets the password and signs in (R-ACC-12); the first time also the names
 * that were given. If the account has a second factor, nothing changes before it was given: by a challenge, and in the
 * session that it opens (R-MFA-02).
 */
export async function verifyAddress(
  { config, database }: AppContext,
  { input, session, userAgent }: Verification,
) {
  if (input.password !== input.passwordConfirm) throw new Failure('account.passwordMismatch');
  const person = await database.account(input, (tx) => findTokenOwner(tx, input));
  const isFirst = person.verified_at === null;
  const company = (isFirst && input.company) || '';
  const hasProven = session?.user === person.id && !session.impersonator && session.isRecent;
  const hash = await hashNewPassword(config, { ...input, organization: company });
  // Another person may have prepared the account, with a password of their own, before the address was proven.
  const isUnproven = isFirst && !hasProven;
  const tenantId = company === '' ? null : person.default_tenant_id;
  const verify = async (tx: DbTransaction) => {
    tx.openAccount(person);
    if (isUnproven) await deleteFactors(tx, person.id);
    const first = { method: 'email', userAgent, repeats: 1 } as const;
    const signedIn = hasProven ? session : await beginSignIn(tx, person, first);
    if ('challenge' in signedIn) return signedIn;
    const used = await consumeToken(tx, ['verify', 'reset'], input.token);
    if (used?.user_id !== person.id) throw new Failure('account.verify.invalid');
    await setPasswordHash(tx, hash);
    await tx.run(
      db
        .updateTable('users')
        .set({
          verified_at: person.verified_at ?? sql`now()`,
          first_name: (isFirst && input.firstName) || person.first_name,
          last_name: (isFirst && input.lastName) || person.last_name,
        })
        .where('id', '=', person.id),
    );
    if (tenantId) await renameOwnedTenant(tx, { tenantId, userId: person.id, name: company });
    await revokeAccess(tx, person.id, signedIn.id);
    await endGrants(tx, isUnproven ? new Date(0) : used.created_at);
    return signedIn;
  };
  const signedIn = assertSignedIn(
    await (tenantId ? database.tenantAccounts(tenantId, verify) : database.account(person, verify)),
  );
  // In a transaction of its own, as at sign-in, which claims them if this process ends here.
  await database.account(person, (tx) => claimRegisteredTenants(tx, person.id));
  return toLoggedInReply(database, signedIn);
}

/** Returns the account of this address and token; reports an address that is already verified. */
async function findTokenOwner(tx: DbTransaction, { token }: VerificationInput) {
  const [person, issued] = await Promise.all([
    tx.first(openedAccount),
    tx.first(
      selectToken(['verify', 'reset'], token).select(
        sql<boolean>`used_at is null and expires_at > now()`.as('is_valid'),
      ),
    ),
  ]);
  if (!person || issued?.user_id !== person.id) throw new Failure('account.verify.invalid');
  if (issued.used_at && issued.purpose === 'verify' && person.verified_at) {
    throw new Failure('account.verify.alreadyVerified');
  }
  if (!issued.is_valid) throw new Failure('account.verify.invalid');
  return person;
}

type Renaming = { tenantId: TenantId; userId: string; name: string };

/** Renames the organization of the scope if this person owns it. */
async function renameOwnedTenant(tx: DbTransaction, { tenantId, userId, name }: Renaming) {
  const owned = await tx.first(
    db
      .selectFrom('memberships')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('role', '=', Role.Owner),
  );
  if (!owned) return;
  await reserveNames(tx, tenantId, { name });
  await tx
    .run(db.updateTable('tenants').set({ name }).where('id', '=', tenantId))
    .catch(throwNameTaken);
}
