import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestOrganization,
} from '#server/identity/members/test/organizations.ts';
import { memberPassword, registerOwner, sharedApplication } from '#server/test/application.ts';
import { linkParameter, createInvitation, waitForMail } from './test/invitations.ts';

const product = await sharedApplication();
const { invitations, accounts } = product.anyone;
const code = (expected: string) => expect.objectContaining({ code: expected });
const notFound = code('notFound');
const password = 'a password of their own';
const newAddress = () => `${randomUUID()}@example.com`;

const defaults = { enableLink: true, enablePublicUrl: false, requireAcceptance: true };
const setLink = ({ owner }: TestOrganization, changes: object = {}) =>
  owner.api.invitations.updateSettings({ body: { ...defaults, ...changes } });
const withLink = async (changes: object = {}, options: { seats?: number } = {}) => {
  const organization = await createTestOrganization(product, options);
  const { link } = await setLink(organization, changes);
  return { ...organization, link };
};
const request = (token: string, email: string, changes: object = {}) =>
  invitations.requestAccess({
    params: { token },
    body: { email, password, passwordConfirm: password, ...changes },
  });

describe('the join link (R-MEM-10)', () => {
  test('is disabled at first and stores each change', async () => {
    const { id, owner } = await createTestOrganization(product);
    const asked = { params: { tenantId: id } };
    const first = await owner.api.invitations.getSettings(asked);
    expect(first).toMatchObject({ linkActive: false, publicUrl: false, requireAcceptance: true });
    await expect(owner.api.invitations.getSettings(asked)).resolves.toEqual(first);
    const body = { enableLink: true, enablePublicUrl: true, requireAcceptance: false };
    const changed = { linkActive: true, publicUrl: true, requireAcceptance: false };
    await expect(owner.api.invitations.updateSettings({ body })).resolves.toEqual({
      ...changed,
      link: first.link,
    });
    await expect(owner.api.invitations.getSettings(asked)).resolves.toMatchObject(changed);
  });

  test('is shown to and changed by owners and admins only', async () => {
    const { id, add } = await createTestOrganization(product);
    const asked = { params: { tenantId: id } };
    await expect(invitations.getSettings(asked)).rejects.toEqual(code('unauthorized'));
    const admin = await add(Role.Admin);
    await expect(admin.api.invitations.getSettings(asked)).resolves.toBeDefined();
    const stranger = await createTestOrganization(product);
    await expect(stranger.owner.api.invitations.getSettings(asked)).rejects.toEqual(
      code('tenant.keyMismatch'),
    );
    for (const role of [Role.Member, Role.Guest] as const) {
      const { api } = await add(role);
      const onlyAdmin = code('tenant.onlyAdmin');
      await expect(api.invitations.getSettings(asked)).rejects.toEqual(onlyAdmin);
      await expect(api.invitations.updateSettings({ body: defaults })).rejects.toEqual(onlyAdmin);
    }
  });

  test('shows the appearance of the organization to visitors (R-ORG-07)', async () => {
    const { id, owner, link } = await withLink();
    const { name } = await owner.api.tenants.getCurrent();
    await expect(invitations.getLink({ params: { token: link } })).resolves.toEqual({
      id,
      name,
      logo: '',
      logoDarkmode: '',
      appTheme: 'dark',
      appColor: 'red',
    });
  });

  test('returns 404 when it is disabled, reset or unknown', async () => {
    const organization = await withLink();
    const { link: old } = organization;
    const { link } = await setLink(organization, { resetLink: true });
    expect(link).not.toBe(old);
    await expect(invitations.getLink({ params: { token: link } })).resolves.toBeDefined();
    await setLink(organization, { enableLink: false });
    for (const token of [old, link, organization.id, randomUUID()]) {
      await expect(invitations.getLink({ params: { token } })).rejects.toEqual(notFound);
      await expect(request(token, newAddress())).rejects.toEqual(notFound);
    }
  });
});

