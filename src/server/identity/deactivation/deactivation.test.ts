import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { notificationTools } from '#server/platform/notifications/test/notifications.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import { signInOperator, sharedApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';

/** Deactivated members (R-MEM-17, R-MEM-18). `LONGRUN=all` repeats each race 50 times. */
const product = await sharedApplication();
const code = (expected: string) => expect.objectContaining({ code: expected });
const of = ({ member }: TestOrganizationMember) => ({ params: { id: member } });
const repeats = Array.from({ length: repetitions(2, 50) }, (_, n) => n + 1);
const crowd = 50;

describe('deactivating a member (R-MEM-17)', () => {
  test('ends access with the next request, keeps the membership and frees the seat', async () => {
    const { id, owner, add, seatsTaken } = await createTestOrganization(product, { seats: 2 });
    const member = await add(Role.Member);
    await member.api.users.updateDefaultTenant({ params: { userId: member.id, tenantId: id } });
    await expect(owner.api.members.deactivate(of(member))).resolves.toMatchObject({
      id: member.member,
      status: MemberStatus.Inactive,
      accepted: false,
    });
    await expect(member.api.tenants.getCurrent()).rejects.toEqual(code('notFound'));
    await expect(member.api.users.getCurrent()).resolves.toMatchObject({
      tenants: [],
      currentTenant: null,
    });
    expect(await seatsTaken()).toBe(1);
    await add(Role.Guest);
    await expect(owner.api.members.reactivate(of(member))).rejects.toEqual(
      code('tenant.maxNumberOfUsers'),
    );
    expect(await seatsTaken()).toBe(2);
  });

  test('is undone by reactivating, with the role of before', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const admin = await add(Role.Admin);
    await owner.api.members.deactivate(of(admin));
    // A second time changes nothing.
    await owner.api.members.deactivate(of(admin));
    const back = await owner.api.members.reactivate(of(admin));
    expect(back).toMatchObject({ role: Role.Admin, status: MemberStatus.Active });
    await expect(admin.api.tenants.getCurrent()).resolves.toMatchObject({ id });
    const { rows } = await product.open.owner.query(
      `select actor_id, before, after from audit_log
       where tenant_id = $1 and target_id = $2 and action = 'member.changed' order by id`,
      [id, admin.member],
    );
    expect(rows).toEqual([
      { actor_id: owner.id, before: { status: 2 }, after: { status: 3 } },
      { actor_id: owner.id, before: { status: 3 }, after: { status: 2 } },
    ]);
  });

  test('follows the rules of removal for roles, and refuses the last owner (R-MEM-03, R-ORG-08)', async () => {
    const { owner, add, owners } = await createTestOrganization(product);
    const [second, admin, member] = [
      await add(Role.Owner),
      await add(Role.Admin),
      await add(Role.Member),
    ];
    const deactivate = (actor: TestOrganizationMember, target: TestOrganizationMember) =>
      actor.api.members.deactivate(of(target));
    await expect(deactivate(member, admin)).rejects.toEqual(code('tenant.onlyAdmin'));
    await expect(deactivate(admin, owner)).rejects.toEqual(code('tenant.onlyOwner'));
    await deactivate(owner, second);
    await expect(admin.api.members.reactivate(of(second))).rejects.toEqual(
      code('tenant.onlyOwner'),
    );
    await expect(deactivate(owner, owner)).rejects.toEqual(code('tenant.cannotBeWithoutOwner'));
    await deactivate(admin, member);
    expect(await owners()).toBe(1);
  });

  test('is for members only: invitations, requests and other organizations are 404', async () => {
    const [here, there] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const others = [
      await here.add(Role.Member, { status: MemberStatus.PendingInvitation }),
      await here.add(Role.Member, { status: MemberStatus.PendingAcceptance }),
      await there.add(Role.Member),
    ];
    for (const other of others) {
      await expect(here.owner.api.members.deactivate(of(other))).rejects.toEqual(code('notFound'));
      await expect(here.owner.api.members.reactivate(of(other))).rejects.toEqual(code('notFound'));
    }
  });

  test('can’t be undone by a join link or an invitation', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    await owner.api.members.deactivate(of(member));
    const { link } = await owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
    });
    const join = member.api.invitations.requestAccess({
      params: { token: link },
      body: { email: member.email },
    });
    await expect(join).rejects.toEqual(code('tenant.existingUser'));
    const body = { email: member.email, firstName: 'Rui', lastName: 'Alves', role: Role.Guest };
    await expect(owner.api.invitations.invite({ body })).rejects.toEqual(
      code('tenant.existingUser'),
    );
  });

  test('is possible for the operator, in any organization', async () => {
    const operator = await signInOperator(product);
    const { owner, add, owners } = await createTestOrganization(product);
    const member = await add(Role.Member);
    await operator.api.members.deactivateOfAny(of(member));
    await expect(member.api.tenants.getCurrent()).rejects.toEqual(code('notFound'));
    await operator.api.members.reactivateOfAny(of(member));
    await expect(member.api.tenants.getCurrent()).resolves.toMatchObject({ id: owner.tenant });
    await expect(operator.api.members.deactivateOfAny(of(owner))).rejects.toEqual(
      code('tenant.cannotBeWithoutOwner'),
    );
    expect(await owners()).toBe(1);
  });
});

