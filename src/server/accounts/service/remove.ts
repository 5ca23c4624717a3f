import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { UserId } from '#server/database/database.ts';
import { TransactionConflict } from '#server/database/errors.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { claimRegistered } from '#server/tenants/service/create.ts';

/** Deletes the caller's account and the organizations that only they own (R-ACC-26). */
export async function removeSelf(house: House, session: Session) {
  if (session.userType === UserType.Admin) throw new Failure('account.cannotDeleteAdmin');
  await removePerson(house, session.user);
}

/** Deletes a user's account and the organizations that only they own; for the operator. */
export async function removeAny(house: House, id: string) {
  const person = await house.database.account({ id }, (tx) =>
    tx.first(db.selectFrom('users').select('type').where('id', '=', id)),
  );
  if (!person) throw new Failure('notFound');
  if (person.type === UserType.Admin) throw new Failure('account.cannotDeleteAdmin');
  await removePerson(house, vouch.user(id));
}

/**
 * Deletes a person in their own scope. Ends the subscriptions at the payment provider first: if it does not
 * answer, nothing is deleted here.
 */
async function removePerson(house: House, user: UserId, patience = 2): Promise<void> {
  const { database, gateway } = house;
  const owned = await database.person(user, async (tx) => {
    await claimRegistered(tx, user);
    return tx.all(
      db
        .selectFrom('tenants')
        .select(['id', 'customer_id'])
        .where('id', 'in', sql<string>`(select app.solely_owned())`),
    );
  });
  for (const { customer_id } of owned) {
    if (customer_id !== null) await gateway.deleteCustomer(customer_id);
  }
  const ids = owned.map(({ id }) => id);
  try {
    await database.person(user, (tx) =>
      tx.run(statement(sql`select app.remove_self(${ids}::uuid[])`)),
    );
  } catch (error) {
    // Retries when an organization was deleted or got another owner since it was read.
    if (!(error instanceof TransactionConflict) || patience === 0) throw error;
    await removePerson(house, user, patience - 1);
  }
}
