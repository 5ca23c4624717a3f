import { expect, test } from 'vitest';
import { errorStatus } from '#contract/errors.ts';
import { findHoles } from './test-catalog.ts';
import { testDatabase } from './test-database.ts';

const { owner } = await testDatabase();

/** Indexes that must find a row before its tenant is known, or are unique over all tenants. */
const acrossTenants = [
  // A person's memberships, whatever the organization.
  'memberships_user_id_idx',
  // Whoever follows a join link knows its token and nothing else.
  'join_links_token_key',
  // The provider names a subscription by its own id.
  'tenant_products_service_id_key',
  // The operator reads everybody's log, newest first.
  'audit_log_id_idx',
  // The operator reads what everybody pays, newest first.
  'mrr_movements_at_idx',
  // The operator names a member by its id alone.
  'memberships_id_idx',
  // Who uses a price that is about to go.
  'tenant_products_price_idx',
  // Whose link somebody came by.
  'join_links_token_key',
].map((index) => `an index does not start with tenant_id: ${index}`);

test('no table, view, function or grant lets a tenant see past its own rows', async () => {
  const holes = await findHoles(owner);
  expect(holes.filter((hole) => !acrossTenants.includes(hole))).toEqual([]);
});

test('every hole is found, were there one', async () => {
  const known = await findHoles(owner);
  await owner.query(`
    create table bare (tenant_id uuid, id uuid);
    create table half (tenant_id uuid, id uuid primary key, unique (tenant_id, id));
    call app.protect_tenant_table('half');
    drop policy operator_rows on half;
    create policy open on half for select to pregao_app using (true);
    create table child (tenant_id uuid, half_id uuid references half, primary key (tenant_id));
    call app.protect_tenant_table('child');
    grant truncate on child to pregao_operator;
    grant select on half to public;
    create view peek as select * from half;
    create function app.loose() returns bigint language sql security definer
      return (select count(*) from half);
    create function app.tight() returns bigint language sql security definer
      set search_path = public, pg_temp return (select count(*) from half);
    revoke execute on function app.tight() from public;
    grant create on schema public to pregao_app;
    create table mine (id int);
    alter table mine owner to pregao_app`);
  const found = await findHoles(owner);
  expect(found.filter((hole) => !known.includes(hole))).toEqual([
    'row-level security is off: bare',
    'a policy is missing: bare: operator_rows for pregao_operator',
    'a policy is missing: bare: tenant_rows for pregao_app',
    'a policy is missing: half: operator_rows for pregao_operator',
    'a policy lets the application past the scope: half: open',
    'an index does not start with tenant_id: half_pkey',
    'the primary key is missing: bare',
    "a foreign key could point to another tenant's row: child_half_id_fkey",
    'a view looks with the eyes of its owner: peek',
    'a function with the rights of its owner does not say where it looks: app.loose()',
    'a function with the rights of its owner may be called by anybody: app.loose()',
    'the application owns something: table mine',
    'the application may do more than read and write rows: pregao_app: references on mine',
    'the application may do more than read and write rows: pregao_app: trigger on mine',
    'the application may do more than read and write rows: pregao_app: truncate on mine',
    'the application may do more than read and write rows: pregao_operator: truncate on child',
    'everybody has rights on a table: half',
  ]);
});

test('the database refuses with codes of the contract alone', async () => {
  const { rows } = await owner.query<{ code: string }>(
    `select distinct found[1] as code
     from pg_proc, regexp_matches(prosrc, 'app[.]refuse[(]''([^'']+)''', 'g') as found
     where pronamespace = 'app'::regnamespace`,
  );
  expect(rows).not.toEqual([]);
  expect(rows.filter(({ code }) => !(code in errorStatus))).toEqual([]);
});