describe('requesting to join (R-MEM-11, R-MEM-12)', () => {
  test('waits for acceptance and mails owners and admins only', async () => {
    const { add, owner, link } = await withLink();
    const [admin, member] = [await add(Role.Admin), await add(Role.Member)];
    const email = newAddress();
    const asking = await request(link, email);
    expect(asking).toMatchObject({
      email,
      role: Role.Member,
      status: MemberStatus.PendingAcceptance,
      joined: JoinMethod.Link,
    });
    for (const reader of [owner, admin]) {
      const mail = await waitForMail(product, reader.email, {
        containing: email,
      });
      expect(mail.text).toContain(email);
    }
    const answer = await product.app.inject(`/sandbox/mail.json?to=${member.email}`);
    expect(answer.json()).toEqual([]);
  });

  test('joins immediately without acceptance and allows sign-in before confirmation', async () => {
    const { id, link } = await withLink({ requireAcceptance: false });
    const email = newAddress();
    const joined = await request(link, email);
    expect(joined).toMatchObject({ status: MemberStatus.Active, joined: JoinMethod.Link, role: 2 });
    const session = await accounts.login({ body: { email, password } });
    expect(session.user).toMatchObject({ defaultTenant: id, currentTenant: { id } });
    const { rows } = await product.open.owner.query(
      'select verified_at from users where email = $1',
      [email],
    );
    expect(rows).toEqual([{ verified_at: null }]);
  });

  test('leaves the address unverified until the mailed link is opened', async () => {
    const { link } = await withLink({ requireAcceptance: false });
    const email = newAddress();
    await request(link, email);
    const token = linkParameter(
      await waitForMail(product, email, { containing: '/account/verify?' }),
      't',
    );
    const proof = { email, token, password: memberPassword, passwordConfirm: memberPassword };
    await expect(accounts.verify({ body: proof })).resolves.toMatchObject({ user: { email } });
    await expect(accounts.login({ body: { email, password } })).rejects.toEqual(
      code('account.login.invalid'),
    );
  });

  test('records a join by the public link as such', async () => {
    const { link } = await withLink({ enablePublicUrl: true, requireAcceptance: false });
    await expect(request(link, newAddress())).resolves.toMatchObject({
      joined: JoinMethod.PublicUrl,
    });
  });

  test('requires the password of an existing account', async () => {
    const { link } = await withLink();
    const known = await registerOwner(product, { plan: 'Starter' });
    const { email } = known.user;
    await expect(request(link, email)).rejects.toEqual(code('account.login.invalid'));
    const own = { password: memberPassword, passwordConfirm: memberPassword };
    await expect(request(link, email, own)).resolves.toMatchObject({ userId: known.user.id });
    await expect(accounts.login({ body: { email, ...own } })).resolves.toMatchObject({
      user: { defaultTenant: known.tenant },
    });
  });

  test('requires no password with the session of the account, as Google accounts have none', async () => {
    const { link } = await withLink();
    const known = await registerOwner(product, { plan: 'Starter' });
    const ask = (email: string) =>
      known.api.invitations.requestAccess({ params: { token: link }, body: { email } });
    await expect(ask(known.user.email)).resolves.toMatchObject({ userId: known.user.id });
    const other = await registerOwner(product, { plan: 'Starter' });
    await expect(ask(other.user.email)).rejects.toEqual(code('account.login.invalid'));
    await expect(ask(newAddress())).rejects.toMatchObject({
      fields: { password: ['field.required'] },
    });
  });

  test('does not set the password of an account that was only invited', async () => {
    const [here, there] = [await withLink({ requireAcceptance: false }), await withLink()];
    const { email } = await createInvitation(product, there.owner);
    await expect(request(here.link, email)).rejects.toEqual(code('account.login.invalid'));
    await expect(accounts.login({ body: { email, password } })).rejects.toEqual(
      code('account.login.unverified'),
    );
  });

  test('does not allow sign-in to an unconfirmed registration', async () => {
    const person = await registerOwner(product, { plan: 'Starter' });
    await product.open.owner.query('update users set verified_at = null where id = $1', [
      person.user.id,
    ]);
    const { email } = person.user;
    const own = { password: memberPassword, passwordConfirm: memberPassword };
    await expect(accounts.login({ body: { email, ...own } })).rejects.toEqual(
      code('account.login.unverified'),
    );
  });

  test('rejects passwords that differ or are too short (R-ACC-16)', async () => {
    const { link } = await withLink();
    await expect(request(link, newAddress(), { passwordConfirm: 'other' })).rejects.toEqual(
      code('account.passwordMismatch'),
    );
    await expect(request(link, newAddress(), { password: 'short' })).rejects.toMatchObject({
      fields: { password: ['field.tooShort'] },
    });
  });

  test('creates one request for concurrent and repeated attempts', async () => {
    const { id, owner, link } = await withLink();
    const email = newAddress();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => request(link, email)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(request(link, email)).rejects.toEqual(code('tenant.existingUser'));
    const list = await owner.api.members.getAll({ params: { tenantId: id } });
    expect(list.filter((member) => member.email === email)).toHaveLength(1);
    await waitForMail(product, owner.email, { containing: email });
  });
});

