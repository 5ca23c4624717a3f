import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { memberPassword, registerOwner, sharedApplication } from '#server/test/application.ts';
import {
  linkParameter,
  createInvitation,
  invitationBody,
  waitForMail,
} from './test/invitations.ts';

const product = await sharedApplication();
const { invitations, accounts } = product.anyone;
const code = (expected: string) => expect.objectContaining({ code: expected });
const notFound = code('notFound');
const chosen = { password: 'chosen just now', passwordConfirm: 'chosen just now' };
const accept = (
  token: string,
  body: { email: string; password?: string; passwordConfirm?: string },
  caller = product.anyone,
) => caller.invitations.accept({ params: { token }, body });

describe('inviting (R-MEM-02, R-MEM-03)', () => {
  test('lists the person as pending and sends a mail of the organization', async () => {
    const { id, owner } = await createTestOrganization(product);
    const invited = await createInvitation(product, owner, invitationBody(Role.Admin));
    const list = await owner.api.members.getAll({ params: { tenantId: id } });
    expect(list).toContainEqual(
      expect.objectContaining({
        id: invited.member,
        email: invited.email,
        firstName: 'Eva',
        lastName: 'Reis',
        role: Role.Admin,
        status: MemberStatus.PendingInvitation,
        joined: 1,
        accepted: false,
      }),
    );
    const { name } = await owner.api.tenants.getCurrent();
    const mail = await waitForMail(product, invited.email);
    expect(mail.subject).toBe(`Rui Alves convida você para ${name}`);
    expect(mail.text).toContain('Olá, Eva!');
    expect(mail.html).toContain('#d9212d');
    expect(linkParameter(mail, 'e')).toBe(invited.email);
  });

  test('mails in the logo and color of the organization (R-ORG-07)', async () => {
    const { id, owner } = await createTestOrganization(product);
    const logo = `/files/${'a'.repeat(32)}.png`;
    await product.open.owner.query(
      `update tenants set logo = $2, app_color = 'blue' where id = $1`,
      [id, logo],
    );
    const { email } = await createInvitation(product, owner);
    const { html } = await waitForMail(product, email);
    expect(html).toContain(`src="http://pregao.test${logo}"`);
    expect(html).toContain('#1062eb');
  });

  test.each([
    ['pt-BR', /convida/],
    ['en-US', /invited/],
    ['es-MX', /invita/],
    ['hi-IN', /आमंत्रित/],
  ])('mails a new person in the inviter’s language: %s', async (locale, words) => {
    const { owner } = await createTestOrganization(product);
    const api = product.callerOf({ ...owner.headers, cookie: `locale=${locale}` });
    const { email } = await api.invitations.invite({ body: invitationBody() });
    expect((await waitForMail(product, email)).subject).toMatch(words);
  });

  test('mails a new person in the stored language of an inviter whose request names none', async () => {
    const { owner } = await createTestOrganization(product);
    await owner.api.users.updateLocale({ params: { locale: 'hi-IN' } });
    const { email } = await owner.api.invitations.invite({ body: invitationBody() });
    expect((await waitForMail(product, email)).subject).toMatch(/आमंत्रित/);
  });

  test('a new person gets later emails in the language in which they accepted', async () => {
    const { owner } = await createTestOrganization(product);
    const { email, token } = await createInvitation(product, owner);
    await accept(token, { email, ...chosen }, product.callerOf({ cookie: 'locale=en-US' }));
    await accounts.reset({ params: { email } });
    const mail = await waitForMail(product, email, { containing: '/account/reset?' });
    expect(mail.subject).toBe('Reset your Pregão password');
  });

  test('requires email, both names and a role', async () => {
    const { owner } = await createTestOrganization(product);
    const body = { ...invitationBody(), email: 'not-an-address', firstName: '', lastName: ' ' };
    await expect(owner.api.invitations.invite({ body })).rejects.toMatchObject({
      fields: {
        email: ['field.email'],
        firstName: ['field.required'],
        lastName: ['field.required'],
      },
    });
  });

  test('is allowed to Owners and Admins; only Owners invite Owners', async () => {
    const { owner, add } = await createTestOrganization(product);
    const admin = await add(Role.Admin);
    const asked = (role: Role) => ({ body: invitationBody(role) });
    await expect(admin.api.invitations.invite(asked(Role.Owner))).rejects.toEqual(
      code('tenant.onlyOwner'),
    );
    await expect(admin.api.invitations.invite(asked(Role.Admin))).resolves.toBeDefined();
    await expect(owner.api.invitations.invite(asked(Role.Owner))).resolves.toBeDefined();
    for (const role of [Role.Member, Role.Guest] as const) {
      const person = await add(role);
      await expect(person.api.invitations.invite(asked(Role.Guest))).rejects.toEqual(
        code('tenant.onlyAdmin'),
      );
    }
  });

  test('rejects the address of a member or an invited person, ignoring case', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const invited = await createInvitation(product, owner);
    for (const email of [member.email, invited.email.toUpperCase(), owner.email]) {
      await expect(
        owner.api.invitations.invite({ body: invitationBody(Role.Guest, email) }),
      ).rejects.toEqual(code('tenant.existingUser'));
    }
  });

  test('reveals nothing of the account of a person who has not accepted (R-MEM-16)', async () => {
    const { owner } = await createTestOrganization(product);
    const person = await createTestUser(product);
    const body = { email: person.email, firstName: 'E', lastName: 'R', role: Role.Guest };
    const member = await owner.api.invitations.invite({ body });
    expect(member).toMatchObject({ firstName: 'E', lastName: 'R', phone: '' });
    const renamed = { ...body, firstName: 'Rui', lastName: 'Alves' };
    await owner.api.members.update({ params: { id: member.id }, body: renamed });
    await person.api.users.update({
      params: { id: person.id },
      body: { firstName: 'Someone', lastName: 'Else', phone: '+1' },
    });
    await expect(owner.api.members.get({ params: { id: member.id } })).resolves.toMatchObject({
      firstName: 'Rui',
      lastName: 'Alves',
      phone: '',
    });
  });
});

