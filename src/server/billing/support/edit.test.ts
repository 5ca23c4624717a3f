import { describe, expect, test } from 'vitest';
import { failureCodeOf } from '#server/billing/subscriptions/test/fixtures.ts';
import { registerOwner, signInOperator, sharedApplication } from '#server/test/application.ts';

const product = await sharedApplication();
const operator = await signInOperator(product);
const { support } = operator.api;
const reason = 'The company changed its name.';
const newName = () => `Company ${crypto.randomUUID()}`;
const newSubdomain = () => `s${crypto.randomUUID()}`;

describe('Editing an organization (R-SUP-07)', () => {
  test('changes name and addresses, keeps the look and shows the reason', async () => {
    const owner = await registerOwner(product);
    const params = { id: owner.tenant };
    const before = await owner.api.tenants.getCurrent();
    const names = { name: newName(), subdomain: newSubdomain(), domain: 'app.example.com' };
    const record = await support.editTenant({ params, body: { ...names, reason } });
    expect(record).toMatchObject({
      tenant: names,
      actions: [{ kind: 'organization_edited', reason, operator: operator.user.email }],
    });
    const after = await owner.api.tenants.getCurrent();
    expect(after).toMatchObject({
      ...names,
      appTheme: before.appTheme,
      appColor: before.appColor,
      icon: before.icon,
    });
    const { supportActions } = await owner.api.subscriptions.getCurrent();
    expect(supportActions).toMatchObject([{ kind: 'organization_edited', reason }]);
    const { items } = await owner.api.audit.getAll({ query: {} });
    const actions = items.map(({ action }) => action);
    expect(actions.slice(0, 2).toSorted()).toEqual(['supportAction.created', 'tenant.changed']);
  });

  test('refuses names of others and reserved ones, and records nothing', async () => {
    const [owner, other] = [await registerOwner(product), await registerOwner(product)];
    const params = { id: owner.tenant };
    const taken = { name: newName(), subdomain: newSubdomain(), domain: '' };
    await support.editTenant({ params: { id: other.tenant }, body: { ...taken, reason } });
    const edit = (names: object) =>
      failureCodeOf(
        support.editTenant({
          params,
          body: { name: newName(), subdomain: '', domain: '', reason, ...names },
        }),
      );
    expect(await edit({ name: taken.name.toUpperCase() })).toBe('account.verify.organizationTaken');
    expect(await edit({ subdomain: taken.subdomain })).toBe('tenant.subdomain');
    expect(await edit({ subdomain: 'admin' })).toBe('tenant.subdomainReserved');
    expect(await edit({ reason: '' })).toBe('validation');
    expect((await support.get({ params })).actions).toEqual([]);
  });

  test('keeps the subdomain of the operator’s own organization', async () => {
    const own = (await operator.api.tenants.getAll()).find(
      ({ subdomain }) => subdomain === 'admin',
    );
    const params = { id: own?.id ?? '' };
    const body = { name: newName(), subdomain: newSubdomain(), domain: '', reason };
    expect(await failureCodeOf(support.editTenant({ params, body }))).toBe(
      'tenant.subdomainReserved',
    );
  });
});
