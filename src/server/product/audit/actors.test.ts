import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  testApplication,
} from '#server/test/application.ts';

/** The actor of changes by people who are not signed in (R-SEC-13). */
const product = await testApplication();
const { accounts, invitations } = product.anyone;

/** Returns the actors of the entries in the log of an organization. */
const actorsIn = async (tenant: string) => {
  const { rows } = await product.open.owner.query<{ actor_id: string | null }>(
    `select distinct actor_id from audit_log
     where tenant_id = $1 and action in ('tenant.created', 'member.created')`,
    [tenant],
  );
  return rows.map(({ actor_id: actor }) => actor);
};

test('is the person who joins through a link with the password of their account', async () => {
  const { id, owner } = await createTestOrganization(product);
  const { user } = await registerOwner(product, { plan: 'Starter' });
  const { link: token } = await owner.api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
  });
  const before = await actorsIn(id);
  await invitations.requestAccess({
    params: { token },
    body: { email: user.email, password: memberPassword, passwordConfirm: memberPassword },
  });
  expect((await actorsIn(id)).filter((actor) => !before.includes(actor))).toEqual([user.id]);
});

test('is the owner of the account with which an organization is registered again', async () => {
  const { user, tenant, api } = await registerOwner(product, { plan: 'Starter' });
  await api.tenants.remove({ params: { id: tenant } });
  const organization = `Organization ${randomUUID()}`;
  await accounts.register({
    body: {
      organization,
      email: user.email,
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: {
        subscriptionPriceId: await priceIdOf(product, 'Starter', BillingPeriod.Once),
      },
    },
  });
  const { rows } = await product.open.owner.query<{ id: string }>(
    'select id from tenants where name = $1',
    [organization],
  );
  expect(await actorsIn(rows[0]?.id ?? '')).toEqual([user.id]);
});
