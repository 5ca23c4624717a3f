import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { claimRegistered } from '#server/tenants/service/create.ts';

/**
 * Deletes one's account and the organizations one solely owns. Their subscriptions end at the
 * provider first; when it does not answer, nothing is deleted here.
 */
export async function removeSelf({ database, gateway }: House, session: Session) {
  if (session.userType === UserType.Admin) throw new Failure('account.cannotDeleteAdmin');
  const owned = await database.person(session.user, async (tx) => {
    await claimRegistered(tx, session.user);
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
  await database.person(session.user, async (tx) => {
    const ids = owned.map(({ id }) => id);
    await tx.run(statement(sql`select app.remove_self(${ids}::uuid[])`));
  });
}
