import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestOrganizationMember,
} from './test/organizations.ts';

const product = await testApplication();
const code = (expected: string) => expect.objectContaining({ code: expected });
const named = { firstName: 'Eva', lastName: 'Reis', phone: '+52 55 2222' };
const to = (member: TestOrganizationMember, role: Role = Role.Member) => ({
  params: { id: member.member },
  body: { role, ...named },
});
const at = ({ member }: TestOrganizationMember) => ({ params: { id: member } });

describe('the list of members (R-MEM-01)', () => {
  test('starts with the Owner and includes pending members', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const guest = await add(Role.Guest);
    const asking = await add(Role.Member, { status: MemberStatus.PendingAcceptance });
    const admin = await add(Role.Admin);
    const list = await owner.api.members.getAll({ params: { tenantId: id } });
    expect(list.map((member) => [member.id, member.role, member.status, member.accepted])).toEqual([
      [owner.member, 0, 2, true],
      [admin.member, 1, 2, true],
      [asking.member, 2, 1, false],
      [guest.member, 3, 2, true],
    ]);
  });

  test('is hidden from Guests (R-SEC-04)', async () => {
    const { id, add } = await createTestOrganization(product);
    const [member, guest] = [await add(Role.Member), await add(Role.Guest)];
    const asked = { params: { tenantId: id } };
    await expect(member.api.members.getAll(asked)).resolves.toHaveLength(3);
    await expect(guest.api.members.getAll(asked)).rejects.toEqual(code('tenant.onlyMember'));
    await expect(guest.api.members.get(at(member))).rejects.toEqual(code('tenant.onlyMember'));
  });

  test('returns 404 for members of another organization (R-SEC-02)', async () => {
    const here = await createTestOrganization(product);
    const there = await createTestOrganization(product);
    const { members } = there.owner.api;
    const member = await here.add(Role.Member);
    const calls = [
      () => members.getAll({ params: { tenantId: here.id } }),
      () => members.get(at(member)),
      () => members.update(to(member)),
      () => members.remove(at(member)),
    ];
    const [byPath, ...others] = calls;
    await expect(byPath?.()).rejects.toEqual(code('tenant.keyMismatch'));
    for (const call of others) await expect(call()).rejects.toEqual(code('notFound'));
    await expect(here.owner.api.members.get(at(member))).resolves.toMatchObject({ role: 2 });
  });

  test('covers every organization for the operator, who may remove all but the last owner', async () => {
    const operator = await signInOperator(product);
    const { id, owner, add, owners } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const { items } = await operator.api.members.getAllOfAll();
    expect(items.find(({ id }) => id === member.member)?.tenant.id).toBe(id);
    await operator.api.members.removeOfAny(at(member));
    await expect(operator.api.members.removeOfAny(at(member))).rejects.toEqual(code('notFound'));
    await expect(operator.api.members.removeOfAny(at(owner))).rejects.toEqual(
      code('tenant.cannotBeWithoutOwner'),
    );
    expect(await owners()).toBe(1);
    await expect(owner.api.members.getAllOfAll()).rejects.toEqual(code('access.operator'));
  });
});

