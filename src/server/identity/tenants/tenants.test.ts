import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { createInvitation } from '#server/identity/invitations/test/invitations.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  priceIdOf,
  registerOwner,
  signInOperator,
  sharedApplication,
} from '#server/test/application.ts';

const product = await sharedApplication();
const code = (expected: string) => expect.objectContaining({ code: expected });
const pro = await priceIdOf(product, 'Pro', BillingPeriod.Monthly);

const settings = (changes: object = {}) => ({
  name: `Renamed ${randomUUID()}`,
  appTheme: 'light' as const,
  appColor: 'teal' as const,
  ...changes,
});

describe('another organization (R-ORG-01, R-ORG-03)', () => {
  test('is created with its own plan and becomes the current one', async () => {
    const owner = await registerOwner(product, { plan: 'Starter' });
    const name = `Second ${randomUUID()}`;
    const { user, token } = await owner.api.tenants.create({
      body: { name, selectedSubscription: { subscriptionPriceId: pro }, appColor: 'blue' },
    });
    expect(token).toBe(owner.token);
    expect(user.currentTenant).toMatchObject({ name, appColor: 'blue', usersCount: 1 });
    expect(user.tenants).toHaveLength(2);
    const tenants = await owner.api.tenants.getAll();
    expect(
      tenants.map((tenant) => tenant.products[0]?.subscriptionProduct.title).toSorted(),
    ).toEqual(['Pro', 'Starter']);
  });

  test('is rejected with a name that is taken (R-ORG-06)', async () => {
    const [one, other] = [await registerOwner(product), await registerOwner(product)];
    const name = other.user.currentTenant?.name ?? '';
    await expect(
      one.api.tenants.create({
        body: { name, selectedSubscription: { subscriptionPriceId: pro } },
      }),
    ).rejects.toEqual(code('account.verify.organizationTaken'));
  });
});

describe('settings of an organization (R-ORG-04)', () => {
  test('change name, subdomain, domain, theme and color', async () => {
    const owner = await registerOwner(product);
    const body = settings({
      subdomain: `Sub-${randomUUID().slice(0, 8)}`,
      domain: 'trade.example',
    });
    const params = { id: owner.tenant };
    await expect(owner.api.tenants.update({ params, body })).resolves.toMatchObject({
      ...body,
      subdomain: String(
        Object.entries(body).find(([key]) => key === 'subdomain')?.[1],
      ).toLowerCase(),
    });
  });

  test('reject a reserved subdomain and one that is taken, also under concurrency (R-ORG-06)', async () => {
    const subdomain = `host-${randomUUID().slice(0, 8)}`;
    const owners = await Promise.all(Array.from({ length: 6 }, () => registerOwner(product)));
    const results = await Promise.allSettled(
      owners.map(({ api, tenant }) =>
        api.tenants.update({ params: { id: tenant }, body: settings({ subdomain }) }),
      ),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(5);
    expect(refused).toContainEqual({ status: 'rejected', reason: code('tenant.subdomain') });
    const [first] = owners;
    for (const reserved of ['admin', 'Login', 'acc0unt', 'log-in', 'xn--pypal-4ve']) {
      await expect(
        first?.api.tenants.update({
          params: { id: first.tenant },
          body: settings({ subdomain: reserved }),
        }),
      ).rejects.toEqual(code('tenant.subdomainReserved'));
    }
  });

  test('return 404 for another organization and reject a tenant key that differs (R-SEC-02)', async () => {
    const [one, other] = [await registerOwner(product), await registerOwner(product)];
    const authorization = one.headers['authorization'] ?? '';
    const change = { params: { id: other.tenant }, body: settings() };
    await expect(product.callerOf({ authorization }).tenants.update(change)).rejects.toEqual(
      code('notFound'),
    );
    await expect(one.api.tenants.update(change)).rejects.toEqual(code('tenant.keyMismatch'));
  });
});

describe('deleting an organization (R-ORG-09)', () => {
  test('ends its subscription at the provider and mails its members', async () => {
    const owner = await registerOwner(product);
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    const payments = (await product.app.inject('/sandbox/payments.json')).json() as {
      customers: { id: string }[];
    };
    expect(payments.customers.map(({ id }) => id)).not.toContain(
      owner.user.currentTenant?.subscriptionCustomerId,
    );
    await expect(owner.api.transactions.getAll()).rejects.toEqual(code('notFound'));
    await expect(owner.api.tenants.getAll()).resolves.toEqual([]);
    const mails = () => product.app.inject(`/sandbox/mail.json?to=${owner.user.email}`);
    await expect.poll(async () => (await mails()).json()).toHaveLength(2);
  });

  test('ends its invitations, and its use as a default organization', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    await member.api.users.updateDefaultTenant({
      params: { userId: member.id, tenantId: owner.tenant },
    });
    const { token } = await createInvitation(product, owner);
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    const user = await product.callerOf(member.headers).users.get({ params: { id: member.id } });
    expect(user.defaultTenant).toBeNull();
    await expect(product.callerOf({}).invitations.get({ params: { token } })).rejects.toEqual(
      code('notFound'),
    );
    const { rows } = await product.open.owner.query(
      'select from tokens where invited_to = $1 union all select from users where default_tenant_id = $1',
      [owner.tenant],
    );
    expect(rows).toEqual([]);
  });

  test('is rejected for the operator’s own organization (R-ORG-10)', async () => {
    const operator = await signInOperator(product);
    await expect(operator.api.tenants.remove({ params: { id: operator.tenant } })).rejects.toEqual(
      code('tenant.isOperators'),
    );
  });
});
