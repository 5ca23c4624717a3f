import { Role } from '#contract/access.ts';
import type { accounts } from '#contract/accounts.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/app-context.ts';
import type { DbTransaction, TenantId } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import { assertSignedIn, beginSignIn } from '#server/factors/service/begin-sign-in.ts';
import { claimRegisteredTenants, throwNameTaken } from '#server/tenants/service/create.ts';
import { reserveNames } from '#server/tenants/service/names.ts';
import { openedAccount, setPasswordHash } from './account.ts';
import { hashNewPassword } from './password.ts';
import { revokeAccess, toLoggedInReply } from './session.ts';
import { consumeToken, selectToken } from './token.ts';

type VerificationInput = HandlerInput<(typeof accounts)['endpoints']['verify']>['body'];

/** Verifies an address with the mailed token, sets the password and signs in (R-ACC-12). */
export async function verifyAddress(
  { config, database }: AppContext,
  input: VerificationInput,
  userAgent: string,
) {
  if (input.password !== input.passwordConfirm) throw new Failure('account.passwordMismatch');
  const person = await database.account(input, (tx) => findTokenOwner(tx, input));
  const company = input.company ?? '';
  const hash = await hashNewPassword(config, { ...input, organization: company });
  const tenantId = company === '' ? null : person.default_tenant_id;
  const verify = async (tx: DbTransaction) => {
    tx.openAccount(person);
    const used = await consumeToken(tx, ['verify', 'reset'], input.token);
    if (used?.user_id !== person.id) throw new Failure('account.verify.invalid');
    await setPasswordHash(tx, hash);
    await tx.run(
      db
        .updateTable('users')
        .set({
          verified_at: person.verified_at ?? sql`now()`,
          first_name: input.firstName || person.first_name,
          last_name: input.lastName || person.last_name,
        })
        .where('id', '=', person.id),
    );
    if (tenantId) await renameOwnedTenant(tx, { tenantId, userId: person.id, name: company });
    await revokeAccess(tx, person.id);
    return beginSignIn(tx, person, { method: 'email', userAgent });
  };
  const session = await (tenantId
    ? database.tenant(tenantId, verify)
    : database.account(person, verify));
  // In a transaction of its own, as at sign-in, which claims them if this process ends here.
  await database.account(person, (tx) => claimRegisteredTenants(tx, person.id));
  return toLoggedInReply(database, assertSignedIn(session));
}

/** Returns the account of this address and token; reports an address that is already verified. */
const findTokenOwner = async (tx: DbTransaction, { token }: VerificationInput) => {
  const [person, issued] = await Promise.all([
    tx.first(openedAccount),
    tx.first(selectToken(['verify', 'reset'], token)),
  ]);
  if (!person || issued?.user_id !== person.id) throw new Failure('account.verify.invalid');
  if (issued.used_at && issued.purpose === 'verify' && person.verified_at) {
    throw new Failure('account.verify.alreadyVerified');
  }
  return person;
};

type Renaming = { tenantId: TenantId; userId: string; name: string };

/** Renames the organization of the scope if this person owns it. */
const renameOwnedTenant = async (tx: DbTransaction, { tenantId, userId, name }: Renaming) => {
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
};