describe('answering a request (R-MEM-13)', () => {
  const asked = async () => {
    const organization = await withLink();
    const email = newAddress();
    const { id } = await request(organization.link, email);
    const answer = (accepted: boolean, by = organization.owner) =>
      by.api.invitations.acceptUser({ params: { id }, body: { accepted } });
    return { ...organization, email, answer };
  };

  test('with yes makes the person a member, mails them and allows sign-in', async () => {
    const { id, email, answer } = await asked();
    await expect(answer(true)).resolves.toMatchObject({
      email,
      status: MemberStatus.Active,
      accepted: true,
    });
    const mail = await waitForMail(product, email, { containing: `/app/dashboard?org=${id}` });
    expect(mail.subject).toMatch(/vindas/);
    await expect(accounts.login({ body: { email, password } })).resolves.toMatchObject({
      user: { defaultTenant: id },
    });
    await expect(answer(true)).rejects.toEqual(notFound);
    await expect(answer(false)).rejects.toEqual(notFound);
  });

  test('with no deletes the request and mails the person, who may ask again', async () => {
    const { link, email, answer, owner, id } = await asked();
    await expect(answer(false)).resolves.toBeNull();
    await waitForMail(product, email, { containing: 'não foi aceito' });
    const list = await owner.api.members.getAll({ params: { tenantId: id } });
    expect(list.filter((member) => member.email === email)).toEqual([]);
    await expect(request(link, email)).resolves.toMatchObject({
      status: MemberStatus.PendingAcceptance,
    });
  });

  test('is allowed to owners and admins only', async () => {
    const { add, answer } = await asked();
    const stranger = await createTestOrganization(product);
    const [member, guest] = [await add(Role.Member), await add(Role.Guest)];
    for (const person of [member, guest]) {
      await expect(answer(true, person)).rejects.toEqual(code('tenant.onlyAdmin'));
    }
    await expect(answer(true, stranger.owner)).rejects.toEqual(notFound);
    await expect(answer(true, await add(Role.Admin))).resolves.toBeDefined();
  });

  test('rejects pending invitations and roles above the caller’s', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [admin, invited] = [
      await add(Role.Admin),
      await add(Role.Member, { status: MemberStatus.PendingInvitation }),
    ];
    const proud = await add(Role.Owner, { status: MemberStatus.PendingAcceptance });
    const accept = (by: typeof owner, { member }: typeof owner) =>
      by.api.invitations.acceptUser({ params: { id: member }, body: { accepted: true } });
    await expect(accept(owner, invited)).rejects.toEqual(notFound);
    await expect(accept(admin, proud)).rejects.toEqual(code('tenant.onlyOwner'));
    await expect(accept(owner, proud)).resolves.toMatchObject({ role: Role.Owner });
  });

  test('succeeds once for concurrent answers', async () => {
    const { answer, owners, seatsTaken } = await asked();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => answer(n % 2 === 0)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await owners(), await seatsTaken()]).toEqual([1, expect.any(Number)]);
  });

  test('makes the organization the default of a person who has none', async () => {
    const { owner, add, id } = await createTestOrganization(product);
    const person = await createTestUser(product);
    const { member } = await add(Role.Member, { person, status: MemberStatus.PendingAcceptance });
    await owner.api.invitations.acceptUser({ params: { id: member }, body: { accepted: true } });
    await expect(person.api.users.getCurrent()).resolves.toMatchObject({ defaultTenant: id });
  });
});