describe('an invitation (R-MEM-07, R-MEM-08)', () => {
  test('shows the invited person and the appearance of the organization', async () => {
    const { owner } = await createTestOrganization(product);
    const { token, email } = await createInvitation(product, owner);
    const { name } = await owner.api.tenants.getCurrent();
    await expect(invitations.get({ params: { token } })).resolves.toEqual({
      invitation: { user: { firstName: 'Eva', email } },
      tenant: { name, logo: '', logoDarkmode: '', appTheme: 'dark', appColor: 'red' },
      requiresVerify: true,
    });
  });

  test('makes a new person a member with their own password and signs them in', async () => {
    const { id, owner } = await createTestOrganization(product);
    const { token, email, member } = await createInvitation(
      product,
      owner,
      invitationBody(Role.Guest),
    );
    const session = await accept(token, { email: email.toUpperCase(), ...chosen });
    expect(session.user).toMatchObject({
      email,
      firstName: 'Eva',
      lastName: 'Reis',
      phone: '+52 55 2222',
      defaultTenant: id,
      currentTenant: { id, currentUser: { id: member, role: 3, status: 2, accepted: true } },
    });
    await expect(accounts.login({ body: { email, ...chosen } })).resolves.toMatchObject({
      user: { email },
    });
  });

  test('requires a new person to enter a long enough password twice', async () => {
    const { owner } = await createTestOrganization(product);
    const { token, email } = await createInvitation(product, owner);
    await expect(accept(token, { email })).rejects.toMatchObject({
      fields: { password: ['field.required'] },
    });
    await expect(
      accept(token, { email, password: 'short', passwordConfirm: 'short' }),
    ).rejects.toMatchObject({ fields: { password: ['field.tooShort'] } });
    await expect(accept(token, { ...chosen, email, passwordConfirm: 'other' })).rejects.toEqual(
      code('account.passwordMismatch'),
    );
    await expect(accept(token, { email, ...chosen })).resolves.toBeDefined();
  });

  test('is accepted by an existing account with its password, which stays unchanged', async () => {
    const { id, owner } = await createTestOrganization(product);
    const invited = await registerOwner(product, { plan: 'Starter' });
    const { email } = invited.user;
    const { token } = await createInvitation(product, owner, invitationBody(Role.Member, email));
    await expect(invitations.get({ params: { token } })).resolves.toMatchObject({
      requiresVerify: false,
    });
    const invalid = code('account.login.invalid');
    await expect(accept(token, { email, ...chosen })).rejects.toEqual(invalid);
    await expect(accept(token, { email })).rejects.toEqual(invalid);
    const session = await accept(token, { email, password: memberPassword });
    expect(session.user).toMatchObject({
      firstName: 'Ana',
      defaultTenant: invited.tenant,
      currentTenant: { id },
    });
    await expect(
      accounts.login({ body: { email, password: memberPassword } }),
    ).resolves.toBeDefined();
  });

  test('fills empty values of the account and keeps those of other organizations (R-MEM-16)', async () => {
    const [here, there] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const person = await createTestUser(product);
    await product.open.owner.query(`update users set phone = '' where id = $1`, [person.id]);
    const member = await here.add(Role.Member, { person });
    const params = { id: member.member };
    const named = { firstName: 'Eva', lastName: 'Reis', phone: '+52 55 2222' };
    await here.owner.api.members.update({ params, body: { role: Role.Member, ...named } });
    const body = { ...invitationBody(Role.Member, person.email), phone: '+55 11 7777' };
    const { token } = await createInvitation(product, there.owner, body);
    const session = await accept(token, { email: person.email }, person.api);
    expect(session.user.phone).toBe('+55 11 7777');
    await expect(here.owner.api.members.get({ params })).resolves.toMatchObject(named);
  });

  test('is accepted with the session of the invited account and no other', async () => {
    const { id, owner } = await createTestOrganization(product);
    const [person, other] = [await createTestUser(product), await createTestUser(product)];
    const { email } = person;
    const { token } = await createInvitation(product, owner, invitationBody(Role.Member, email));
    await expect(accept(token, { email, ...chosen }, other.api)).rejects.toEqual(
      code('invitation.wrongAccount'),
    );
    const session = await accept(token, { email }, person.api);
    expect(session.user).toMatchObject({ id: person.id, currentTenant: { id } });
    expect(`Bearer ${session.token}`).toBe(person.headers['authorization']);
  });

  test('returns 404 for another address', async () => {
    const { owner } = await createTestOrganization(product);
    const victim = await registerOwner(product, { plan: 'Starter' });
    const { token } = await createInvitation(product, owner);
    await expect(accept(token, { email: victim.user.email, ...chosen })).rejects.toEqual(notFound);
    await expect(accept(token, { email: owner.email }, owner.api)).rejects.toEqual(notFound);
    await expect(
      accounts.login({ body: { email: victim.user.email, password: memberPassword } }),
    ).resolves.toBeDefined();
  });

  test('lets a person with an unconfirmed registration choose the password', async () => {
    const { owner } = await createTestOrganization(product);
    const { email, token } = await createInvitation(product, owner);
    await product.open.owner.query(
      `update users set password_hash = 'another hash' where email = $1`,
      [email],
    );
    await expect(accept(token, { email, ...chosen })).resolves.toBeDefined();
    await expect(accounts.login({ body: { email, ...chosen } })).resolves.toBeDefined();
  });

  test('ends when it is withdrawn and stays void when the person is invited again', async () => {
    const { owner } = await createTestOrganization(product);
    const { token, email, member } = await createInvitation(product, owner);
    await owner.api.members.remove({ params: { id: member } });
    await expect(invitations.get({ params: { token } })).rejects.toEqual(notFound);
    await owner.api.invitations.invite({ body: invitationBody(Role.Member, email) });
    await expect(accept(token, { email, ...chosen })).rejects.toEqual(notFound);
    const again = linkParameter(await waitForMail(product, email, { count: 2 }), 'i');
    await expect(accept(again, { email, ...chosen })).resolves.toBeDefined();
  });

  test('is independent of one to the same person by another organization', async () => {
    const [one, two] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const { token, email } = await createInvitation(product, one.owner);
    await two.owner.api.invitations.invite({ body: invitationBody(Role.Owner, email) });
    const second = linkParameter(await waitForMail(product, email, { count: 2 }), 'i');
    const first = await accept(token, { email, ...chosen });
    const caller = product.callerOf({ authorization: `Bearer ${first.token}` });
    await expect(accept(second, { email }, caller)).resolves.toMatchObject({
      user: { defaultTenant: one.id, currentTenant: { id: two.id } },
    });
  });
});

