import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { ChecklistStep } from '#contract/onboarding/onboarding.ts';
import { setPlanLimit } from '#server/billing/usage/test/limits.ts';
import {
  createTestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { registerOwner, testApplication } from '#server/test/application.ts';
import { sampleTransactions } from './rules.ts';

const product = await testApplication();
const { owner: database } = product.open;

type Caller = Pick<TestOrganizationMember, 'api'>;
const stepsOf = async ({ api }: Caller) =>
  Object.fromEntries((await api.onboarding.get()).steps.map(({ key, done }) => [key, done]));
const transaction = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };
const sampleRows = async ({ api }: Caller) =>
  (await api.transactions.getAll({ query: { limit: 1_000 } })).items.filter(({ sample }) => sample);
const actionsOf = async ({ api }: Caller) =>
  (await api.audit.getAll({})).items.map(({ action }) => action);
/** Returns an id that was made 32 days ago. */
const idOfLastMonth = (end: string) =>
  `${(Date.now() - 32 * 24 * 60 * 60 * 1_000).toString(16).padStart(12, '0').replace(/.{8}/, '$&-')}-7000-8000-${end.padStart(12, '0')}`;
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('the checklist (R-ONB-01)', () => {
  test('is derived from what the organization has', async () => {
    const owner = await registerOwner(product);
    const open = {
      verify: true,
      appearance: false,
      invite: false,
      transaction: false,
      plan: false,
    };
    expect(await stepsOf(owner)).toEqual(open);

    const { id, name } = (await owner.api.tenants.getAll())[0] ?? { id: '', name: '' };
    await owner.api.tenants.update({
      params: { id },
      body: { name, appTheme: 'light', appColor: 'teal' },
    });
    expect(await stepsOf(owner)).toMatchObject({ appearance: true });

    const body = { firstName: 'Eva', lastName: 'Reis', role: 2 as const };
    const invited = await owner.api.invitations.invite({
      body: { ...body, email: `${crypto.randomUUID()}@example.com` },
    });
    expect(await stepsOf(owner)).toMatchObject({ invite: true });
    await owner.api.members.remove({ params: { id: invited.id } });
    expect(await stepsOf(owner)).toMatchObject({ invite: false });

    await owner.api.transactions.create({ body: transaction });
    expect(await stepsOf(owner)).toMatchObject({ transaction: true });

    await database.query(`update tenant_products set status = 'active' where tenant_id = $1`, [id]);
    expect(await stepsOf(owner)).toMatchObject({ plan: true });
  });

  test('has only steps that the member may do', async () => {
    const { owner, add } = await createTestOrganization(product);
    const keys = async (member: Caller): Promise<ChecklistStep[]> =>
      (await member.api.onboarding.get()).steps.map(({ key }) => key);
    expect(await keys(owner)).toEqual(['verify', 'appearance', 'invite', 'transaction', 'plan']);
    expect(await keys(await add(Role.Admin))).toEqual(['verify', 'invite', 'transaction', 'plan']);
    expect(await keys(await add(Role.Member))).toEqual([]);
    expect(await keys(await add(Role.Guest))).toEqual([]);
    const alone = await createTestOrganization(product, { seats: 1 });
    expect(await keys(alone.owner)).not.toContain('invite');
  });

  test('offers a download instead of transactions on a plan without them', async () => {
    const { id, owner } = await createTestOrganization(product);
    // Two statements: Citus refuses one that reads tenants' tables and writes the catalog.
    const held = await database.query<{ id: string }>(
      `select subscription_product_id as id from tenant_products held
       join subscription_prices price on price.id = held.subscription_price_id where tenant_id = $1`,
      [id],
    );
    await database.query('update subscription_products set tier = 1 where id = $1', [
      held.rows[0]?.id,
    ]);
    expect(await stepsOf(owner)).not.toHaveProperty('transaction');
    expect(await stepsOf(owner)).not.toHaveProperty('resource');
    const { rows } = await database.query<{ id: string }>(
      `insert into resources (title, type, file, size, sha256)
       values ('Guide', 1, repeat('0', 32) || '.bin', 1, repeat('0', 64)) returning id`,
    );
    expect(await stepsOf(owner)).toMatchObject({ resource: false });
    await database.query(`select app.audit('resource.downloaded', $1)`, [id]);
    expect(await stepsOf(owner)).toMatchObject({ resource: true });
    await database.query('delete from resources where id = $1', [rows[0]?.id]);
  });

  test('is hidden for one member of one organization (R-ONB-02)', async () => {
    const { owner, add } = await createTestOrganization(product);
    const admin = await add(Role.Admin);
    const other = await createTestOrganization(product);
    const elsewhere = await other.add(Role.Owner, { person: admin });
    await admin.api.onboarding.hide();
    expect(await stepsOf(admin)).toEqual({});
    expect(await stepsOf(owner)).not.toEqual({});
    expect(await stepsOf(elsewhere)).not.toEqual({});
  });
});

