import { Role } from '#contract/access.ts';
import type { accounts } from '#contract/accounts.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql } from '#server/database/query.ts';
import { claimRegistered } from '#server/tenants/service/create.ts';
import { account, setPasswordHash, type Person } from './account.ts';
import { hashChosen } from './guessable.ts';
import { revokeAccess, loggedIn, openSession } from './session.ts';
import { consumeToken, findToken } from './token.ts';

type Proof = Input<(typeof accounts)['endpoints']['verify']>['body'];

/** Verifies an address with the mailed token, sets the password and signs in (R-ACC-12). */
export async function verify(database: Database, proof: Proof, userAgent: string) {
  if (proof.password !== proof.passwordConfirm) throw new Failure('account.passwordMismatch');
  const person = await database.account(proof, (tx) => owner(tx, proof));
  const hash = await hashChosen({ ...proof, organization: proof.company ?? '' });
  const session = await scopeOf(
    database,
    person,
    proof,
  )(async (tx) => {
    tx.openAccount(person);
    const used = await consumeToken(tx, ['verify', 'reset'], proof.token);
    if (used?.user_id !== person.id) throw new Failure('account.verify.invalid');
    await setPasswordHash(tx, hash);
    await tx.run(
      db
        .updateTable('users')
        .set({
          verified_at: person.verified_at ?? sql`now()`,
          first_name: proof.firstName || person.first_name,
          last_name: proof.lastName || person.last_name,
        })
        .where('id', '=', person.id),
    );
    await claimRegistered(tx, person.id);
    if (proof.company) await renameOwn(tx, person.id, proof.company);
    await revokeAccess(tx, person.id);
    return openSession(tx, person, userAgent);
  });
  return loggedIn(database, session);
}

/** Returns the account of this address and token; reports an address that is already verified. */
const owner = async (tx: Transaction, { token }: Proof) => {
  const [person, issued] = await Promise.all([
    tx.first(account),
    tx.first(findToken(['verify', 'reset'], token)),
  ]);
  if (!person || issued?.user_id !== person.id) throw new Failure('account.verify.invalid');
  if (issued.used_at && issued.purpose === 'verify' && person.verified_at) {
    throw new Failure('account.verify.alreadyVerified');
  }
  return person;
};

const scopeOf = (database: Database, person: Person, { company }: Proof) =>
  company && person.default_tenant_id
    ? <T>(work: (tx: Transaction) => Promise<T>) =>
        database.tenant(vouch.tenant(person.default_tenant_id ?? ''), work)
    : <T>(work: (tx: Transaction) => Promise<T>) => database.account(person, work);

/** Renames the organization of the scope if this person owns it. */
const renameOwn = (tx: Transaction, userId: string, name: string) =>
  tx
    .run(
      db
        .updateTable('tenants')
        .set({ name })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('memberships')
            .select('tenant_id')
            .where('user_id', '=', userId)
            .where('role', '=', Role.Owner),
        ),
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'tenants_name_key')
        ? new Failure('account.verify.organizationTaken')
        : error;
    });
