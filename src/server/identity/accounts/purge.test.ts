import { expect, test } from 'vitest';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import { accountPurgeTasks } from './service/purge.ts';

/** The nightly job that deletes expired accounts, sessions and tokens (R-REL-08). */
const { owner } = await testDatabase();
const { tenant, person, member, insert, give, price } = rowFactories(
  async (question, ...values) => (await owner.query(question, values)).rows,
);
const purge = () =>
  accountPurgeTasks(owner)['account.purge']({}, { signal: AbortSignal.timeout(60_000) } as never);

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const left = async (table: string, column: string) =>
  (await owner.query<{ it: unknown }>(`select ${column} as it from ${table}`)).rows.map(
    ({ it }) => it,
  );

test('deletes accounts without an organization after 30 days, unverified ones after one day', async () => {
  const id = await tenant();
  await give(id, await price(1, 0));
  const proven = { password_hash: 'hash', verified_at: ago(200) };
  const kept = {
    member: await person({ ...proven, created_at: ago(200) }),
    invited: await person({ created_at: ago(200) }),
    waiting: await person({ password_hash: 'hash', created_at: ago(200) }),
    left: await person({ ...proven, created_at: ago(29) }),
    leftAndCame: await person({ ...proven, created_at: ago(200) }),
    registering: await person({ created_at: ago(0.5) }),
    linked: await person({ created_at: ago(5) }),
    operator: await person({ ...proven, type: 0, created_at: ago(200) }),
  };
  await member(id, { user_id: kept.member });
  await member(id, { user_id: kept.invited, status: 0 });
  await member(id, { user_id: kept.waiting, status: 1 });
  await insert('sessions', {
    token_hash: Buffer.from('a'),
    user_id: kept.leftAndCame,
    created_at: ago(3),
    expires_at: ago(2),
  });
  await insert('tokens', {
    token_hash: Buffer.from('a'),
    purpose: 'verify',
    user_id: kept.linked,
    expires_at: ago(-1),
  });
  const deleted = await tenant();
  await give(deleted, await price(1, 0));
  await member(deleted);
  await member(deleted, { user_id: await person({ created_at: ago(2) }), status: 0 });
  const asking = await person({ password_hash: 'hash', created_at: ago(2) });
  await member(deleted, { user_id: asking, status: 1 });
  await person({ ...proven, created_at: ago(31) });
  await owner.query('delete from tenants where id = $1', [deleted]);
  await owner.query(
    `update users set created_at = $1 where email not like '%@%' and id <> all ($2)`,
    [ago(31), Object.values(kept)],
  );
  await purge();
  expect((await left('users', 'id')).toSorted()).toEqual(Object.values(kept).toSorted());
});

test('deletes sessions and mailed tokens ninety days after their end (R-REL-08)', async () => {
  await owner.query('delete from sessions; delete from tokens');
  const user_id = await person({ type: 0 });
  const session = (name: string, created: number, ended: object) =>
    insert('sessions', {
      token_hash: Buffer.from(name),
      user_id,
      created_at: ago(created),
      ...ended,
    });
  await session('live', 100, { expires_at: ago(-1) });
  await session('recent', 89, { expires_at: ago(80) });
  await session('expired', 91, { expires_at: ago(80) });
  await session('revoked', 91, { expires_at: ago(-1), revoked_at: ago(90) });
  const token = (name: string, times: object) =>
    insert('tokens', { token_hash: Buffer.from(name), user_id, purpose: 'reset', ...times });
  await token('unused', { expires_at: ago(89) });
  await token('used', { expires_at: ago(-1), used_at: ago(91) });
  await token('old', { expires_at: ago(91) });
  await purge();
  const names = async (table: string) =>
    (await left(table, `convert_from(token_hash, 'UTF8')`)).toSorted();
  expect(await names('sessions')).toEqual(['live', 'recent']);
  expect(await names('tokens')).toEqual(['unused']);
});

test('removes the person from billing operations a day after they finished', async () => {
  const intent = (subject: string, state: string, days: number) =>
    insert('billing_operations', {
      kind: 'register',
      subject,
      for_tenant: '00000000-0000-0000-0000-000000000001',
      state,
      updated_at: ago(days),
    });
  await intent('person:a@example.com', 'done', 2);
  await intent('person:b@example.com', 'open', 2);
  await intent('person:c', 'undone', 0);
  await purge();
  const subjects = (await left('billing_operations', 'subject')).map((subject) =>
    String(subject).replace(/^ended:.*/, 'ended'),
  );
  expect(subjects.toSorted()).toEqual(['ended', 'person:b@example.com', 'person:c']);
});