describe('sample data', () => {
  test('is added once, marked, in the language of the caller, and removed (R-ONB-05, R-ONB-06)', async () => {
    const owner = await registerOwner(product);
    const speaking = product.callerOf({ ...owner.headers, 'accept-language': 'es-MX' });
    await Promise.all(Array.from({ length: 10 }, () => speaking.onboarding.addSamples()));
    const rows = await sampleRows(owner);
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(rows.length).toBeLessThanOrEqual(180);
    expect(new Set(rows.map(({ date }) => date.slice(0, 7))).size).toBe(6);
    expect(rows.map(({ description }) => description)).toContain('Mini índice, 5 contratos');
    expect(await owner.api.onboarding.get()).toMatchObject({ hasSamples: true });
    // Samples are no first transaction.
    expect(await stepsOf(owner)).toMatchObject({ transaction: false });

    await owner.api.onboarding.removeSamples();
    await owner.api.onboarding.removeSamples();
    expect(await sampleRows(owner)).toEqual([]);
    expect(await owner.api.onboarding.get()).toMatchObject({ hasSamples: false });
    const actions = (await actionsOf(owner)).filter((action) => /sample|transaction/.test(action));
    expect(actions).toEqual(['samples.removed', 'samples.added']);
  });

  test('is of a desk, whose last week lost (R-ONB-05)', () => {
    for (let day = 1; day <= 40; day += 1) {
      const now = new Date(Date.UTC(2026, 9, day, 12));
      const monday = day - ((now.getUTCDay() + 6) % 7);
      const [from, to] = [monday - 7, monday - 1].map((date) =>
        new Date(Date.UTC(2026, 9, date)).toISOString().slice(0, 10),
      );
      const rows = sampleTransactions(now);
      const week = rows.filter(({ date }) => date >= (from ?? '') && date <= (to ?? ''));
      const days = Map.groupBy(week, ({ date }) => date);
      const sums = [...days.values()].map((all) =>
        all.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
      );
      expect(sums.length).toBeGreaterThanOrEqual(5);
      expect(Math.max(...sums)).toBeLessThan(0);
      expect(new Set(rows.map(({ date }) => date.slice(0, 7))).size).toBe(6);
      expect(rows.reduce((sum, { quantity, price }) => sum + quantity * price, 0)).toBeGreaterThan(
        0,
      );
    }
  });

  test('stays where a member has changed it (R-ONB-06)', async () => {
    const owner = await registerOwner(product);
    await owner.api.transactions.create({ body: transaction });
    await owner.api.onboarding.addSamples();
    const [row] = await sampleRows(owner);
    await owner.api.transactions.update({ params: { id: row?.id ?? '' }, body: transaction });
    await owner.api.onboarding.removeSamples();
    const { items } = await owner.api.transactions.getAll({});
    expect(items.map(({ sample }) => sample)).toEqual([false, false]);
    expect(items.map(({ id }) => id)).toContain(row?.id);
    expect(await actionsOf(owner)).toContain('transaction.changed');
  });

  test('becomes a record by a change of several, too (R-ONB-06)', async () => {
    const owner = await registerOwner(product);
    await owner.api.onboarding.addSamples();
    const ids = (await sampleRows(owner)).slice(0, 2).map(({ id }) => id);
    await owner.api.transactions.updateMany({ body: { ids, changes: { category: 'Fees' } } });
    await owner.api.onboarding.removeSamples();
    const { items } = await owner.api.transactions.getAll();
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(ids));
    expect(items.map(({ sample }) => sample)).toEqual([false, false]);
  });

  test('is a sample again when the deletion of a row is undone (R-HIS-03, R-ONB-06)', async () => {
    const owner = await registerOwner(product);
    const { transactions, onboarding, usage } = owner.api;
    await setPlanLimit(product, owner.tenant, { max_transactions: 1 });
    await onboarding.addSamples();
    await transactions.create({ body: transaction });
    const [row, other] = await sampleRows(owner);
    const params = { id: row?.id ?? '' };
    expect((await transactions.getHistory({ params })).items).toEqual([]);
    await transactions.remove({ params });
    await transactions.removeMany({ body: { ids: [other?.id ?? ''] } });
    const ids = [params.id, other?.id ?? ''];
    // At the limit, which samples leave alone.
    expect(await transactions.restore({ body: { ids } })).toEqual({ count: 2 });
    expect(await transactions.get({ params })).toMatchObject({
      ...row,
      createdAt: expect.anything(),
      version: 2,
    });
    expect((await usage.get()).find(({ key }) => key === 'transactions')?.used).toBe(1);
    const { items } = await transactions.getHistory({ params });
    expect(items.map(({ action }) => action)).toEqual([
      'transaction.restored',
      'transaction.removed',
    ]);
    await onboarding.removeSamples();
    expect(await sampleRows(owner)).toEqual([]);
    // The entry that covers all samples is not one of the row.
    await expect(transactions.restore({ body: { ids } })).resolves.toEqual({ count: 0 });
    await setPlanLimit(product, owner.tenant, { max_transactions: 0 });
  });

  test('counts towards no limit until a member changes it (R-ONB-07)', async () => {
    const owner = await registerOwner(product);
    await setPlanLimit(product, owner.tenant, { max_transactions: 2 });
    const used = async () =>
      (await owner.api.usage.get()).find(({ key }) => key === 'transactions')?.used;
    await owner.api.onboarding.addSamples();
    expect(await used()).toBe(0);
    const [first, second, third] = await sampleRows(owner);
    const change = (id = '') =>
      owner.api.transactions.update({ params: { id }, body: transaction });
    await owner.api.transactions.create({ body: transaction });
    await change(first?.id);
    expect(await used()).toBe(2);
    await expect(change(second?.id)).rejects.toEqual(code('usage.transactions'));
    await expect(change(third?.id)).rejects.toEqual(code('usage.transactions'));
    await expect(owner.api.transactions.create({ body: transaction })).rejects.toEqual(
      code('usage.transactions'),
    );
    // A changed record is one: further changes are free.
    await change(first?.id);
    await setPlanLimit(product, owner.tenant, { max_transactions: 0 });
  });

  test('counts in the month of its creation once it is changed (R-ONB-07)', async () => {
    const owner = await registerOwner(product);
    await setPlanLimit(product, owner.tenant, { max_transactions: 1 });
    const ids = ['1', '2'].map((end) => idOfLastMonth(end));
    for (const id of ids) {
      await database.query(
        `insert into transactions (tenant_id, id, description, quantity, price, date, sample)
         values ($1, $2, 'Fee', 1, 100, '2026-03-01', true)`,
        [owner.tenant, id],
      );
    }
    const change = (id = '') =>
      owner.api.transactions.update({ params: { id }, body: transaction });
    await owner.api.transactions.create({ body: transaction });
    await change(ids[0]);
    await expect(change(ids[1])).rejects.toEqual(code('usage.transactions'));
    await setPlanLimit(product, owner.tenant, { max_transactions: 0 });
  });

  test('is for members who may write, in their organization alone (R-ONB-05)', async () => {
    const { owner, add } = await createTestOrganization(product);
    const other = await createTestOrganization(product);
    const [member, guest] = [await add(Role.Member), await add(Role.Guest)];
    await expect(guest.api.onboarding.addSamples()).rejects.toEqual(code('tenant.onlyMember'));
    await member.api.onboarding.addSamples();
    await expect(guest.api.onboarding.removeSamples()).rejects.toEqual(code('tenant.onlyMember'));
    await other.owner.api.onboarding.addSamples();
    await other.owner.api.onboarding.removeSamples();
    expect((await sampleRows(owner)).length).toBeGreaterThan(40);
    const starter = await registerOwner(product, { plan: 'Starter' });
    await expect(starter.api.onboarding.addSamples()).rejects.toEqual(code('access.tier'));
  });
});
