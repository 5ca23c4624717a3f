import { expect, test } from 'vitest';
import { sql } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import { trusted } from './ids.ts';

/** Tests which rows the policies show in each scope (R-SEC-03). */
const database = await testDatabase();
const { tenant, person, member, price, give } = rowFactories(
  async (question, ...values) => (await database.owner.query(question, values)).rows,
);

type Id = { id: string };
const ofTenants = {
  tenants: sql<Id>`select id from tenants`,
  members: sql<Id>`select distinct tenant_id as id from memberships`,
  products: sql<Id>`select distinct tenant_id as id from tenant_products`,
};

/** Creates an organization with a member and a product. */
const organization = async () => {
  const id = await tenant();
  await give(id, await price(1, 0));
  await member(id);
  return id;
};

test('a person sees only organizations in which they are an active member (R-SEC-06)', async () => {
  const [user_id, mine, invited] = [await person(), await organization(), await organization()];
  await organization();
  await member(mine, { user_id });
  await member(invited, { user_id, status: 0 });
  const seen = await database.person(trusted.userId(user_id), async (tx) => [
    await tx.all(ofTenants.tenants),
    await tx.all(ofTenants.members),
    await tx.all(ofTenants.products),
  ]);
  expect(seen).toEqual([[{ id: mine }], [{ id: mine }], [{ id: mine }]]);
});

test('the operator reads and writes the rows of all tenants in every protected table', async () => {
  await database.owner.query(`
    create table planted (tenant_id uuid, id uuid default app.uuid7(), primary key (tenant_id, id));
    call app.protect_tenant_table('planted')`);
  const both = [await organization(), await organization()].toSorted();
  const planted = sql<Id>`select tenant_id as id from planted order by 1`;
  const seen = await database.operator(async (tx) => {
    await tx.run(sql`insert into planted (tenant_id) select unnest(${both}::uuid[])`);
    return tx.all(planted);
  });
  expect(seen).toEqual(both.map((id) => ({ id })));
  const [one = ''] = both;
  expect(await database.tenant(trusted.tenantId(one), (tx) => tx.all(planted))).toEqual([
    { id: one },
  ]);
});
