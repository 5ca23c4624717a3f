import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OperatorRole } from '#contract/access.ts';
import { linkParameter, waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';
import { createTestOperator, openTestSession } from './test/operators.ts';

const product = await testApplication();
const { anyone, open } = product;
const { api, user } = await signInOperator(product);
const password = 'a password of an operator';
const passwords = { password, passwordConfirm: password };

/** Invites an operator and returns the token of the email. */
const invite = async (role: OperatorRole = 'support') => {
  const email = `${randomUUID()}@example.com`;
  const invitation = await api.operators.invite({ body: { email, role } });
  const mail = await waitForMail(product, email, { containing: '/account/operator?' });
  return { email, id: invitation.id, token: linkParameter(mail, 'i') };
};

const accept = (token: string) =>
  anyone.operators.accept({ params: { token }, body: { ...passwords, firstName: 'Bia' } });

const listed = async (email: string) =>
  (await api.operators.getAll()).find((operator) => operator.email === email);

describe('An invitation of an operator (R-OPR-11)', () => {
  test('makes an operator who signs in to the portal, once', async () => {
    const { email, token } = await invite('billing');
    expect(await listed(email)).toMatchObject({ role: 'billing', name: '' });
    expect(await anyone.operators.getInvitation({ params: { token } })).toEqual({
      email,
      role: 'billing',
    });
    const [first, second] = await Promise.allSettled([accept(token), accept(token)]);
    const [done, failed] = first.status === 'fulfilled' ? [first, second] : [second, first];
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'notFound' } });
    expect(done).toMatchObject({
      value: {
        user: { type: 0, operatorRole: 'billing', currentTenant: { subdomain: 'admin' } },
      },
    });
    expect(await listed(email)).toMatchObject({ name: 'Bia', invitedUntil: null });
    const again = await anyone.accounts.login({ body: { email, password } });
    expect(again.user.operatorRole).toBe('billing');
  });

  test('replaces an earlier one of the address, and can be revoked', async () => {
    const { email, token } = await invite();
    const { id } = await api.operators.invite({ body: { email, role: 'catalogue' } });
    await expect(accept(token)).rejects.toMatchObject({ code: 'notFound' });
    expect(await listed(email)).toMatchObject({ id, role: 'catalogue' });
    const mail = await waitForMail(product, email, { containing: '/account/operator?', count: 2 });
    await api.operators.withdraw({ params: { id } });
    await expect(accept(linkParameter(mail, 'i'))).rejects.toMatchObject({ code: 'notFound' });
    expect(await listed(email)).toBeUndefined();
  });

  test('expires, and is refused for an address that has an account', async () => {
    const { email, token } = await invite();
    await open.owner.query(
      'update operator_invitations set expires_at = now() where lower(email) = lower($1)',
      [email],
    );
    await expect(accept(token)).rejects.toMatchObject({ code: 'notFound' });
    const body = { email: user.email.toUpperCase(), role: 'support' } as const;
    await expect(api.operators.invite({ body })).rejects.toMatchObject({
      code: 'operators.existingUser',
    });
  });
});

describe('The role of an operator (R-OPR-10)', () => {
  test('applies from the next call on', async () => {
    const { id, api: bia } = await createTestOperator(product, 'catalogue');
    const coupon = {
      code: `C${randomUUID().slice(0, 8)}`,
      percentOff: 5,
      duration: 'once',
    } as const;
    const refused = { code: 'access.operatorRole', status: 403 };
    await expect(bia.coupons.create({ body: coupon })).rejects.toMatchObject(refused);
    await expect(bia.users.getAllOfAll()).rejects.toMatchObject(refused);
    await expect(
      bia.operators.invite({ body: { email: 'a@b.co', role: 'support' } }),
    ).rejects.toMatchObject(refused);
    await api.operators.update({ params: { id }, body: { role: 'billing' } });
    await bia.coupons.create({ body: coupon });
    await expect(bia.products.generateDefaults()).rejects.toMatchObject(refused);
  });

  test('is in the audit log', async () => {
    const { id, email } = await createTestOperator(product, 'catalogue');
    await api.operators.update({ params: { id }, body: { role: 'support' } });
    const { items } = await api.audit.getAllOfAll({ query: { search: email } });
    expect(items).toContainEqual(
      expect.objectContaining({
        action: 'user.changed',
        actor: expect.objectContaining({ id: user.id }) as unknown,
        before: { operator_role: 'catalogue' },
        after: { operator_role: 'support' },
      }),
    );
  });
});

describe('A removed operator (R-OPR-11)', () => {
  test('loses access immediately, and their account', async () => {
    const { token, email } = await invite('administrator');
    const session = await accept(token);
    const theirs = product.callerOf({ authorization: `Bearer ${session.token}` });
    const organization = await createTestOrganization(product);
    const acting = await openTestSession(product, organization.owner.id, session.user.id);
    await acting.api.users.getCurrent();
    await api.operators.remove({ params: { id: session.user.id } });
    await expect(theirs.users.getCurrent()).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(acting.api.users.getCurrent()).rejects.toMatchObject({ code: 'unauthorized' });
    await invite();
    await api.operators.invite({ body: { email, role: 'support' } });
  });

  test('stays a customer of their organizations', async () => {
    const { id, headers } = await createTestOperator(product, 'support');
    const organization = await createTestOrganization(product);
    await organization.add(2, { person: { id, email: '', headers, api } });
    await api.operators.remove({ params: { id } });
    await expect(product.callerOf(headers).users.getCurrent()).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const { rows } = await open.owner.query('select type, operator_role from users where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ type: 1, operator_role: null }]);
  });

  test('is deleted although an organization invited them', async () => {
    const { id } = await createTestOperator(product, 'support');
    const { owner } = await createTestOrganization(product);
    const { rows } = await open.owner.query<{ email: string }>(
      'select email from users where id = $1',
      [id],
    );
    await owner.api.invitations.invite({
      body: { email: rows[0]?.email ?? '', firstName: 'Ana', lastName: 'Souza', role: 2 },
    });
    await api.operators.remove({ params: { id } });
    expect((await open.owner.query('select from users where id = $1', [id])).rowCount).toBe(0);
  });

  test('passes the ownership of the operators’ organization on', async () => {
    const { token } = await invite('administrator');
    const heir = await accept(token);
    await product
      .callerOf({ authorization: `Bearer ${heir.token}` })
      .operators.remove({ params: { id: user.id } });
    const { rows } = await open.owner.query<{ user_id: string }>(
      `select m.user_id from memberships m join tenants t on t.id = m.tenant_id
       where t.subdomain = 'admin' and m.role = 0`,
    );
    expect(rows).toEqual([{ user_id: heir.user.id }]);
    const last = product.callerOf({ authorization: `Bearer ${heir.token}` });
    const params = { id: heir.user.id };
    const refused = { code: 'operators.lastAdministrator' };
    await expect(last.operators.remove({ params })).rejects.toMatchObject(refused);
    await expect(
      last.operators.update({ params, body: { role: 'support' } }),
    ).rejects.toMatchObject(refused);
  });
});
