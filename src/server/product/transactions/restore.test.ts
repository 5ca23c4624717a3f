import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { maxPictures } from '#contract/transactions.ts';
import { setPlanLimit } from '#server/billing/usage/test/limits.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import { registerOwner, sharedApplication, type TestMember } from '#server/test/application.ts';
import { addPicturedRows } from './test/rows.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const picture = dataUrl(await drawPicture('png'));
const body = {
  description: 'Fees',
  quantity: 2,
  price: 2.55,
  date: '2026-03-01',
  category: 'Costs',
};

type Api = TestMember['api'];

/** Creates a transaction and deletes it. */
const deleted = async ({ transactions }: Api, image: string | null = null) => {
  const made = await transactions.create({ body: { ...body, image } });
  await transactions.remove({ params: { id: made.id } });
  return made;
};
const restore = ({ transactions }: Api, ...ids: string[]) =>
  transactions.restore({ body: { ids } });
const atOnce = (count: number, { api, id }: { api: Api; id: string }) =>
  Promise.allSettled(Array.from({ length: count }, () => restore(api, id)));

/** Returns how many of the restores restored a record, and why others were refused but for a busy machine. */
const outcomes = (results: PromiseSettledResult<{ count: number }>[]) => ({
  restored: results.filter((one) => one.status === 'fulfilled' && one.value.count === 1).length,
  refused: results.flatMap((one) =>
    one.status === 'rejected' && (one.reason as { code: string }).code !== 'unavailable'
      ? [one.reason as { code: string }]
      : [],
  ),
});

