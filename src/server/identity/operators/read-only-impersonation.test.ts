import { expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { testApplication } from '#server/test/application.ts';
import { createTestOperator } from './test/operators.ts';

const product = await testApplication();

test('support acts as a user to look, and changes nothing (R-OPR-12)', async () => {
  const { owner, add, id: tenant } = await createTestOrganization(product);
  const { api, id: supporter } = await createTestOperator(product, 'support');
  const { token, user } = await api.accounts.impersonate({
    params: { userId: owner.id },
    body: { reason: 'Ticket 4' },
  });
  expect(user.impersonatedBy).toMatchObject({ id: supporter, readOnly: true });
  const acting = product.callerOf({ authorization: `Bearer ${token}`, 'x-tenant-key': tenant });
  const { member } = await add(Role.Member);
  const refused = { code: 'access.readOnlyImpersonation', status: 403 };
  await expect(acting.accounts.allowWriting()).rejects.toMatchObject(refused);
  expect(await acting.members.getAll({ params: { tenantId: tenant } })).toHaveLength(2);
  await expect(acting.members.remove({ params: { id: member } })).rejects.toMatchObject(refused);
  await expect(
    acting.users.update({ params: { id: owner.id }, body: { firstName: 'A', lastName: 'B' } }),
  ).rejects.toMatchObject(refused);
  await expect(acting.accounts.reset({ params: { email: owner.email } })).rejects.toMatchObject(
    refused,
  );
  await product.open.owner.query(`update users set operator_role = 'administrator' where id = $1`, [
    supporter,
  ]);
  await expect(acting.members.remove({ params: { id: member } })).rejects.toMatchObject(refused);
  await acting.accounts.allowWriting();
  await acting.members.remove({ params: { id: member } });
  await product.open.owner.query(`update users set operator_role = 'support' where id = $1`, [
    supporter,
  ]);
  await acting.accounts.logout();
  await expect(acting.users.getCurrent()).rejects.toMatchObject({ code: 'unauthorized' });
});

test('an operator who may no longer act as users loses the session in which they do (R-OPR-12)', async () => {
  const { owner } = await createTestOrganization(product);
  const { api, id } = await createTestOperator(product, 'support');
  const reason = 'Ticket 5';
  const { token } = await api.accounts.impersonate({
    params: { userId: owner.id },
    body: { reason },
  });
  await product.open.owner.query(`update users set operator_role = 'billing' where id = $1`, [id]);
  await expect(
    product.callerOf({ authorization: `Bearer ${token}` }).users.getCurrent(),
  ).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(
    api.accounts.impersonate({ params: { userId: owner.id }, body: { reason } }),
  ).rejects.toMatchObject({ code: 'access.operatorRole' });
});

test('acting as a user ends when the session of the operator would at the latest (R-SEC-08)', async () => {
  const { owner } = await createTestOrganization(product);
  const { api, session } = await createTestOperator(product, 'support');
  const { owner: store } = product.open;
  await store.query(`update sessions set ends_at = now() + interval '10 minutes' where id = $1`, [
    session,
  ]);
  await api.accounts.impersonate({ params: { userId: owner.id }, body: { reason: 'Ticket 6' } });
  const { rows } = await store.query<{ minutes: number[] }>(
    `select array[round(extract(epoch from expires_at - created_at) / 60)::int,
       round(extract(epoch from ends_at - created_at) / 60)::int] as minutes
     from sessions where user_id = $1 and impersonator_id is not null`,
    [owner.id],
  );
  expect(rows).toEqual([{ minutes: [10, 10] }]);
});