describe('a deactivated member (R-MEM-18)', () => {
  test('reads in which organizations, and no more', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    await expect(member.api.members.getDeactivated()).resolves.toEqual([]);
    await owner.api.members.deactivate(of(member));
    const { name } = await owner.api.tenants.getCurrent();
    const [found, ...others] = await member.api.members.getDeactivated();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: member.member, organization: { name } });
    expect(JSON.stringify(found)).not.toContain(id);
  });

  test('leaves the hub’s group of the organization (R-RTM-03)', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const token = (member.headers['authorization'] ?? '').replace('Bearer ', '');
    const { hub, heard } = await connectTestHub(product, token);
    await hub.invoke('JoinGroup', owner.tenant);
    await owner.api.members.deactivate(of(member));
    await expect
      .poll(() => hub.invoke('SendMessage', owner.tenant, '', 'hi').catch(String))
      .toContain('realtime.notMember');
    await expect(hub.invoke('JoinGroup', owner.tenant)).rejects.toThrow('realtime.notMember');
    expect(heard.join()).not.toContain('hi');
  });

  test('gets no notification and no email of the organization (R-NTF-02, R-NTF-06)', async () => {
    const { run, send, mailsTo } = notificationTools(product);
    const { id, owner, add } = await createTestOrganization(product);
    const person = await createTestUser(product);
    const admin = await add(Role.Admin, { person });
    await admin.api.notifications.updateSetting({
      params: { kind: 'joinedByLink' },
      body: { app: true, email: 'daily' },
    });
    await send(id);
    await owner.api.members.deactivate(of(admin));
    await send(id);
    await run('notifications.digest');
    expect(await mailsTo(person.email)).toEqual([]);
    const { rows } = await product.open.owner.query(
      'select id from notifications where tenant_id = $1 and user_id = $2',
      [id, person.id],
    );
    expect(rows).toHaveLength(1);
  });
});

/** Sends all requests at once; returns how many succeeded, and expects the others to be refused with these codes. */
const race = async (attempts: (() => Promise<unknown>)[], refusals: string[]) => {
  const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Failure).code] : [],
  );
  // A busy machine may also refuse for lack of a connection.
  for (const refusal of refused) expect([...refusals, 'unavailable']).toContain(refusal);
  return results.length - refused.length;
};

const addMany = (
  { add }: TestOrganization,
  role: Role,
  { count, status = MemberStatus.Active }: { count: number; status?: MemberStatus },
) => Promise.all(Array.from({ length: count }, () => add(role, { status })));

describe(`${crowd} concurrent changes of status (R-MEM-05, R-ORG-08)`, () => {
  test.each(repeats)('keep an owner when owners deactivate each other (%i)', async () => {
    const organization = await createTestOrganization(product);
    const { owner, owners, seatsTaken } = organization;
    const others = await addMany(organization, Role.Owner, { count: crowd - 1 });
    const all = [owner, ...others];
    const attempts = all.map((actor, index) => {
      const target = all[(index + 1) % all.length] ?? owner;
      return () => actor.api.members.deactivate(of(target));
    });
    const done = await race(attempts, ['notFound', 'tenant.cannotBeWithoutOwner']);
    expect(done).toBeGreaterThan(0);
    expect(await owners()).toBe(crowd - done);
    expect(await owners()).toBeGreaterThan(0);
    expect(await seatsTaken()).toBe(crowd - done);
  });

  test.each(repeats)('free exactly as many seats as members (%i)', async () => {
    const organization = await createTestOrganization(product, { seats: crowd + 1 });
    const members = await addMany(organization, Role.Member, { count: crowd });
    const { owner, seatsTaken } = organization;
    const attempts = members.flatMap((member) => [
      () => owner.api.members.deactivate(of(member)),
      () => owner.api.members.deactivate(of(member)),
    ]);
    // Each of the first 25 members twice.
    expect(await race(attempts.slice(0, crowd), [])).toBeGreaterThan(0);
    expect(await seatsTaken()).toBe(crowd / 2 + 1);
  });

  test.each(repeats)('take exactly the free seats when reactivated (%i)', async () => {
    const organization = await createTestOrganization(product, { seats: 4 });
    const { owner, seatsTaken } = organization;
    const status = MemberStatus.Inactive;
    const members = await addMany(organization, Role.Member, { count: crowd, status });
    const attempts = members.map((member) => () => owner.api.members.reactivate(of(member)));
    expect(await race(attempts, ['tenant.maxNumberOfUsers'])).toBe(3);
    expect(await seatsTaken()).toBe(4);
  });
});
