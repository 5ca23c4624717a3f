import { operatorRoles, Role, type OperatorRole } from '#contract/access.ts';
import { createTestOperator } from '#server/identity/operators/test/operators.ts';
import {
  addMember,
  createFixtures,
  createSeededTenant,
  insertRecords,
  type SeededTenant,
} from '#server/platform/http/test/fixtures.ts';
import { signInOperator, type TestApplication } from '#server/test/application.ts';
import type { PageVisitor } from './screens.ts';

/** Person who opens pages, with the headers of their calls and a record of each kind. */
export type Person = PageVisitor & {
  tenant: string;
  headers: Record<string, string>;
  records: Record<string, string>;
};

type SignedIn = { headers: Record<string, string> };

/** Kinds of records by the address that shows one, besides those of entities. */
const samples: [address: RegExp, kind: string][] = [
  [/(?<=\/members\/edit\/):id/, 'member'],
  [/(?<=\/webhooks\/):id/, 'record of webhooks'],
  [/(?<=\/prices\/):id/, 'price'],
  [/:currency/, 'currency'],
  [/(?<=\/products\/):id/, 'product'],
  [/:featureId/, 'feature'],
  [/(?<=\/coupons\/):id/, 'coupon'],
  [/(?<=\/resources\/):id/, 'resource'],
  [/(?<=\/announcements\/):id/, 'announcement'],
  [/:tenantId/, 'tenant'],
  [/\/:\w+\?/g, 'nothing'],
];

/** Returns the entity whose list is at an address of the app; the second list of transactions ends in a number. */
export const entityOf = (address: string) =>
  (/^\/app\/([a-z-]+)/i.exec(address)?.[1] ?? '').replaceAll(/-(.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

/** Fills in an address of the route table with the records of a person. */
export const pathFor = ({ records }: Person, address: string) => {
  const kinds = samples.concat([[/(?<=^\/app\/[\w-]+\/):id/, `record of ${entityOf(address)}`]]);
  const path = kinds.reduce(
    (filled, [parameter, kind]) => filled.replace(parameter, records[kind] ?? ''),
    address,
  );
  if (path.includes(':')) throw new Error(`Add a sample for ${address}`);
  return path;
};

/** Returns functions that create one person of each kind. */
export const createPeople = async (product: TestApplication) => {
  const { owner: sql } = product.open;
  const { tiers, bare, overdue, suspended, shared } = await createFixtures(product);
  const [starter, pro, unlimited] = tiers;

  const enter = async (
    { headers }: SignedIn,
    { id: tenant, records }: Pick<SeededTenant, 'id' | 'records'>,
  ): Promise<Person> => {
    const own = { ...headers, 'x-tenant-key': tenant };
    const { rows } = await sql.query<{ id: string }>(
      'select id from memberships where tenant_id = $1 limit 1',
      [tenant],
    );
    return {
      tenant,
      headers: own,
      token: (headers['authorization'] ?? '').replace('Bearer ', ''),
      user: await product.callerOf(own).users.getCurrent(),
      records: { ...shared, currency: 'brl', tenant, member: rows[0]?.id ?? '', ...records },
    };
  };
  const owner = (place: SeededTenant) => async () => enter(place.owner, place);
  const member = (role: Role, place: SeededTenant) => async () =>
    enter(await addMember(product, place, [role, 2]), place);
  const ownerWith = (change: string) => async () => {
    const place = await createSeededTenant(product, { title: 'Pro', tier: 2 });
    await sql.query(`update tenant_products set ${change} where tenant_id = $1`, [place.id]);
    return enter(place.owner, place);
  };
  const { tenant: own, ...administrator } = await signInOperator(product);
  const operator = async () =>
    enter(administrator, { id: own, records: await insertRecords(product, own, 'own') });
  const operatorWith = (role: OperatorRole) => async () => {
    const person = await createTestOperator(product, role);
    await sql.query(
      `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 1, 2, 0)`,
      [own, person.id],
    );
    return enter(person, { id: own, records: { ...pro.records } });
  };
  const customers: Record<string, () => Promise<Person>> = {
    'the operator in their own organization': operator,
    'an owner on Starter': owner(starter),
    'an owner on Pro': owner(pro),
    'an owner on Unlimited': owner(unlimited),
    'an admin': member(Role.Admin, unlimited),
    'a member': member(Role.Member, unlimited),
    'a guest': member(Role.Guest, unlimited),
    'an admin on Starter': member(Role.Admin, starter),
    'an owner in a trial': ownerWith(`status = 'trialing', trial_ends = now() + interval '5 days'`),
    'an owner whose plan has ended': ownerWith(`status = 'canceled', end_date = now()`),
    'an owner without a plan': owner(bare),
    'an owner whose payment is overdue': owner(overdue),
    'an owner of a suspended organization': owner(suspended),
  };
  const operators = operatorRoles.map((role) => [role, operatorWith(role)] as const);
  return { customers: Object.entries(customers), operators };
};