describe('the operator’s list of members (R-LST-09)', () => {
  test('is filtered by role, status, way of joining and day, within one organization', async () => {
    const { api } = await signInOperator(product);
    const { id: tenantId, owner, add } = await createTestOrganization(product);
    const guest = await add(Role.Guest);
    const asking = await add(Role.Member, { status: MemberStatus.PendingAcceptance });
    const other = await createTestOrganization(product);
    const listed = async (
      query: NonNullable<Parameters<typeof api.members.getAllOfAll>[0]>['query'],
    ) =>
      (await api.members.getAllOfAll({ query: { tenantId, ...query } })).items.map(
        ({ userId }) => userId,
      );
    expect(await listed({})).toEqual([asking.id, guest.id, owner.id]);
    expect(await listed({ descending: 'false' })).toEqual([owner.id, guest.id, asking.id]);
    expect(await listed({ role: Role.Guest })).toEqual([guest.id]);
    expect(await listed({ role: [Role.Owner, Role.Guest] })).toEqual([guest.id, owner.id]);
    expect(await listed({ status: MemberStatus.PendingAcceptance })).toEqual([asking.id]);
    const [{ joined } = expect.fail('No owner')] = (
      await api.members.getAllOfAll({ query: { tenantId, role: Role.Owner } })
    ).items;
    expect(await listed({ joined, search: owner.email })).toEqual([owner.id]);
    expect(
      await listed({ joined: [0, 1, 2, 3].filter((other) => other !== joined) }),
    ).not.toContain(owner.id);
    expect(await listed({ createdAtTo: '2020-01-01' })).toEqual([]);
    expect(await listed({ search: other.owner.email })).toEqual([]);
    const createdAtFrom = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect(await listed({ createdAtFrom, role: Role.Owner })).toEqual([owner.id]);
    await expect(listed({ role: 'Owner' as never })).rejects.toEqual(code('validation'));
  });
});

describe('pending and inactive members (R-SEC-06)', () => {
  test.each([
    MemberStatus.PendingInvitation,
    MemberStatus.PendingAcceptance,
    MemberStatus.Inactive,
  ])('with status %i are listed and can’t act', async (status) => {
    const { id, add } = await createTestOrganization(product);
    const pending = await add(Role.Owner, { status });
    await expect(pending.api.members.getAll({ params: { tenantId: id } })).rejects.toEqual(
      code('notFound'),
    );
    await expect(pending.api.members.remove(at(pending))).rejects.toEqual(code('notFound'));
  });
});

describe('changing a member (R-MEM-03)', () => {
  test('sets role, names and phone', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const changed = await owner.api.members.update(to(member, Role.Admin));
    expect(changed).toMatchObject({ id: member.member, role: 1, ...named });
    await expect(member.api.members.get(at(member))).resolves.toEqual(changed);
  });

  test('requires a role and both names; the phone is optional', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const body = { role: Role.Guest, firstName: ' ', lastName: '' };
    await expect(
      owner.api.members.update({ params: { id: member.member }, body }),
    ).rejects.toMatchObject({
      code: 'validation',
      fields: { firstName: ['field.required'], lastName: ['field.required'] },
    });
  });

  test('prevents an Admin from changing, removing or creating an Owner', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [admin, other] = [await add(Role.Admin), await add(Role.Admin)];
    const { members } = admin.api;
    const onlyOwner = code('tenant.onlyOwner');
    await expect(members.update(to(owner, Role.Owner))).rejects.toEqual(onlyOwner);
    await expect(members.update(to(owner, Role.Guest))).rejects.toEqual(onlyOwner);
    await expect(members.update(to(other, Role.Owner))).rejects.toEqual(onlyOwner);
    await expect(members.update(to(admin, Role.Owner))).rejects.toEqual(onlyOwner);
    await expect(members.remove(at(owner))).rejects.toEqual(onlyOwner);
    await expect(members.update(to(other, Role.Guest))).resolves.toMatchObject({ role: 3 });
    await expect(members.update(to(admin, Role.Member))).resolves.toMatchObject({ role: 2 });
  });

  test('is forbidden to Members and Guests, also for themselves', async () => {
    const { add } = await createTestOrganization(product);
    for (const role of [Role.Member, Role.Guest] as const) {
      const person = await add(role);
      await expect(person.api.members.update(to(person, role))).rejects.toEqual(
        code('tenant.onlyAdmin'),
      );
    }
  });

  test('lets an Owner add Owners and demote all but the last (R-ORG-08)', async () => {
    const { owner, add, owners } = await createTestOrganization(product);
    const second = await add(Role.Member);
    const { members } = owner.api;
    await expect(members.update(to(owner, Role.Admin))).rejects.toEqual(
      code('tenant.cannotBeWithoutOwner'),
    );
    await members.update(to(second, Role.Owner));
    await expect(members.update(to(owner, Role.Admin))).resolves.toMatchObject({ role: 1 });
    await expect(members.update(to(second, Role.Guest))).rejects.toEqual(code('tenant.onlyOwner'));
    expect(await owners()).toBe(1);
  });
});

