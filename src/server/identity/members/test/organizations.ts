import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Role } from '#contract/access.ts';
import type { Api } from '#contract/api-client.ts';
import type { Failure } from '#contract/errors.ts';
import { JoinMethod, MemberStatus, type MemberStatus as Status } from '#contract/statuses.ts';
import { countLockWaits } from '#server/platform/database/test/lock-waits.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import type { TestApplication } from '#server/test/application.ts';

/** Person with a session and a verified address, but without a password. */
export type TestPerson = { id: string; email: string; headers: Record<string, string>; api: Api };

/** Member of an organization: `member` is the id of the membership, `api` sends its tenant key. */
export type TestOrganizationMember = TestPerson & { member: string; tenant: string };

/** Organization created in the database with a number of seats (0: unlimited). */
export type TestOrganization = {
  id: string;
  owner: TestOrganizationMember;
  /** Adds the given or a new person to the organization. */
  add: (
    role: Role,
    options?: { status?: Status; person?: TestPerson },
  ) => Promise<TestOrganizationMember>;
  /** Counts the seats that are taken. */
  seatsTaken: () => Promise<number>;
  owners: () => Promise<number>;
};

/** Creates a person in the database, without mail and hashing. */
export async function createTestUser({ open, callerOf }: TestApplication): Promise<TestPerson> {
  const email = `${randomUUID()}@example.com`;
  const token = `sx_${randomUUID()}`;
  const { rows } = await open.owner.query<{ id: string }>(
    `with person as (
       insert into users (email, first_name, last_name, phone, verified_at)
       values ($1, 'Rui', 'Alves', '+55 11 1111', now()) returning id
     )
     insert into sessions (token_hash, user_id, expires_at)
     select $2, id, now() + interval '1 day' from person returning user_id as id`,
    [email, tokenHash(token)],
  );
  const headers = { authorization: `Bearer ${token}` };
  return { id: rows[0]?.id ?? '', email, headers, api: callerOf(headers) };
}

/** Creates an organization with its owner in the database. */
export async function createTestOrganization(
  product: TestApplication,
  { seats = 0 }: { seats?: number } = {},
): Promise<TestOrganization> {
  const id = await insertTenant(product, seats);
  const add: TestOrganization['add'] = async (role, { status, person } = {}) => {
    const user = person ?? (await createTestUser(product));
    const { rows } = await product.open.owner.query<{ id: string }>(
      `insert into memberships (tenant_id, user_id, role, status, joined)
       values ($1, $2, $3, $4, $5) returning id`,
      [id, user.id, role, status ?? MemberStatus.Active, JoinMethod.Invitation],
    );
    const headers = { ...user.headers, 'x-tenant-key': id };
    const member = rows[0]?.id ?? '';
    return { ...user, headers, member, tenant: id, api: product.callerOf(headers) };
  };
  const count = async (condition: string) => {
    const { rows } = await product.open.owner.query<{ count: number }>(
      `select count(*)::int from memberships where tenant_id = $1 and ${condition}`,
      [id],
    );
    return rows[0]?.count ?? Number.NaN;
  };
  return {
    id,
    add,
    owner: await add(0),
    seatsTaken: () => count('status in (0, 2)'),
    owners: () => count('role = 0 and status = 2'),
  };
}

const insertTenant = async ({ open }: TestApplication, seats: number) => {
  const { rows } = await open.owner.query<{ id: string }>(
    `with product as (
       insert into subscription_products (tier, title, max_users, active)
       values (3, 'Of a test', $1, false) returning id
     ), price as (
       insert into subscription_prices
         (subscription_product_id, type, billing_period, price, currency)
       select id, 0, 0, 0, 'usd' from product returning id
     ), tenant as (
       insert into tenants (name) values ($2) returning id
     )
     insert into tenant_products (tenant_id, subscription_price_id, status)
     select tenant.id, price.id, 'active' from tenant, price returning tenant_id as id`,
    [seats, `Organization ${randomUUID()}`],
  );
  return rows[0]?.id ?? '';
};

type ConcurrentChange = { tenant: string; change: string; value: unknown };

/**
 * Blocks a request at the lock of a tenant, runs a change in the meantime and releases the lock. Sends the request
 * again if it gave up before it was seen to wait. Returns the code of the refusal or `done`.
 */
export async function changeDuringLockWait(
  { open }: TestApplication,
  start: () => Promise<unknown>,
  { tenant, change, value }: ConcurrentChange,
): Promise<string> {
  const client = await open.owner.connect();
  try {
    await client.query('begin');
    await client.query('select from tenants where id = $1 for no key update', [tenant]);
    const request = () =>
      start().then(
        () => 'done',
        ({ code }: Failure) => code,
      );
    let answer = request();
    const waits = async () => {
      const count = await countLockWaits(open.owner);
      // A request waits for two seconds; on a busy Citus counting can take longer.
      const outcome = await Promise.race([answer, 'waits']);
      if (count === 0 && outcome === 'unavailable') answer = request();
      return count;
    };
    await expect.poll(waits, { timeout: 20_000 }).toBe(1);
    await client.query(change, [value]);
    await client.query('commit');
    return await answer;
  } finally {
    client.release();
  }
}
