import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { roleAllows, tierAllows, type Access, type Role } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { MemberStatus, type MemberStatus as Status } from '#contract/statuses.ts';
import { registerOwner, signInOperator, testProduct, type Member } from '#server/testing.ts';
import { endpoints, knock, urlOf } from './test-walk.ts';

/**
 * Every endpoint of the contract × everybody who may come: what the guard answers follows from the
 * declared access alone (wire.md, "Who"; specification, section 6).
 */
const product = await testProduct();
// Everybody has a seat here, whatever the plan.
await product.open.owner.query('update subscription_products set max_users = 0');

type Actor = { name: string; headers: Record<string, string>; role: Role; tier: number };
type Outcome = 401 | 404 | 403 | 'in';

const tiers = { Starter: 1, Pro: 2, Unlimited: 3 } as const;
const withoutKey = ({ headers: { authorization = '' } }: Member) => ({ authorization });

const join = async (tenant: string, person: Member, role: Role, status: Status) =>
  product.open.owner.query(
    `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, $3, $4, 1)`,
    [tenant, person.user.id, role, status],
  );

const owners = await Promise.all(
  (['Starter', 'Pro', 'Unlimited'] as const).map(async (plan) => ({
    plan,
    member: await registerOwner(product, { plan }),
  })),
);
const operator = await signInOperator(product);
const stranger = await registerOwner(product);

const members: Actor[] = [];
const outsiders: Actor[] = [];
for (const { plan, member } of owners) {
  const tier = tiers[plan];
  members.push({ name: `Owner of ${plan}`, headers: member.headers, role: 0, tier });
  for (const role of [1, 2, 3] as const) {
    const person = await registerOwner(product, { plan: 'Starter' });
    await join(member.tenant, person, role, MemberStatus.Active);
    const headers = { ...withoutKey(person), 'x-tenant-key': member.tenant };
    members.push({ name: `role ${role} of ${plan}`, headers, role, tier });
  }
  for (const status of [0, 1, 3] as const) {
    const person = await registerOwner(product, { plan: 'Starter' });
    await join(member.tenant, person, 0, status);
    const headers = { ...withoutKey(person), 'x-tenant-key': member.tenant };
    outsiders.push({ name: `status ${status} in ${plan}`, headers, role: 0, tier });
  }
  const headers = { ...stranger.headers, 'x-tenant-key': member.tenant };
  outsiders.push({ name: `stranger to ${plan}`, headers, role: 0, tier });
}

const call = (endpoint: Endpoint, headers: Record<string, string>) =>
  knock(product, endpoint, headers);

/** Refused by the guard, or let in: then an empty body or an unknown id is the next refusal. */
const outcome = (answer: { statusCode: number; body: string }): string | number => {
  const { code = '' } =
    answer.statusCode >= 400 ? (JSON.parse(answer.body) as { code?: string }) : {};
  // Said behind the door: the id in the path is somebody else's.
  if (code === 'errors.account.onlyOneself') return 'in';
  if (answer.statusCode === 401 || answer.statusCode === 403) return answer.statusCode;
  if (code === 'errors.tenant.keyMissing') return code;
  return 'in';
};

/** Calls that an operator may make without being a member. */
const isForMembersAlone = ({ access }: Endpoint) =>
  access.who === 'member' && access.operatorToo !== true;

const expectedOf = (access: Access, { role, tier }: Actor): Outcome => {
  if (access.who === 'operator') return 403;
  if (access.who !== 'member') return 'in';
  return roleAllows(role, access.role) && tierAllows(tier, access.tier) ? 'in' : 403;
};

// Whoever is let in here loses the session, the tenant or its tier, and could not try other calls.
const ending = [
  '/Authentication/Logout',
  '/User/DeleteMe',
  '/Tenant/Delete/:id',
  '/SubscriptionManager/CancelSubscription',
];

describe.each(endpoints)('$method $path', (endpoint) => {
  const { access, path } = endpoint;
  const isPublic = access.who === 'anyone';

  test('answers 401 to nobody, to a dead and to a malformed session', async () => {
    const attempts: Record<string, string>[] = [
      {},
      { authorization: `Bearer sx_${'a'.repeat(43)}` },
      { authorization: 'x' },
    ];
    for (const headers of attempts) {
      expect(outcome(await call(endpoint, headers))).toBe(isPublic ? 'in' : 401);
    }
  });

  test('lets in the roles and tiers that it declares, and no other', async () => {
    for (const actor of members) {
      if (ending.includes(path) && expectedOf(access, actor) === 'in') continue;
      expect([actor.name, outcome(await call(endpoint, actor.headers))]).toEqual([
        actor.name,
        expectedOf(access, actor),
      ]);
    }
  });

  test('lets the operator in where it says so, and is no member by that', async () => {
    if (ending.includes(path) && access.who !== 'member') return;
    const [first] = owners;
    const headers = { ...operator.headers, 'x-tenant-key': first?.member.tenant ?? '' };
    const answer = await call(endpoint, headers);
    const isForMembers = isForMembersAlone(endpoint);
    const refused = answer.statusCode === 404 && isForMembers;
    expect(refused ? 404 : outcome(answer)).toBe(isForMembers ? 404 : 'in');
  });
});

const forMembers = endpoints.filter(({ access }) => access.who === 'member');
const isNamedInPath = ({ access }: Endpoint) => access.who === 'member' && access.of !== null;
const { authorization = '' } = stranger.headers;

describe.each(forMembers)('$method $path', (endpoint) => {
  test('tells outsiders nothing: 404, or 400 for a key that is none', async () => {
    for (const { name, headers } of outsiders) {
      expect([name, (await call(endpoint, headers)).statusCode]).toEqual([name, 404]);
    }
    for (const key of ['me', `${randomUUID()}, ${randomUUID()}`]) {
      const answer = await call(endpoint, { authorization, 'x-tenant-key': key });
      expect(outcome(answer)).toBe('errors.tenant.keyMissing');
    }
  });

  test('needs a key, unless the path names the tenant', async () => {
    const answer = await call(endpoint, { authorization });
    const told = answer.statusCode === 404 ? 404 : outcome(answer);
    expect(told).toBe(isNamedInPath(endpoint) ? 404 : 'errors.tenant.keyMissing');
  });
});

describe.each(forMembers.filter(isNamedInPath))('$method $path', (endpoint) => {
  test('takes the tenant from the path: a key that names another is 400', async () => {
    const [first] = owners;
    const url = urlOf(endpoint, first?.member.tenant);
    const answer = await product.app.inject({
      method: endpoint.method,
      url,
      headers: { authorization, 'x-tenant-key': stranger.tenant },
    });
    expect(answer.json()).toMatchObject({ status: 400, code: 'errors.tenant.keyMismatch' });
  });
});
