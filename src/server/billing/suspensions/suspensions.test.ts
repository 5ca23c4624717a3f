import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { createInvitation } from '#server/identity/invitations/test/invitations.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { createTestOperator } from '#server/identity/operators/test/operators.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import {
  memberPassword,
  registerOwner,
  signInOperator,
  sharedApplication,
  toTestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const operator = await signInOperator(product);
const code = (expected: string) => expect.objectContaining({ code: expected });
const body = { reason: 'Reported as fraud' };
const { suspensions } = operator.api;

/** Returns the newest entries about a record, the last first. */
const entriesAbout = async (target: string) => {
  const { rows } = await product.open.owner.query(
    `select action, actor_id, after from audit_log
     where target_id = $1 and action like '%suspended' order by id desc`,
    [target],
  );
  return rows;
};

describe('A suspended organization (R-OPR-13)', () => {
  test('refuses its members all but reading why, until the suspension is lifted', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const guest = await add(Role.Guest);
    const params = { id };
    await suspensions.suspendTenant({ params, body });
    for (const { api } of [owner, guest]) {
      await expect(api.transactions.getAll()).rejects.toEqual(code('tenant.suspended'));
      await expect(api.chat.getMessages()).rejects.toEqual(code('tenant.suspended'));
      await expect(api.tenants.getCurrent()).resolves.toMatchObject({
        suspension: { reason: body.reason, since: expect.any(String) },
      });
      await expect(api.users.getCurrent()).resolves.toMatchObject({
        currentTenant: { id, suspension: { reason: body.reason } },
      });
    }
    await expect(owner.api.tenants.remove({ params })).rejects.toEqual(code('tenant.suspended'));
    await suspensions.liftTenant({ params });
    await expect(owner.api.chat.getMessages()).resolves.toMatchObject({ items: [] });
    await expect(owner.api.tenants.getCurrent()).resolves.toMatchObject({ suspension: null });
    const { id: operatorId } = await operator.api.users.getCurrent();
    expect(await entriesAbout(id)).toEqual([
      { action: 'tenant.unsuspended', actor_id: operatorId, after: null },
      { action: 'tenant.suspended', actor_id: operatorId, after: body },
    ]);
  });

  test('emails its owners when it begins, with the reason, and when it is lifted', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const [other, admin] = [await add(Role.Owner), await add(Role.Admin)];
    const params = { id };
    const mailsTo = async ({ email }: { email: string }) =>
      (await product.app.inject(`/sandbox/mail.json?to=${email}`)).json<Record<string, string>[]>();
    /** Emails to this person, sent or waiting. */
    const subjectsTo = async ({ email }: { email: string }) =>
      (
        await product.open.owner.query<{ subject: string }>(
          'select subject from emails where recipient = $1',
          [email],
        )
      ).rows.map(({ subject }) => /(foi|mais) suspensa$/.exec(subject)?.[0]);
    await suspensions.suspendTenant({ params, body });
    await expect.poll(async () => (await mailsTo(owner))[0]?.['text']).toContain(body.reason);
    await suspensions.suspendTenant({ params, body: { reason: 'Another reason' } });
    await suspensions.liftTenant({ params });
    await suspensions.liftTenant({ params });
    const sent = await Promise.all([owner, other, admin].map(subjectsTo));
    const both = ['foi suspensa', 'mais suspensa'];
    expect(sent.map((subjects) => subjects.toSorted())).toEqual([both, both, []]);
  });

  test('keeps its other tenants open, and a member’s other organizations', async () => {
    const [here, there] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const person = await createTestUser(product);
    await here.add(Role.Admin, { person });
    const elsewhere = await there.add(Role.Member, { person });
    await suspensions.suspendTenant({ params: { id: here.id }, body });
    await expect(elsewhere.api.chat.getMessages()).resolves.toMatchObject({ items: [] });
    await expect(there.owner.api.chat.getMessages()).resolves.toMatchObject({ items: [] });
  });

  test('takes no new members', async () => {
    const { id, owner } = await createTestOrganization(product);
    const { link } = await owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
    });
    const person = await createTestUser(product);
    await suspensions.suspendTenant({ params: { id }, body });
    const join = person.api.invitations.requestAccess({
      params: { token: link },
      body: { email: person.email },
    });
    await expect(join).rejects.toEqual(code('tenant.suspended'));
  });

  test('is not deleted with the account of its only owner, but by an operator', async () => {
    const { id, owner } = await createTestOrganization(product);
    await suspensions.suspendTenant({ params: { id }, body });
    await expect(owner.api.users.removeSelf()).rejects.toEqual(code('tenant.suspended'));
    await expect(owner.api.tenants.getCurrent()).resolves.toMatchObject({ id });
    await operator.api.users.removeOfAny({ params: { id: owner.id } });
    await expect(owner.api.tenants.getCurrent()).rejects.toEqual(code('unauthorized'));
  });

  test('lets no invited person in, and mails none again', async () => {
    const { id, owner } = await createTestOrganization(product);
    const { token, email } = await createInvitation(product, owner);
    const accept = () =>
      product.anyone.invitations.accept({
        params: { token },
        body: { email, password: memberPassword, passwordConfirm: memberPassword },
      });
    await suspensions.suspendTenant({ params: { id }, body });
    await expect(accept()).rejects.toEqual(code('tenant.suspended'));
    await expect(product.anyone.invitations.askAgain({ params: { token } })).rejects.toEqual(
      code('tenant.suspended'),
    );
    await suspensions.liftTenant({ params: { id } });
    await expect(accept()).resolves.toMatchObject({ user: { email } });
  });

  test('closes the hub to its members', async () => {
    const { id, owner } = await createTestOrganization(product);
    const token = (owner.headers['authorization'] ?? '').replace('Bearer ', '');
    const { hub } = await connectTestHub(product, token);
    await hub.invoke('JoinGroup', id);
    await suspensions.suspendTenant({ params: { id }, body });
    await expect
      .poll(() => hub.invoke('SendMessage', id, '', 'hi').catch(String))
      .toContain('realtime.notMember');
    await expect(hub.invoke('JoinGroup', id)).rejects.toThrow('realtime.notMember');
  });

  test('can’t lift its suspension in its own scope', async () => {
    const { id } = await createTestOrganization(product);
    await suspensions.suspendTenant({ params: { id }, body });
    const lift = product.open.tenant(trusted.tenantId(id), (tx) =>
      tx.run(
        db
          .updateTable('tenants')
          .set({ suspended_at: null, suspension_reason: null })
          .where(sql<boolean>`id = ${id}`),
      ),
    );
    await expect(lift).rejects.toMatchObject({ code: '42501' });
  });

  test('is not the operators’ own, and an unknown one is 404', async () => {
    const params = { id: operator.tenant };
    await expect(suspensions.suspendTenant({ params, body })).rejects.toEqual(
      code('tenant.isOperators'),
    );
    const unknown = { id: crypto.randomUUID() };
    await expect(suspensions.suspendTenant({ params: unknown, body })).rejects.toEqual(
      code('notFound'),
    );
    await expect(suspensions.liftTenant({ params: unknown })).rejects.toEqual(code('notFound'));
  });
});

