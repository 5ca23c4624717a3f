import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { PoliciesInput } from '#contract/calls/policies.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { enroll, outcomesOf, refusalOf } from '#server/identity/factors/test/factors.ts';
import {
  createTestOrganization,
  type TestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { openTestSession } from '#server/identity/operators/test/operators.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import { signInOperator, sharedApplication } from '#server/test/application.ts';

const product = await sharedApplication();
const { owner: rows } = product.open;
const none: PoliciesInput = {
  sessionHours: null,
  idleHours: null,
  signInMethods: null,
  emailDomains: null,
};
type Caller = Pick<TestOrganizationMember, 'api'>;
const requireFactor = ({ api }: Caller, factorDays: number | null) =>
  api.policies.update({ body: { ...none, factorDays } });
const enterCode = async ({ api }: Caller) =>
  api.tenants.getCurrent().then(
    () => 'entered',
    ({ code }: { code: string }) => code,
  );
const entryOf = ({ api, tenant }: TestOrganizationMember) =>
  api.policies.getEntry({ params: { tenantId: tenant } });
const tokenOf = ({ headers }: TestOrganizationMember) =>
  (headers['authorization'] ?? '').replace('Bearer ', '');
const setSession = (member: TestOrganizationMember, change: string) =>
  rows.query(`update sessions set ${change} where token_hash = $1`, [tokenHash(tokenOf(member))]);
/** Puts the moment since which a second factor is required into the past. */
const age = ({ id }: TestOrganization, days: number) =>
  rows.query(
    'update tenant_policies set factor_since = now() - make_interval(days => $2) where tenant_id = $1',
    [id, days],
  );
const enrolled = <P extends Caller>(person: P) => enroll(person as never);

/** An organization whose owner has a second factor and requires one; `member` has none. */
const requiring = async (days: number) => {
  const organization = await createTestOrganization(product);
  const member = await organization.add(Role.Member);
  await rows.query('update memberships set active_since = null where tenant_id = $1', [
    organization.id,
  ]);
  await enrolled(organization.owner);
  await requireFactor(organization.owner, days);
  return { organization, owner: organization.owner, member };
};

describe('the policy of a second factor (R-POL-05)', () => {
  test('is set by an owner who has one, within 0 to 30 days', async () => {
    const { owner } = await createTestOrganization(product);
    expect((await refusalOf(requireFactor(owner, 7))).code).toBe('policy.ownFactor');
    await expect(owner.api.policies.get()).resolves.toMatchObject({ factorDays: null });
    await enrolled(owner);
    await expect(requireFactor(owner, 7)).resolves.toMatchObject({ factorDays: 7 });
    await expect(owner.api.tenants.getCurrent()).resolves.toMatchObject({ requiresFactor: true });
    for (const days of [-1, 31, 1.5]) {
      expect((await refusalOf(requireFactor(owner, days))).code).toBe('validation');
    }
    // What a client leaves out keeps its value.
    await expect(owner.api.policies.update({ body: none })).resolves.toMatchObject({
      factorDays: 7,
    });
    await expect(requireFactor(owner, null)).resolves.toMatchObject({ factorDays: null });
    await expect(owner.api.tenants.getCurrent()).resolves.toMatchObject({ requiresFactor: false });
  });

  test('is logged when it is set and changed', async () => {
    const { owner } = await requiring(7);
    await requireFactor(owner, 3);
    const { items } = await owner.api.audit.getAll({ query: { limit: 20 } });
    const logged = items.filter(({ action }) => action.startsWith('policy.'));
    expect(logged).toMatchObject([
      { action: 'policy.changed', before: { factor_days: 7 }, after: { factor_days: 3 } },
      { action: 'policy.created', after: { factor_days: 7 } },
    ]);
  });
});

describe('a member without a second factor (R-POL-06)', () => {
  test('enters until the end of the grace, and is refused everywhere in the organization after it', async () => {
    const { organization, member } = await requiring(7);
    expect(await enterCode(member)).toBe('entered');
    const { refusal, factorDueAt } = await entryOf(member);
    const days = (Date.parse(factorDueAt ?? '') - Date.now()) / 86_400_000;
    expect([refusal, Math.round(days)]).toEqual([null, 7]);
    await age(organization, 8);
    for (const call of [
      () => member.api.tenants.getCurrent(),
      () => member.api.members.getAll({ params: { tenantId: member.tenant } }),
      () => member.api.transactions.getAll({ query: {} }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ code: 'policy.secondFactor', status: 403 });
    }
    await expect(entryOf(member)).resolves.toMatchObject({ refusal: 'policy.secondFactor' });
    // What belongs to the account alone stays open.
    await expect(member.api.users.getCurrent()).resolves.toBeDefined();
  });

  test('enrolls outside of the organization, and enters with the same session', async () => {
    const { member } = await requiring(0);
    expect(await enterCode(member)).toBe('policy.secondFactor');
    await enrolled(member);
    expect(await enterCode(member)).toBe('entered');
    await expect(entryOf(member)).resolves.toMatchObject({ refusal: null, factorDueAt: null });
  });

  test('is refused again immediately when the factor is removed, by anyone', async () => {
    const { member } = await requiring(0);
    await enrolled(member);
    await member.api.factors.removeTotp();
    expect(await enterCode(member)).toBe('policy.secondFactor');
    await enrolled(member);
    expect(await enterCode(member)).toBe('entered');
    const operator = await signInOperator(product);
    await operator.api.factors.removeOfUser({
      params: { userId: member.id },
      body: { reason: 'Lost phone' },
    });
    const later = await openTestSession(product, member.id);
    const headers = { ...later.headers, 'x-tenant-key': member.tenant };
    expect(await enterCode({ api: product.callerOf(headers) })).toBe('policy.secondFactor');
  });

  test('has the grace from the day they join', async () => {
    const { organization, member } = await requiring(7);
    await age(organization, 8);
    const fresh = await organization.add(Role.Member);
    expect([await enterCode(member), await enterCode(fresh)]).toEqual([
      'policy.secondFactor',
      'entered',
    ]);
  });

  test('has a new grace after accepting an invitation, not after being activated again', async () => {
    const { organization } = await requiring(7);
    await age(organization, 8);
    const setStatus = (member: TestOrganizationMember, status: MemberStatus) =>
      rows.query('update memberships set status = $2 where id = $1', [member.member, status]);
    const invited = await organization.add(Role.Member, {
      status: MemberStatus.PendingInvitation,
    });
    await setStatus(invited, MemberStatus.Active);
    expect(await enterCode(invited)).toBe('entered');
    await rows.query(
      `update memberships set active_since = now() - interval '8 days' where id = $1`,
      [invited.member],
    );
    expect(await enterCode(invited)).toBe('policy.secondFactor');
    await setStatus(invited, MemberStatus.Inactive);
    await setStatus(invited, MemberStatus.Active);
    expect(await enterCode(invited)).toBe('policy.secondFactor');
  });

  test('enters with a session of the organization’s identity provider, and of no other one', async () => {
    const { member } = await requiring(0);
    const other = await createTestOrganization(product);
    await setSession(member, `sso_tenant_id = '${other.id}'`);
    expect(await enterCode(member)).toBe('policy.secondFactor');
    await setSession(member, `sso_tenant_id = '${member.tenant}'`);
    expect(await enterCode(member)).toBe('entered');
    await expect(entryOf(member)).resolves.toMatchObject({ factorDueAt: null });
  });

  test('enters other organizations, and an operator acts as them', async () => {
    const { member } = await requiring(0);
    const elsewhere = await (
      await createTestOrganization(product)
    ).add(Role.Member, { person: member });
    expect(await enterCode(elsewhere)).toBe('entered');
    const operator = await signInOperator(product);
    const { token } = await operator.api.accounts.impersonate({
      params: { userId: member.id },
      body: { reason: 'Ticket 7' },
    });
    const headers = { authorization: `Bearer ${token}`, 'x-tenant-key': member.tenant };
    expect(await enterCode({ api: product.callerOf(headers) })).toBe('entered');
  });

  test('learns nothing of organizations of others', async () => {
    const { member } = await requiring(0);
    const stranger = await createTestOrganization(product);
    const entry = stranger.owner.api.policies.getEntry({ params: { tenantId: member.tenant } });
    expect((await refusalOf(entry)).code).toBe('notFound');
  });
});

describe('members without a second factor (R-POL-07)', () => {
  test('are listed for owners and admins, but for those who sign in through the identity provider', async () => {
    const { organization, owner, member } = await requiring(7);
    const { id } = organization;
    const admin = await organization.add(Role.Admin);
    const linked = await organization.add(Role.Member);
    await rows.query(
      `insert into sso_identities (tenant_id, issuer, subject, user_id) values ($1, 'issuer', $2, $3)`,
      [id, randomBytes(8).toString('hex'), linked.id],
    );
    const listed = await admin.api.policies.getMembersWithoutFactor();
    expect(listed.map(({ userId }) => userId).toSorted()).toEqual([admin.id, member.id].toSorted());
    expect((await refusalOf(member.api.policies.getMembersWithoutFactor())).code).toBe(
      'tenant.onlyAdmin',
    );
    await requireFactor(owner, null);
    await expect(owner.api.policies.getMembersWithoutFactor()).resolves.toEqual([]);
  });

  test('are notified in the app and by email when the policy is set or changed', async () => {
    const { owner, member } = await requiring(7);
    const mailsTo = async (email: string) => {
      const { rows: sent } = await rows.query<{ subject: string }>(
        `select subject from emails where recipient = $1 and subject ~ 'segundo fator'`,
        [email],
      );
      return sent.length;
    };
    await expect.poll(() => mailsTo(member.email), { timeout: 10_000 }).toBe(1);
    expect(await member.api.notifications.getAll({ query: {} })).toMatchObject({
      items: [{ kind: 'secondFactorRequired' }],
    });
    await requireFactor(owner, 3);
    await expect.poll(() => mailsTo(member.email), { timeout: 10_000 }).toBe(2);
    // The owner has a second factor.
    expect(await mailsTo(owner.email)).toBe(0);
  });
});

test('of a policy and the removal of the owner’s factor at the same time, none locks the owner out (R-POL-05)', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { owner } = await createTestOrganization(product);
    await enrolled(owner);
    const { refusals } = await outcomesOf([
      requireFactor(owner, 0),
      owner.api.factors.removeTotp(),
    ]);
    expect(refusals.filter((code) => code !== 'policy.ownFactor')).toEqual([]);
    if ((await enterCode(owner)) === 'policy.secondFactor') await enrolled(owner);
    expect(await enterCode(owner)).toBe('entered');
  }
});

