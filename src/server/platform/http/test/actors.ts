import { createTestUser, type TestPerson } from '#server/identity/members/test/organizations.ts';
import { createTestOperator, openTestSession } from '#server/identity/operators/test/operators.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { toTestMember, signInOperator, type TestApplication } from '#server/test/application.ts';
import { addMember, type SeededTenant, type Fixtures } from './fixtures.ts';
import { createKeys } from './key-actors.ts';
import { bearer, seededActor, type SeededActor } from './seeded-actor.ts';

const statusNames = ['invited', 'asking', 'active', 'inactive'];

/** Creates members of each role in each tier, and memberships of each role that aren't active. */
const createMembers = async (product: TestApplication, { tiers }: Fixtures) => {
  const visitors: SeededActor[] = [];
  const add = async (home: SeededTenant, role: number, status: number) => {
    const { headers, id: self, session } = await addMember(product, home, [role, status]);
    const { id, tier, readOnly } = home;
    const standings = status === 2 ? { [id]: { role, tier, readOnly } } : {};
    const name = `role ${role}, ${statusNames[status]}, tier ${tier}`;
    visitors.push(seededActor({ name, home, headers, self, session, memberships: standings }));
  };
  for (const home of tiers) for (const role of [0, 1, 2, 3]) await add(home, role, 2);
  for (const status of [0, 1, 3])
    for (const role of [0, 1, 2, 3]) await add(tiers[2], role, status);
  return visitors;
};

/** Returns the owner of an organization as a visitor. */
const ownerActor = async (product: TestApplication, name: string, place: SeededTenant) => {
  const { rows } = await product.open.owner.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [place.owner.id],
  );
  const { tier, readOnly, suspended = false, owner } = place;
  return seededActor({
    name,
    home: place,
    headers: owner.headers,
    self: owner.id,
    session: rows[0]?.id ?? '',
    memberships: { [place.id]: { role: 0, tier, readOnly, suspended } },
  });
};

/** Ends a session by this change of its columns, and returns its headers. */
const endSession = async ({ open }: TestApplication, { headers }: TestPerson, change: string) => {
  const token = (headers['authorization'] ?? '').replace('Bearer ', '');
  await open.owner.query(`update sessions set ${change} where token_hash = $1`, [tokenHash(token)]);
  return headers;
};

/** Creates visitors without a live session. */
const createUnauthorized = async (product: TestApplication, home: SeededTenant) => {
  const revoked = await endSession(product, await createTestUser(product), 'revoked_at = now()');
  const expired = await endSession(product, await createTestUser(product), 'expires_at = now()');
  const { id, headers: suspended } = await createTestUser(product);
  await product.open.owner.query('update users set active = false where id = $1', [id]);
  const guest = { home, live: false };
  return [
    seededActor({ ...guest, name: 'an anonymous visitor' }),
    seededActor({ ...guest, name: 'an unknown session', headers: bearer(`sx_${'a'.repeat(43)}`) }),
    seededActor({ ...guest, name: 'a session that was ended', headers: revoked }),
    seededActor({ ...guest, name: 'a session that expired', headers: expired }),
    seededActor({ ...guest, name: 'a suspended account', headers: suspended }),
    ...['x', `Bearer ' or true --`].map((authorization) =>
      seededActor({ ...guest, name: `the header ${authorization}`, headers: { authorization } }),
    ),
  ];
};

/** Creates an operator of each limited role, and one of support who acts as an owner. */
const createOperators = async (product: TestApplication, home: SeededTenant) => {
  const visitors: SeededActor[] = [];
  for (const operatorRole of ['support', 'billing', 'catalogue'] as const) {
    const { id: self, session, headers } = await createTestOperator(product, operatorRole);
    const name = `an operator of role ${operatorRole}`;
    visitors.push(
      seededActor({ name, home, headers, self, session, operator: true, operatorRole }),
    );
  }
  const { id } = await createTestOperator(product, 'support');
  const acting = await openTestSession(product, home.owner.id, id);
  const memberships = { [home.id]: { role: 0, tier: home.tier, readOnly: false } };
  const name = 'support as an owner';
  const self = home.owner.id;
  visitors.push(
    seededActor({
      ...acting,
      name,
      home,
      self,
      memberships,
      impersonated: true,
      operatorRole: 'support',
    }),
  );
  return visitors;
};

/** Creates an owner and an administrator who have not authenticated for ten minutes. */
const createStale = async (product: TestApplication, home: SeededTenant) => {
  const owner = await addMember(product, home, [0, 2]);
  const operator = await createTestOperator(product, 'administrator');
  await product.open.owner.query(
    'update sessions set authenticated_at = null where id = any ($1)',
    [[owner.session, operator.session]],
  );
  const { id, tier, readOnly } = home;
  const memberships = { [id]: { role: 0, tier, readOnly } };
  const stale = { home, stale: true } as const;
  return [
    seededActor({ ...owner, ...stale, name: 'a stale owner', self: owner.id, memberships }),
    seededActor({
      ...operator,
      ...stale,
      name: 'a stale administrator',
      self: operator.id,
      operator: true,
      operatorRole: 'administrator',
    }),
  ];
};

/** Creates all visitors of the matrix: their identity alone determines their permissions. */
export const createActors = async (
  product: TestApplication,
  world: Fixtures,
): Promise<SeededActor[]> => {
  const { overdue, bare, elsewhere, suspended } = world;
  const home = world.tiers[2];
  const operator = await signInOperator(product);
  const { rows } = await product.open.owner.query<{ id: string; user_id: string }>(
    `select id, user_id from sessions where token_hash = $1`,
    [tokenHash(operator.token)],
  );
  const acting = await operator.api.accounts.impersonate({
    params: { userId: home.owner.id },
    body: { reason: 'The matrix' },
  });
  await toTestMember(product, acting).api.accounts.allowWriting();
  const [impersonated] = (await toTestMember(product, acting).api.users.getSessions()).filter(
    ({ current }) => current,
  );
  const removed = await addMember(product, home, [0, 2]);
  await product.open.owner.query('delete from memberships where id = $1', [removed.member]);
  const ofHome = { [home.id]: { role: 0, tier: home.tier, readOnly: false } };
  return [
    ...(await createUnauthorized(product, home)),
    ...(await createMembers(product, world)),
    seededActor({ ...removed, name: 'a former owner', home, self: removed.id }),
    await ownerActor(product, 'an owner without a plan', bare),
    await ownerActor(product, 'an owner whose plan is overdue', overdue),
    await ownerActor(product, 'an owner of a suspended organization', suspended),
    { ...(await ownerActor(product, 'an owner of another organization', elsewhere)), home },
    seededActor({
      name: 'the operator',
      home,
      operator: true,
      operatorRole: 'administrator',
      headers: { authorization: operator.headers['authorization'] ?? '' },
      self: rows[0]?.user_id ?? '',
      session: rows[0]?.id ?? '',
      memberships: {
        [operator.tenant]: { role: 0, tier: Number.MAX_SAFE_INTEGER, readOnly: false },
      },
    }),
    seededActor({
      name: 'the operator as an owner',
      home,
      impersonated: true,
      writes: true,
      operatorRole: 'administrator',
      headers: bearer(acting.token),
      self: home.owner.id,
      session: impersonated?.id ?? '',
      memberships: ofHome,
    }),
    ...(await createOperators(product, home)),
    ...(await createStale(product, home)),
    ...(await createKeys(product, { home, elsewhere })),
  ];
};
