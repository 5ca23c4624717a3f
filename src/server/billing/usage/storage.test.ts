import { describe, expect, test } from 'vitest';
import {
  createTestOrganization,
  type TestOrganization,
} from '#server/identity/members/test/organizations.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import { sharedApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { usageTasks } from './service/tasks.ts';
import { setPlanLimit } from './test/limits.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const picture = dataUrl(await drawPicture('png', { width: 300, height: 200 }));
const other = dataUrl(await drawPicture('png', { width: 600, height: 500 }));
const body = { description: 'PETR4', quantity: 1, price: 2.5, date: '2026-03-01' };
const full = expect.objectContaining({ code: 'usage.storage' });

const limited = async (megabytes: number) => {
  const organization = await createTestOrganization(product);
  await setPlanLimit(product, organization.id, { max_storage: megabytes });
  return organization;
};
const usedBy = async ({ owner }: TestOrganization) =>
  (await owner.api.usage.get()).find(({ key }) => key === 'storage')?.used;
const sizeOf = async (address: string | null) =>
  (await product.app.inject({ url: address ?? '' })).rawPayload.length;

let names = 0;
/** Inserts a transaction with a picture of this size, as the application does. */
const insertPicture = ({ id }: TestOrganization, bytes: number) =>
  product.open.tenant(trusted.tenantId(id), (tx) =>
    tx.run(
      db.insertInto('transactions').values({
        ...body,
        tenant_id: id,
        price: 100,
        image: `/files/${(names += 1).toString(16).padStart(32, '0')}.webp`,
        image_bytes: bytes,
      }),
    ),
  );

describe('What an organization stores (R-USE-05)', () => {
  test('is the size of its transactions’ pictures and its logos', async () => {
    const organization = await limited(0);
    const { transactions, tenants } = organization.owner.api;
    const made = await transactions.create({ body: { ...body, image: picture } });
    const first = await sizeOf(made.image);
    expect(await usedBy(organization)).toBe(first);
    const params = { id: made.id };
    const changed = await transactions.update({ params, body: { ...body, image: other } });
    const second = await sizeOf(changed.image);
    expect(second).not.toBe(first);
    expect(await usedBy(organization)).toBe(second);
    await transactions.update({ params, body: { ...body, image: changed.image } });
    expect(await usedBy(organization)).toBe(second);
    const { logo } = await tenants.updateImage({
      params: { id: organization.id },
      body: { type: 'logo', logo: picture },
    });
    expect(await usedBy(organization)).toBe(second + (await sizeOf(logo)));
    await transactions.update({ params, body: { ...body, image: null } });
    expect(await usedBy(organization)).toBe(await sizeOf(logo));
    await tenants.updateImage({
      params: { id: organization.id },
      body: { type: 'logo', logo: null },
    });
    expect(await usedBy(organization)).toBe(0);
  });

  test('is refused beyond the limit; transactions without a picture are not', async () => {
    const organization = await limited(1);
    const { transactions, tenants } = organization.owner.api;
    await insertPicture(organization, 999_990);
    await expect(transactions.create({ body: { ...body, image: picture } })).rejects.toEqual(full);
    const params = { id: organization.id };
    const logo = { type: 'logo', logo: picture } as const;
    await expect(tenants.updateImage({ params, body: logo })).rejects.toEqual(full);
    const made = await transactions.create({ body });
    await expect(
      transactions.update({ params: { id: made.id }, body: { ...body, image: picture } }),
    ).rejects.toEqual(full);
    const { items } = await transactions.getAll();
    const [large] = items.filter(({ image }) => image !== null);
    await transactions.update({
      params: { id: large?.id ?? '' },
      body: { ...body, image: picture },
    });
    await tenants.updateImage({ params, body: logo });
  });

  const repeats = Array.from({ length: repetitions(2, 20) }, (_, n) => n + 1);
  test.each(repeats)(
    'takes exactly the free space when 100 pictures come at once (%i)',
    async () => {
      const organization = await limited(1);
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, () => insertPicture(organization, 190_000)),
      );
      const refused = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason as { code: string }] : [],
      );
      // A busy machine may also refuse for lack of a connection, which stores nothing.
      const atLimit = refused.filter(({ code }) => code === 'usage.storage');
      expect(atLimit).toEqual(atLimit.map(() => full));
      expect(await usedBy(organization)).toBe(5 * 190_000);
      expect(results.length - refused.length).toBe(5);
    },
  );

  test('is measured by a job where no size is stored yet', async () => {
    const organization = await limited(0);
    const { transactions, tenants } = organization.owner.api;
    const { id, image } = await transactions.create({ body: { ...body, image: picture } });
    const { icon } = await tenants.updateImage({
      params: { id: organization.id },
      body: { type: 'icon', icon: picture },
    });
    await insertPicture(organization, 190_000);
    await store.query('update transactions set image_bytes = null where tenant_id = $1', [
      organization.id,
    ]);
    await store.query('update tenants set icon_bytes = null where id = $1', [organization.id]);
    expect(await usedBy(organization)).toBe(0);
    await usageTasks(store, product.context)['usage.measure'](undefined, {
      attempt: 1,
      signal: new AbortController().signal,
    });
    expect(await usedBy(organization)).toBe((await sizeOf(image)) + (await sizeOf(icon)));
    const log = await store.query(
      `select from audit_log where target_id = $1 and action = 'transaction.changed'`,
      [id],
    );
    expect(log.rowCount).toBe(0);
  });
});