describe('sending an invitation again (R-MEM-07)', () => {
  test('mails a new link and voids the older one', async () => {
    const { owner } = await createTestOrganization(product);
    const { token, email, member } = await createInvitation(product, owner);
    const resent = await owner.api.invitations.resend({ params: { id: member } });
    expect(resent).toMatchObject({ id: member, status: MemberStatus.PendingInvitation });
    const again = linkParameter(await waitForMail(product, email, { count: 2 }), 'i');
    await expect(accept(token, { email, ...chosen })).rejects.toEqual(notFound);
    await expect(accept(again, { email, ...chosen })).resolves.toBeDefined();
  });

  test('returns 404 unless pending in one’s own organization; Admins can’t resend to Owners', async () => {
    const { owner, add } = await createTestOrganization(product);
    const stranger = await createTestOrganization(product);
    const [admin, active] = [await add(Role.Admin), await add(Role.Member)];
    const { member } = await createInvitation(product, owner, invitationBody(Role.Owner));
    const resend = (by: typeof owner, id: string) => by.api.invitations.resend({ params: { id } });
    await expect(resend(admin, member)).rejects.toEqual(code('tenant.onlyOwner'));
    for (const [by, id] of [
      [owner, active.member],
      [owner, randomUUID()],
      [stranger.owner, member],
    ] as const) {
      await expect(resend(by, id)).rejects.toEqual(notFound);
    }
  });
});
