import { array, assert, asyncProperty, constantFrom, nat, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { ErrorCode, Failure } from '#contract/errors.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { runInTransaction } from '#server/platform/database/test/rows.ts';
import { testApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import {
  createTestOrganization,
  createTestUser,
  changeDuringLockWait,
  type TestOrganizationMember,
  type TestOrganization,
} from './test/organizations.ts';

/**
 * An organization always has an owner, under every race (R-ORG-08). `LONGRUN=all` repeats each race 1,000
 * times and takes 10,000 random walks.
 */
const product = await testApplication();
const trials = repetitions(10, 1_000);

// Delays each commit after the check for an owner: without the lock, both transactions would pass it.
// Citus needs the setting for triggers; PostgreSQL ignores it.
const client = await product.open.owner.connect();
await runInTransaction(
  client,
  'set local citus.enable_unsafe_triggers = on',
  `create function app.dawdle() returns trigger language plpgsql
     as $$ begin perform pg_sleep(0.005); return null; end $$`,
  `create constraint trigger zz_dawdles after update or delete on memberships
     deferrable initially deferred for each row execute function app.dawdle()`,
);
client.release();

const lastOwner = { code: 'tenant.cannotBeWithoutOwner' };

const setRole = (actor: TestOrganizationMember, target: TestOrganizationMember, role: Role) =>
  actor.api.members.update({
    params: { id: target.member },
    body: { role, firstName: 'Rui', lastName: 'Alves' },
  });
const remove = (actor: TestOrganizationMember, target: TestOrganizationMember) =>
  actor.api.members.remove({ params: { id: target.member } });

/** Makes both people owners again. */
const restore = ({ id }: TestOrganization, people: TestOrganizationMember[]) =>
  product.open.owner.query(
    `insert into memberships (tenant_id, id, user_id, role, status, joined)
     select $1, member, person, 0, 2, 0 from unnest($2::uuid[], $3::uuid[]) as who (member, person)
     on conflict (tenant_id, user_id) do update set role = 0`,
    [id, people.map(({ member }) => member), people.map(({ id }) => id)],
  );

type OwnerAction = (one: TestOrganizationMember, other: TestOrganizationMember) => Promise<unknown>;
const ownerActions: [string, OwnerAction][] = [
  ['demote each other', (one, other) => setRole(one, other, Role.Member)],
  ['remove each other', remove],
  ['step down', (one) => setRole(one, one, Role.Guest)],
  ['leave', (one) => remove(one, one)],
  ['delete their accounts', (one) => one.api.users.removeSelf()],
];

describe('concurrent changes by two owners (R-ORG-08)', () => {
  test.each(ownerActions.slice(0, -1))(
    `leave one owner when they %s, ${trials} times`,
    async (_name, action) => {
      const organization = await createTestOrganization(product);
      const { owner, add, owners } = organization;
      const second = await add(Role.Owner);
      for (let trial = 0; trial < trials; trial += 1) {
        await Promise.allSettled([action(owner, second), action(second, owner)]);
        expect(await owners()).toBe(1);
        await restore(organization, [owner, second]);
      }
    },
    900_000,
  );

  test('leave an owner when they do different things', async () => {
    const organization = await createTestOrganization(product);
    const { owner, add, owners } = organization;
    const second = await add(Role.Owner);
    const pairs = ownerActions
      .slice(0, -1)
      .flatMap(([, a]) => ownerActions.slice(0, -1).map(([, b]) => [a, b]));
    const rounds = Math.max(trials, pairs.length);
    for (let round = 0; round < rounds; round += 1) {
      const [a, b] = pairs[round % pairs.length] ?? [];
      await Promise.allSettled([a?.(owner, second), b?.(second, owner)]);
      expect(await owners()).toBeGreaterThan(0);
      await restore(organization, [owner, second]);
    }
  }, 900_000);

  test.each(ownerActions)(
    'leave an owner or no organization: one deletes their account, the others %s',
    async (_name, action) => {
      for (let trial = 0; trial < trials / 5; trial += 1) {
        const { id, owner, add, owners } = await createTestOrganization(product);
        const second = await add(Role.Owner);
        await Promise.allSettled([owner.api.users.removeSelf(), action(second, owner)]);
        const { rowCount } = await product.open.owner.query('select from tenants where id = $1', [
          id,
        ]);
        expect(await owners()).toBeGreaterThanOrEqual(rowCount ?? 0);
      }
    },
  );
});

describe('the last owner (R-ORG-08)', () => {
  test.each(['update memberships set role = 1', 'update memberships set status = 3'])(
    'is protected by the database from: %s',
    async (statement) => {
      const { id, owner, owners } = await createTestOrganization(product);
      await expect(
        product.open.owner.query(`${statement} where id = $1`, [owner.member]),
      ).rejects.toMatchObject({ message: lastOwner.code });
      const write = product.open.tenant(trusted.tenantId(id), (tx) =>
        tx.run(db.deleteFrom('memberships').where('id', '=', owner.member)),
      );
      await expect(write).rejects.toMatchObject(lastOwner);
      expect(await owners()).toBe(1);
    },
  );

  test('is protected by the database when their account is deleted', async () => {
    const { owner, owners } = await createTestOrganization(product);
    await expect(
      product.open.owner.query('delete from users where id = $1', [owner.id]),
    ).rejects.toMatchObject({ message: lastOwner.code });
    expect(await owners()).toBe(1);
  });

  test('is removed with the organization', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    await add(Role.Member);
    await owner.api.tenants.remove({ params: { id } });
    await expect(owner.api.tenants.getCurrent()).rejects.toMatchObject({ code: 'notFound' });
  });

  test('can’t leave when all other owners are pending or inactive', async () => {
    const { owner, add } = await createTestOrganization(product);
    for (const status of [0, 1, 3] as const) await add(Role.Owner, { status });
    await add(Role.Admin);
    await expect(remove(owner, owner)).rejects.toMatchObject(lastOwner);
  });
});

type Step = { kind: 'role' | 'remove' | 'account'; actor: number; target: number; role: Role };
const step = record<Step>({
  kind: constantFrom('role', 'role', 'role', 'remove', 'remove', 'account'),
  actor: nat(4),
  target: nat(4),
  role: constantFrom(Role.Owner, Role.Admin, Role.Member, Role.Guest),
});

const expectedRefusals: ErrorCode[] = [
  'tenant.onlyOwner',
  'tenant.onlyAdmin',
  'tenant.cannotBeWithoutOwner',
  // The caller or the target was removed.
  'notFound',
  'unauthorized',
  // Two changes deadlocked, or the machine is busy.
  'unavailable',
];

const take = async ({ kind, actor, target, role }: Step, people: TestOrganizationMember[]) => {
  const [one, other] = [people[actor], people[target]];
  if (!one || !other) return;
  const attempt = {
    role: () => setRole(one, other, role),
    remove: () => remove(one, other),
    account: () => one.api.users.removeSelf(),
  }[kind];
  await attempt().catch(({ code }: Failure) => expect(expectedRefusals).toContain(code));
};

const rolesIn = async (tenant: string) => {
  const { rows } = await product.open.owner.query<{ id: string; role: Role }>(
    'select id, role from memberships where tenant_id = $1 and status = 2',
    [tenant],
  );
  return new Map(rows.map(({ id, role }) => [id, role]));
};

test('random walks of concurrent steps always leave an owner (R-ORG-08)', async () => {
  const stepsAWalk = 10;
  await assert(
    asyncProperty(
      array(tuple(step, step), { minLength: stepsAWalk / 2, maxLength: stepsAWalk / 2 }),
      async (walk) => {
        const { id, owner, add } = await createTestOrganization(product);
        const people = [owner];
        for (const role of [0, 1, 2, 3] as const) people.push(await add(role));
        for (const pair of walk) {
          const before = await rolesIn(id);
          await Promise.all(pair.map((one) => take(one, people)));
          const after = await rolesIn(id);
          if (after.size === 0) return;
          expect([...after.values()]).toContain(Role.Owner);
          // A new owner requires that an owner acted.
          const acted = pair.some(({ actor }) => before.get(people[actor]?.member ?? '') === 0);
          const made = [...after].filter(([m, role]) => role === 0 && before.get(m) !== 0);
          expect(made.length === 0 || acted).toBe(true);
        }
      },
    ),
    { numRuns: repetitions(10, 10_000) },
  );
}, 3_600_000);

test('former members and strangers can’t act in an organization (R-SEC-06)', async () => {
  const { owner, add } = await createTestOrganization(product);
  const leaver = await add(Role.Owner);
  await remove(leaver, leaver);
  const stranger = await createTestUser(product);
  await expect(setRole(leaver, owner, Role.Guest)).rejects.toMatchObject({ code: 'notFound' });
  await expect(stranger.api.members.get({ params: { id: owner.member } })).rejects.toMatchObject({
    code: 'tenant.undefined',
  });
});

test.each([
  ['was demoted', 'update memberships set role = 3 where id = $1', 'tenant.onlyAdmin'],
  ['was removed', 'delete from memberships where id = $1', 'notFound'],
])(
  'rejects a member who %s while their request waited for the lock',
  async (_name, change, refusal) => {
    const { id, owner, add } = await createTestOrganization(product);
    const [second, member] = [await add(Role.Owner), await add(Role.Member)];
    const action = () => setRole(second, member, Role.Owner);
    const answer = await changeDuringLockWait(product, action, {
      tenant: id,
      change,
      value: second.member,
    });
    expect(answer).toBe(refusal);
    await expect(owner.api.members.get({ params: { id: member.member } })).resolves.toMatchObject({
      role: Role.Member,
    });
  },
);