describe('A suspended account (R-OPR-14)', () => {
  test('loses its sessions permanently, and is refused like a wrong password', async () => {
    const person = await registerOwner(product);
    const { id, email } = person.user;
    const signIn = (password = memberPassword) =>
      product.anyone.accounts.login({ body: { email, password } });
    await suspensions.suspendUser({ params: { id }, body });
    await expect(person.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    const refused = await signIn().catch((error: unknown) => error);
    expect(refused).toEqual(await signIn('wrong password').catch((error: unknown) => error));
    expect(refused).toEqual(code('account.login.invalid'));
    await suspensions.liftUser({ params: { id } });
    await expect(person.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    const again = toTestMember(product, await signIn());
    await expect(again.api.users.getCurrent()).resolves.toMatchObject({ id, active: true });
    expect(await entriesAbout(id)).toMatchObject([
      { action: 'user.unsuspended' },
      { action: 'user.suspended', after: body },
    ]);
  });

  test('can’t come back by a reset of the password', async () => {
    const person = await registerOwner(product);
    const { id, email } = person.user;
    await suspensions.suspendUser({ params: { id }, body });
    const { verifyToken = '' } = await product.anyone.accounts.reset({ params: { email } });
    const chosen = { password: 'a new password', passwordConfirm: 'a new password' };
    const verify = product.anyone.accounts.verify({
      body: { email, token: verifyToken, ...chosen },
    });
    await expect(verify).rejects.toEqual(code('account.login.invalid'));
    await expect(
      product.anyone.accounts.login({ body: { email, password: chosen.password } }),
    ).rejects.toEqual(code('account.login.invalid'));
  });

  test('is listed with its reason to operators only', async () => {
    const person = await createTestUser(product);
    await suspensions.suspendUser({ params: { id: person.id }, body });
    const { items } = await operator.api.users.getAllOfAll({ query: { search: person.email } });
    expect(items).toMatchObject([{ active: false, suspensionReason: body.reason }]);
    const { id, owner } = await createTestOrganization(product);
    await product.open.owner.query(
      `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 2, 2, 1)`,
      [id, person.id],
    );
    const fellow = await owner.api.users.get({ params: { id: person.id } });
    expect(JSON.stringify(fellow)).not.toContain(body.reason);
  });

  test('is never an operator’s', async () => {
    const { id } = await createTestOperator(product, 'support');
    await expect(suspensions.suspendUser({ params: { id }, body })).rejects.toEqual(
      code('account.cannotSuspendAdmin'),
    );
  });

  test('is for administrators to decide', async () => {
    const supporter = await createTestOperator(product, 'support');
    const { id } = await createTestUser(product);
    await expect(supporter.api.suspensions.suspendUser({ params: { id }, body })).rejects.toEqual(
      code('access.operatorRole'),
    );
  });
});
