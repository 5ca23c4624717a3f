import { describe, expect, test } from 'vitest';
import { csvText, importFile } from '#server/product/imports/test/csv-files.ts';
import { registerOwner, sharedApplication, type TestMember } from '#server/test/application.ts';

const product = await sharedApplication();
const { owner: store } = product.open;

const comment = ({ api }: TestMember, transactionId: string) =>
  api.comments.create({ body: { transactionId, text: 'Kept' } });
const textsOf = async ({ api }: TestMember, id: string) =>
  (await api.comments.getAll({ params: { id } })).items.map(({ text }) => text);

/** Imports two transactions; returns the import and the id of the second. */
const importTwo = async ({ api }: TestMember) => {
  const made = await importFile(api, csvText('A,1,1,2026-01-01,', 'B,1,1,2026-01-01,'));
  const { items } = await api.transactions.getAll();
  return { made, second: items.find(({ description }) => description === 'B')?.id ?? '' };
};

describe('Deleting many transactions keeps those with comments', () => {
  test('when an import is undone (R-IMP-08)', async () => {
    const owner = await registerOwner(product);
    const { made, second } = await importTwo(owner);
    await comment(owner, second);
    const undone = await owner.api.imports.undo({ params: { id: made.id } });
    expect(undone).toMatchObject({ undone: { removed: 1, kept: 1 } });
    expect(await textsOf(owner, second)).toEqual(['Kept']);
  });

  test('when one is being written while an import is undone (R-IMP-08)', async () => {
    const owner = await registerOwner(product);
    const { made, second } = await importTwo(owner);
    const client = await store.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into comments (tenant_id, transaction_id, user_id, comment) values ($1, $2, $3, 'Kept')`,
        [owner.tenant, second, owner.user.id],
      );
      const undone = owner.api.imports.undo({ params: { id: made.id } });
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from "transactions"%'`;
      await expect.poll(async () => (await store.query(waiting)).rowCount).not.toBe(0);
      await client.query('commit');
      expect(await undone).toMatchObject({ undone: { removed: 1, kept: 1 } });
    } finally {
      client.release();
    }
    expect(await textsOf(owner, second)).toEqual(['Kept']);
  });

  test('when the sample data is removed, of which no more is offered (R-ONB-06)', async () => {
    const owner = await registerOwner(product);
    const { onboarding, transactions } = owner.api;
    await onboarding.addSamples();
    const [sample] = (await transactions.getAll()).items;
    await comment(owner, sample?.id ?? '');
    await onboarding.removeSamples();
    const { items } = await transactions.getAll();
    expect(items.map(({ id }) => id)).toEqual([sample?.id]);
    expect(await textsOf(owner, sample?.id ?? '')).toEqual(['Kept']);
    expect(await onboarding.get()).toMatchObject({ hasSamples: false });
  });
});
