import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { createProvisionedOrganization, patchOf } from '#server/enterprise/scim/test/client.ts';
import { refusalOf } from '#server/identity/factors/test/factors.ts';
import { membershipOf, lostRightsOf } from '#server/identity/members/test/lost-rights.ts';
import type { TestOrganizationMember } from '#server/identity/members/test/organizations.ts';
import { sharedApplication, signInOperator } from '#server/test/application.ts';

const product = await sharedApplication();
const changes = lostRightsOf(await signInOperator(product));
const { owner: store } = product.open;

const createKey = async (
  { api }: TestOrganizationMember,
  name: string,
  role: 1 | 2 = Role.Admin,
) => {
  const body = {
    name,
    role,
    scopes: ['audit:read' as const, 'transactions:read' as const],
    days: 30 as const,
  };
  const { id, key } = await api.apiKeys.create({ body });
  return { id, client: product.callerOf({ authorization: `Bearer ${key}` }) };
};

const createOrganization = async () => {
  const { id, owner, add, scim } = await createProvisionedOrganization(product);
  return {
    id,
    add,
    remaining: owner,
    leaving: await add(Role.Admin),
    other: await add(Role.Admin),
    scim,
  };
};

const noticesOf = async ({ api }: TestOrganizationMember) => {
  const { items } = await api.notifications.getAll();
  return items.filter(({ kind }) => kind === 'keysStopped').map(({ details }) => details);
};

const name = { firstName: 'Rui', lastName: 'Alves' };
const demotion = { role: Role.Guest, ...name };

describe('Owners and admins hear which API keys stop (R-KEY-08)', () => {
  test.each(Object.entries(changes))('when an admin %s', async (_, change) => {
    const people = await createOrganization();
    const { leaving, other } = people;
    await createKey(leaving, 'Accounting');
    await createKey(leaving, 'Reports');
    await createKey(other, 'Own');
    await change(people);
    const details = { person: 'Rui Alves', keys: 'Accounting, Reports' };
    await expect.poll(() => noticesOf(other)).toEqual([details]);
  });

  test('when an admin loses the role over SCIM', async () => {
    const { scim, leaving, other } = await createOrganization();
    await createKey(leaving, 'Accounting');
    const body = patchOf({ op: 'remove', path: `members[value eq "${leaving.member}"]` });
    expect(await scim('PATCH', '/Groups/admin', { body })).toMatchObject({ status: 200 });
    await expect.poll(() => noticesOf(other)).toHaveLength(1);
  });

  test('except who made the change, as the question named the keys', async () => {
    const { leaving, remaining, other } = await createOrganization();
    await createKey(leaving, 'Accounting');
    await remaining.api.members.remove(membershipOf(leaving));
    await expect.poll(() => noticesOf(other)).toHaveLength(1);
    expect(await noticesOf(remaining)).toEqual([]);
  });

  test('but not of keys that a lower role leaves as they are, nor of expired ones', async () => {
    const { leaving, remaining, other } = await createOrganization();
    await createKey(leaving, 'Of members', Role.Member);
    const expired = await createKey(leaving, 'Expired');
    await createKey(leaving, 'Limited');
    await store.query('update api_keys set expires_at = now() where id = $1', [expired.id]);
    const body = { role: Role.Member, ...name };
    await remaining.api.members.update({ ...membershipOf(leaving), body });
    await expect.poll(() => noticesOf(other)).toMatchObject([{ keys: 'Limited' }]);
  });
});