describe('Deleted transactions (R-HIS-03)', () => {
  test('are restored as they were, with id and time, and the log says so', async () => {
    const { api, user } = await registerOwner(product);
    const [first, second] = [await deleted(api), await deleted(api)];
    expect(await restore(api, first.id, second.id)).toEqual({ count: 2 });
    const { createdAt, ...record } = await api.transactions.get({ params: { id: first.id } });
    const { createdAt: before, ...rest } = first;
    expect(record).toEqual({ ...rest, version: rest.version + 1 });
    expect(createdAt.slice(0, 19)).toBe(before.slice(0, 19));
    const { items } = await api.transactions.getHistory({ params: { id: first.id } });
    expect(items.map(({ action }) => action)).toEqual([
      'transaction.restored',
      'transaction.removed',
      'transaction.created',
    ]);
    expect(items[0]).toMatchObject({ actor: { id: user.id }, after: { description: 'Fees' } });
  });

  test('get the values of their last deletion', async () => {
    const { api } = await registerOwner(product);
    const { id } = await deleted(api);
    await restore(api, id);
    await api.transactions.update({ params: { id }, body: { ...body, price: 9 } });
    await api.transactions.remove({ params: { id } });
    await restore(api, id);
    expect(await api.transactions.get({ params: { id } })).toMatchObject({ price: 9 });
  });

  test('get a version above all earlier ones, so that a change of one of these is refused (R-CNF-01)', async () => {
    const { api } = await registerOwner(product);
    const { id } = await api.transactions.create({ body });
    const params = { id };
    const versions = [1];
    for (const price of [3, 4]) {
      const { version } = await api.transactions.update({ params, body: { ...body, price } });
      await api.transactions.remove({ params });
      await restore(api, id);
      versions.push(version, (await api.transactions.get({ params })).version);
    }
    expect(versions).toEqual([1, 2, 3, 4, 5]);
    for (const version of versions.slice(0, -1))
      await expect(
        api.transactions.update({ params, body: { ...body, price: 5 }, version }),
      ).rejects.toMatchObject({ code: 'conflict.changed', current: { version: 5 } });
  });

  test('keep their picture, or have none when its file is gone', async () => {
    const { api, tenant } = await registerOwner(product);
    const [kept, lost] = [await deleted(api, picture), await deleted(api, picture)];
    await product.context.storage.delete(lost.image?.replace('/files/', '') ?? '');
    await restore(api, kept.id, lost.id);
    const { image } = await api.transactions.get({ params: { id: kept.id } });
    const file = await product.app.inject({ url: image ?? '' });
    expect(file.statusCode).toBe(200);
    expect((await api.transactions.get({ params: { id: lost.id } })).image).toBeNull();
    const { rows } = await store.query<{ image_bytes: number | null }>(
      'select image_bytes from transactions where tenant_id = $1 order by image_bytes',
      [tenant],
    );
    expect(rows).toEqual([{ image_bytes: file.rawPayload.length }, { image_bytes: null }]);
  });

  test('count towards the quota of pictures', async () => {
    const { api, tenant } = await registerOwner(product);
    const { id } = await deleted(api, picture);
    await addPicturedRows(store, { tenant, count: maxPictures });
    await expect(restore(api, id)).rejects.toMatchObject({ code: 'upload.quota' });
  });

  test('come back once under 50 requests at the same time', async () => {
    const { api } = await registerOwner(product);
    const { id } = await deleted(api);
    expect(outcomes(await atOnce(50, { api, id }))).toEqual({ restored: 1, refused: [] });
    expect((await api.transactions.getAll()).items).toHaveLength(1);
  });

  test('are restored by members who may write, and only in their organization', async () => {
    const { owner, add } = await createTestOrganization(product);
    const { id } = await deleted(owner.api);
    const other = await registerOwner(product);
    await expect(restore(other.api, id)).rejects.toMatchObject({ code: 'notFound' });
    await expect(restore((await add(Role.Guest)).api, id)).rejects.toMatchObject({ status: 403 });
    expect((await owner.api.transactions.getAll()).items).toEqual([]);
    const member = await add(Role.Member);
    expect(await restore(member.api, id)).toEqual({ count: 1 });
    expect(await restore(member.api, id)).toEqual({ count: 0 });
  });

  test('stay deleted without the plan that has transactions', async () => {
    const { api } = await registerOwner(product, { plan: 'Starter' });
    await expect(restore(api, crypto.randomUUID())).rejects.toMatchObject({ status: 403 });
  });

  test('are no other records of the log', async () => {
    const { owner } = await createTestOrganization(product);
    const [member] = await owner.api.members.getAll({ params: { tenantId: owner.tenant } });
    await expect(restore(owner.api, member?.id ?? '')).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('The limit of transactions (R-HIS-03)', () => {
  const limited = async (max: number) => {
    const organization = await createTestOrganization(product);
    await setPlanLimit(product, organization.id, { max_transactions: max });
    return organization;
  };
  const full = expect.objectContaining({ code: 'usage.transactions' });

  test('refuses to restore beyond it', async () => {
    const { api } = (await limited(1)).owner;
    const { id } = await deleted(api);
    await api.transactions.create({ body });
    await expect(restore(api, id)).rejects.toEqual(full);
    await expect(api.transactions.get({ params: { id } })).rejects.toMatchObject({
      code: 'notFound',
    });
  });

  test('holds under restores and creations at the same time', async () => {
    const { api } = (await limited(2)).owner;
    const { id } = await deleted(api);
    await api.transactions.create({ body });
    const [restores, creations] = await Promise.all([
      atOnce(10, { api, id }),
      Promise.allSettled(Array.from({ length: 10 }, () => api.transactions.create({ body }))),
    ]);
    const created = creations.filter(({ status }) => status === 'fulfilled').length;
    const { restored, refused } = outcomes(restores);
    expect(restored + created).toBe(1);
    expect(refused).toEqual(refused.map(() => full));
    expect((await api.transactions.getAll()).items).toHaveLength(2);
  });

  test('at its end admits the same record from several at once', async () => {
    const { api } = (await limited(1)).owner;
    const { id } = await deleted(api);
    expect(outcomes(await atOnce(20, { api, id }))).toEqual({ restored: 1, refused: [] });
  });

  test('counts a restored transaction in the month of its creation', async () => {
    const { owner, id: tenant } = await limited(1);
    const lastMonth = new Date(Date.now() - 32 * 24 * 60 * 60 * 1_000);
    const time = lastMonth.getTime().toString(16).padStart(12, '0').replace(/.{8}/, '$&-');
    const ids = ['1', '2'].map((end) => `${time}-7000-8000-00000000000${end}`);
    for (const id of ids) {
      await store.query(
        `insert into transactions (tenant_id, id, description, quantity, price, date)
         values ($1, $2, 'Fee', 1, 100, '2026-03-01')`,
        [tenant, id],
      );
      await owner.api.transactions.remove({ params: { id } });
    }
    await owner.api.transactions.create({ body });
    expect(await restore(owner.api, ids[0] ?? '')).toEqual({ count: 1 });
    await expect(restore(owner.api, ids[1] ?? '')).rejects.toEqual(full);
  });
});