describe('names of a membership (R-MEM-16)', () => {
  test('change neither the account nor memberships of other organizations', async () => {
    const [here, there] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const person = await createTestUser(product);
    const [inside, elsewhere] = [
      await here.add(Role.Member, { person }),
      await there.add(Role.Owner, { person }),
    ];
    await here.owner.api.members.update(to(inside));
    const account = { firstName: 'Rui', lastName: 'Alves', phone: '+55 11 1111' };
    await expect(person.api.users.getCurrent()).resolves.toMatchObject(account);
    await expect(elsewhere.api.members.get(at(elsewhere))).resolves.toMatchObject(account);
    await expect(inside.api.members.get(at(inside))).resolves.toMatchObject(named);
  });

  test('are replaced by a name that the person changes in their account later', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    await owner.api.members.update(to(member));
    await member.api.users.update({
      params: { id: member.id },
      body: { firstName: 'Rui', lastName: 'Prado', phone: '+55 11 1111' },
    });
    await expect(owner.api.members.get(at(member))).resolves.toMatchObject({
      ...named,
      lastName: 'Prado',
    });
  });
});

describe('removing a member (R-MEM-14, R-MEM-15)', () => {
  test('is forbidden to Members and Guests, who may leave themselves', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [member, guest] = [await add(Role.Member), await add(Role.Guest)];
    await expect(member.api.members.remove(at(guest))).rejects.toEqual(code('tenant.onlyAdmin'));
    await expect(guest.api.members.remove(at(owner))).rejects.toEqual(code('tenant.onlyAdmin'));
    await member.api.members.remove(at(member));
    await guest.api.members.remove(at(guest));
    await expect(
      owner.api.members.getAll({ params: { tenantId: owner.tenant } }),
    ).resolves.toHaveLength(1);
  });

  test('happens when the account is deleted, by whatever statement (R-ACC-26)', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const { id: person } = await add(Role.Member);
    await product.open.owner.query('delete from users where id = $1', [person]);
    const left = await owner.api.members.getAll({ params: { tenantId: id } });
    expect(left.map(({ userId }) => userId)).toEqual([owner.id]);
  });

  test('ends access with the next request and keeps other memberships', async () => {
    const [here, there] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const person = await createTestUser(product);
    const inside = await here.add(Role.Admin, { person });
    const elsewhere = await there.add(Role.Member, { person });
    await person.api.users.updateDefaultTenant({
      params: { userId: person.id, tenantId: here.id },
    });
    await here.owner.api.members.remove(at(inside));
    await expect(inside.api.tenants.getCurrent()).rejects.toEqual(code('notFound'));
    await expect(inside.api.members.getAll({ params: { tenantId: here.id } })).rejects.toEqual(
      code('notFound'),
    );
    await expect(elsewhere.api.tenants.getCurrent()).resolves.toMatchObject({ id: there.id });
    await expect(person.api.users.getCurrent()).resolves.toMatchObject({
      defaultTenant: null,
      currentTenant: { id: there.id },
    });
  });

  test('rejects removing the last Owner, also when they leave (R-ORG-08)', async () => {
    const alone = await registerOwner(product);
    const [self] = await alone.api.members.getAll({ params: { tenantId: alone.tenant } });
    await expect(alone.api.members.remove({ params: { id: self?.id ?? '' } })).rejects.toEqual(
      code('tenant.cannotBeWithoutOwner'),
    );
    await expect(alone.api.tenants.getCurrent()).resolves.toMatchObject({ id: alone.tenant });
  });

  test('returns 404 for an unknown member', async () => {
    const { owner } = await createTestOrganization(product);
    await expect(owner.api.members.remove({ params: { id: randomUUID() } })).rejects.toEqual(
      code('notFound'),
    );
  });
});