describe('Keys that are taken over go on with the rights of who took them (R-KEY-08)', () => {
  const handOvers = {
    'a removal': (by, call) => by.api.members.remove(call),
    'a deactivation': (by, call) => by.api.members.deactivate(call),
    'a lower role': (by, call) => by.api.members.update({ ...call, body: demotion }),
  } satisfies Record<string, (by: TestOrganizationMember, call: HandOver) => Promise<unknown>>;
  type HandOver = { params: { id: string }; query: { takeOverKeys: string } };

  test.each(Object.entries(handOvers))('by %s', async (_, change) => {
    const { leaving, remaining, other } = await createOrganization();
    const { client } = await createKey(leaving, 'Accounting');
    const foreign = await createKey(other, 'Foreign');
    await change(remaining, { ...membershipOf(leaving), query: { takeOverKeys: 'true' } });
    await client.audit.getAll();
    const holders = (await remaining.api.apiKeys.getAll()).map(({ createdBy }) => createdBy?.id);
    expect(holders).toEqual([other.id, remaining.id]);
    const { items } = await remaining.api.audit.getAll({ query: { action: 'apiKey.changed' } });
    expect(items).toMatchObject([{ actor: { id: remaining.id }, after: { name: 'Accounting' } }]);
    expect(
      await store.query(`select granted_by from api_keys where created_by = $1`, [remaining.id]),
    ).toMatchObject({
      rows: [{ granted_by: remaining.id }],
    });
    await foreign.client.audit.getAll();
    const waiting = `select from graphile_worker.jobs where task_identifier = 'members.rights'`;
    await expect.poll(async () => (await store.query(waiting)).rows).toEqual([]);
    expect(await noticesOf(other)).toEqual([]);
  });

  test.each(Object.entries(handOvers))('not by %s without a choice', async (_, change) => {
    const { leaving, remaining } = await createOrganization();
    const { client } = await createKey(leaving, 'Accounting');
    await change(remaining, { ...membershipOf(leaving), query: { takeOverKeys: 'false' } });
    expect(await refusalOf(client.audit.getAll())).toMatchObject({
      status: expect.any(Number),
    });
  });

  test.each(Object.entries(handOvers))(
    'by %s only after a recent authentication',
    async (_, change) => {
      const { leaving, remaining } = await createOrganization();
      const { client } = await createKey(leaving, 'Accounting');
      await store.query(
        `update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`,
        [remaining.id],
      );
      const call = { ...membershipOf(leaving), query: { takeOverKeys: 'true' } };
      expect((await refusalOf(change(remaining, call))).code).toBe('access.stepUpRequired');
      await client.audit.getAll();
      expect((await remaining.api.members.get(membershipOf(leaving))).role).toBe(Role.Admin);
    },
  );

  test('by a rotation, also after their person has left', async () => {
    const { leaving, remaining } = await createOrganization();
    const { id, client } = await createKey(leaving, 'Accounting');
    await remaining.api.members.remove(membershipOf(leaving));
    expect(await refusalOf(client.audit.getAll())).toMatchObject({ status: 401 });
    await remaining.api.apiKeys.rotate({ params: { id }, body: { overlap: 1 } });
    await client.audit.getAll();
    expect(await remaining.api.apiKeys.getAll()).toMatchObject([
      { createdBy: { id: remaining.id } },
    ]);
  });

  test('by one of two who remove the person at once', async () => {
    const { leaving, remaining, other } = await createOrganization();
    const { client } = await createKey(leaving, 'Accounting');
    const call = { ...membershipOf(leaving), query: { takeOverKeys: 'true' } };
    const results = await Promise.allSettled(
      [remaining, other].map(({ api }) => api.members.remove(call)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await client.audit.getAll();
  });

  test('but not by who may not remove the person, and not from another organization', async () => {
    const { leaving, remaining, add } = await createOrganization();
    await createKey(leaving, 'Accounting');
    const stranger = await createOrganization();
    const call = { ...membershipOf(leaving), query: { takeOverKeys: 'true' } };
    const member = await add(Role.Member);
    expect((await refusalOf(member.api.members.remove(call))).code).toBe('tenant.onlyAdmin');
    expect((await refusalOf(stranger.remaining.api.members.remove(call))).code).toBe('notFound');
    expect(await remaining.api.apiKeys.getAll()).toMatchObject([{ createdBy: { id: leaving.id } }]);
  });

  test('but own keys stop with their person, who gives no access', async () => {
    const { leaving, remaining } = await createOrganization();
    const { client } = await createKey(leaving, 'Accounting');
    const mailed = async () =>
      (await store.query('select from emails where recipient = $1', [remaining.email])).rowCount;
    const before = await mailed();
    await leaving.api.members.remove({
      ...membershipOf(leaving),
      query: { takeOverKeys: 'true' },
    });
    expect(await refusalOf(client.audit.getAll())).toMatchObject({ status: 401 });
    await expect.poll(() => noticesOf(remaining)).toHaveLength(1);
    // The email of the notification alone.
    expect(await mailed()).toBe((before ?? 0) + 1);
  });

  test('but not by a key that removes members', async () => {
    const { leaving, remaining } = await createOrganization();
    const body = {
      name: 'Directory',
      role: Role.Admin,
      scopes: ['members:delete' as const],
      days: 30 as const,
    };
    const { key } = await remaining.api.apiKeys.create({ body });
    const directory = product.callerOf({ authorization: `Bearer ${key}` });
    const call = { ...membershipOf(leaving), query: { takeOverKeys: 'true' } };
    expect((await refusalOf(directory.members.remove(call))).code).toBe('access.stepUpRequired');
  });
});

describe('A key that removes members has at most the rights of its role (R-KEY-03)', () => {
  const removerOf = async ({ api }: TestOrganizationMember, role: 1 | 2 | 3) => {
    const scopes = ['members:delete' as const];
    const { key } = await api.apiKeys.create({
      body: { name: 'Directory', role, scopes, days: 30 },
    });
    return product.callerOf({ authorization: `Bearer ${key}` }).members;
  };

  test('as a guest it removes neither others nor its person', async () => {
    const { remaining, leaving } = await createOrganization();
    const members = await removerOf(remaining, Role.Guest);
    for (const target of [leaving, remaining])
      expect((await refusalOf(members.remove(membershipOf(target)))).code).toBe('tenant.onlyAdmin');
  });

  test('as an admin it removes and deactivates no owner, though its person is one', async () => {
    const { add, remaining, leaving } = await createOrganization();
    const second = await add(Role.Owner);
    const members = await removerOf(remaining, Role.Admin);
    for (const change of [members.remove, members.deactivate]) {
      for (const target of [second, remaining])
        expect((await refusalOf(change(membershipOf(target)))).code).toBe('tenant.onlyOwner');
    }
    await expect(members.remove(membershipOf(leaving))).resolves.toBeNull();
  });
});

test('Deleting the account names the keys that stop (R-KEY-08)', async () => {
  const { id, leaving } = await createOrganization();
  await createKey(leaving, 'Accounting');
  const { left } = await leaving.api.users.getDeletion();
  expect(left).toEqual([expect.objectContaining({ id, keys: ['Accounting'] })]);
});
