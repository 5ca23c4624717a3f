import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import {
  priceIdOf,
  registerOwner,
  sharedApplication,
  type TestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const subscriptionPriceId = await priceIdOf(product, 'Starter', BillingPeriod.Once);
// A sharded database has no unique indexes across tenants (docs/scaling.md).
for (const key of ['name', 'subdomain']) {
  await product.open.owner.query(`drop index tenants_${key}_key`);
}

const owners = await Promise.all(Array.from({ length: 8 }, () => registerOwner(product)));

/** Sends requests concurrently; returns how many succeeded, and the codes of the others. */
const race = async (requests: Promise<unknown>[]) => {
  const results = await Promise.allSettled(requests);
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  );
  return { succeeded: results.length - codes.length, codes: [...new Set(codes)] };
};

const rename = ({ api, tenant }: TestMember, name: string, subdomain = '') =>
  api.tenants.update({
    params: { id: tenant },
    body: { name, subdomain, appTheme: 'light', appColor: 'teal' },
  });

const taken = { succeeded: 1, codes: ['account.verify.organizationTaken'] };

describe('a name of which only one organization may have (R-ORG-06)', () => {
  test('is given once to concurrent renamings, in whatever case', async () => {
    const name = `One ${randomUUID()}`;
    const names = owners.map((_, index) => (index % 2 ? name.toUpperCase() : name));
    expect(await race(owners.map((owner, index) => rename(owner, names[index] ?? '')))).toEqual(
      taken,
    );
  });

  test('is given once to concurrent creations and registrations', async () => {
    const name = `New ${randomUUID()}`;
    const selectedSubscription = { subscriptionPriceId };
    const creations = owners
      .slice(0, 4)
      .map(({ api }) => api.tenants.create({ body: { name, selectedSubscription } }));
    const registrations = Array.from({ length: 4 }, () =>
      product.anyone.accounts.register({
        body: {
          organization: name,
          email: `${randomUUID()}@example.com`,
          firstName: 'Ana',
          lastName: 'Souza',
          selectedSubscription,
        },
      }),
    );
    expect(await race([...creations, ...registrations])).toEqual(taken);
    const { rows } = await product.open.owner.query('select 1 from tenants where name = $1', [
      name,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('is free again after a renaming and after a deletion', async () => {
    const [one, other, third] = await Promise.all([0, 1, 2].map(() => registerOwner(product)));
    if (!one || !other || !third) throw new Error('Three owners expected');
    const [name, subdomain] = [`Old ${randomUUID()}`, `old-${randomUUID().slice(0, 8)}`];
    await rename(one, name, subdomain);
    await rename(one, name.toUpperCase(), subdomain);
    await expect(rename(other, name)).rejects.toMatchObject({
      code: 'account.verify.organizationTaken',
    });
    await expect(rename(other, randomUUID(), subdomain)).rejects.toMatchObject({
      code: 'tenant.subdomain',
    });
    await rename(one, randomUUID());
    await rename(other, name, subdomain);
    await other.api.tenants.remove({ params: { id: other.tenant } });
    await expect(rename(third, name, subdomain)).resolves.toMatchObject({ name, subdomain });
  });

  test('is not taken by an update that is rolled back', async () => {
    const [one, other] = await Promise.all([registerOwner(product), registerOwner(product)]);
    const [name, subdomain] = [`Half ${randomUUID()}`, `half-${randomUUID().slice(0, 8)}`];
    await rename(other, randomUUID(), subdomain);
    await expect(rename(one, name, subdomain)).rejects.toMatchObject({ code: 'tenant.subdomain' });
    await expect(rename(other, name)).resolves.toMatchObject({ name });
  });
});

test('a subdomain is given once to concurrent changes (R-ORG-06)', async () => {
  const subdomain = `one-${randomUUID().slice(0, 8)}`;
  const changes = owners.map((owner) => rename(owner, randomUUID(), subdomain));
  expect(await race(changes)).toEqual({ succeeded: 1, codes: ['tenant.subdomain'] });
});