describe('a connection to the hub (R-POL-11)', () => {
  test('is refused to a session that does not fulfil the policies', async () => {
    const { member } = await requiring(0);
    const { hub } = await connectTestHub(product, tokenOf(member));
    await expect(hub.invoke('JoinGroup', member.tenant)).rejects.toThrow('realtime.notMember');
    await enrolled(member);
    await hub.invoke('JoinGroup', member.tenant);
  });

  test('hears nothing more when a policy excludes its session', async () => {
    const organization = await createTestOrganization(product);
    const { owner } = organization;
    const member = await organization.add(Role.Member);
    await enrolled(owner);
    const [mine, theirs] = [
      await connectTestHub(product, tokenOf(owner)),
      await connectTestHub(product, tokenOf(member)),
    ];
    for (const { hub } of [mine, theirs]) await hub.invoke('JoinGroup', owner.tenant);
    await rows.query('update memberships set active_since = null where tenant_id = $1', [
      owner.tenant,
    ]);
    await requireFactor(owner, 0);
    await mine.hub.invoke('SendMessage', owner.tenant, '', 'for the fulfilling');
    await expect.poll(() => mine.heard.join()).toContain('for the fulfilling');
    expect(theirs.heard.join()).not.toContain('for the fulfilling');
    await expect(theirs.hub.invoke('SendMessage', owner.tenant, '', 'hi')).rejects.toThrow(
      'realtime.notMember',
    );
  });
});
