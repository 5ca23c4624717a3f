import type { Database } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { Connection, Person } from './connection.ts';

/** The person behind a live session's token; null without one. `tokenHash`: its SHA-256. */
export async function personOf(database: Database, tokenHash: Buffer): Promise<Person | null> {
  const [found] = await database.ask(
    statement(sql<{ session_id: string; user_id: string }>`
      select session_id, user_id from app.authorize(${tokenHash}, null)`),
  );
  if (!found) return null;
  const user = await database.account({ id: found.user_id }, (tx) =>
    tx.first(
      db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'email'])
        .where('id', '=', found.user_id),
    ),
  );
  if (!user) return null;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  return { session: found.session_id, user: found.user_id, name, tokenHash };
}

/** Whether the session lives and its person is an active member of the tenant, right now. */
export async function belongs(database: Database, { tokenHash }: Person, tenant: string) {
  const [found] = await database.ask(
    statement(sql<{ role: number | null }>`
      select role from app.authorize(${tokenHash}, ${tenant}::uuid)`),
  );
  return found !== undefined && found.role !== null;
}

/**
 * Takes out of their groups whoever is no active member any more, and ends the connections of
 * sessions that are over. Fails when the database cannot be asked: then nobody else changed
 * anything either, and the next look makes up for it.
 */
export async function keepOut(database: Database, connections: readonly Connection[]) {
  const places = connections.flatMap((connection) => {
    const tenants = connection.groups.size > 0 ? [...connection.groups] : [null];
    return tenants.map((tenant) => ({ connection, tenant }));
  });
  if (places.length === 0) return;
  const sessions = places.map(({ connection }) => connection.person.session);
  const tenants = places.map(({ tenant }) => tenant);
  const found = await database.ask(
    statement(sql<{
      session_id: string;
      tenant_id: string | null;
      lives: boolean;
      belongs: boolean;
    }>`
      select distinct * from app.still_there(${sessions}::uuid[], ${tenants}::uuid[])`),
  );
  const key = (session: string, tenant: string | null) => `${session} ${tenant ?? ''}`;
  const states = new Map(found.map((row) => [key(row.session_id, row.tenant_id), row]));
  for (const { connection, tenant } of places) {
    const state = states.get(key(connection.person.session, tenant));
    if (!state?.lives) connection.end({ mayReturn: false });
    if (tenant !== null && !(state?.lives && state.belongs)) connection.groups.delete(tenant);
  }
}
