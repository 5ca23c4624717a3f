import { randomUUID } from 'node:crypto';
import { newPerson, type Person } from '#server/members/test-members.ts';
import { memberOf, signInOperator, type TestProduct } from '#server/testing.ts';
import { tokenHash } from './guard.ts';
import type { Visitor } from './test-oracle.ts';
import { join, type Place, type World } from './test-world.ts';

/** Visitor with a home organization and the ids of their user and session. */
export type Coming = Visitor & { home: Place; self: string; session: string };

type Wanted = Partial<Visitor> & { name: string; home: Place; self?: string; session?: string };

/** Fills in the defaults of a visitor. */
const coming = (wanted: Wanted): Coming => ({
  headers: {},
  live: true,
  operator: false,
  impersonated: false,
  standings: {},
  self: wanted.home.records['user'] ?? '',
  session: randomUUID(),
  ...wanted,
});

const statusNames = ['invited', 'asking', 'active', 'inactive'];

/** Creates members of each role in each tier, and memberships of each role that aren't active. */
const insiders = async (product: TestProduct, { tiers }: World) => {
  const visitors: Coming[] = [];
  const add = async (home: Place, role: number, status: number) => {
    const { headers, id: self, session } = await join(product, home, [role, status]);
    const { id, tier, readOnly } = home;
    const standings = status === 2 ? { [id]: { role, tier, readOnly } } : {};
    const name = `role ${role}, ${statusNames[status]}, tier ${tier}`;
    visitors.push(coming({ name, home, headers, self, session, standings }));
  };
  for (const home of tiers) for (const role of [0, 1, 2, 3]) await add(home, role, 2);
  for (const status of [0, 1, 3])
    for (const role of [0, 1, 2, 3]) await add(tiers[2], role, status);
  return visitors;
};

/** Returns the owner of an organization as a visitor. */
const owning = async (product: TestProduct, name: string, place: Place) => {
  const { rows } = await product.open.owner.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [place.owner.id],
  );
  const { tier, readOnly, owner } = place;
  return coming({
    name,
    home: place,
    headers: owner.headers,
    self: owner.id,
    session: rows[0]?.id ?? '',
    standings: { [place.id]: { role: 0, tier, readOnly } },
  });
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Ends a session by this change of its columns, and returns its headers. */
const endedBy = async ({ open }: TestProduct, { headers }: Person, change: string) => {
  const token = (headers['authorization'] ?? '').replace('Bearer ', '');
  await open.owner.query(`update sessions set ${change} where token_hash = $1`, [tokenHash(token)]);
  return headers;
};

/** Creates all visitors of the matrix: their identity alone determines their permissions. */
export const newVisitors = async (product: TestProduct, world: World): Promise<Coming[]> => {
  const { overdue, bare, elsewhere } = world;
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
  const [impersonated] = (await memberOf(product, acting).api.users.getSessions()).filter(
    ({ current }) => current,
  );
  const revoked = await endedBy(product, await newPerson(product), 'revoked_at = now()');
  const expired = await endedBy(product, await newPerson(product), 'expires_at = now()');
  const removed = await join(product, home, [0, 2]);
  await product.open.owner.query('delete from memberships where id = $1', [removed.member]);
  const nobody = { home, live: false };
  const ofHome = { [home.id]: { role: 0, tier: home.tier, readOnly: false } };
  return [
    coming({ ...nobody, name: 'nobody' }),
    coming({ ...nobody, name: 'an unknown session', headers: bearer(`sx_${'a'.repeat(43)}`) }),
    coming({ ...nobody, name: 'a session that was ended', headers: revoked }),
    coming({ ...nobody, name: 'a session that expired', headers: expired }),
    coming({ ...nobody, name: 'a malformed token', headers: { authorization: 'x' } }),
    coming({ ...nobody, name: 'a hostile token', headers: bearer(`' or true --`) }),
    ...(await insiders(product, world)),
    coming({ ...removed, name: 'a former owner', home, self: removed.id }),
    await owning(product, 'an owner without a plan', bare),
    await owning(product, 'an owner whose plan is overdue', overdue),
    { ...(await owning(product, 'an owner of another organization', elsewhere)), home },
    coming({
      name: 'the operator',
      home,
      operator: true,
      headers: { authorization: operator.headers['authorization'] ?? '' },
      self: rows[0]?.user_id ?? '',
      session: rows[0]?.id ?? '',
      standings: {
        [operator.tenant]: { role: 0, tier: Number.MAX_SAFE_INTEGER, readOnly: false },
      },
    }),
    coming({
      name: 'the operator as an owner',
      home,
      impersonated: true,
      headers: bearer(acting.token),
      self: home.owner.id,
      session: impersonated?.id ?? '',
      standings: ofHome,
    }),
  ];
};
