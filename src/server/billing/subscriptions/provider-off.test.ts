import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints, callEndpoint } from '#server/platform/http/test/endpoints.ts';
import { createStripeClient } from '#server/platform/stripe/client.ts';
import {
  memberPassword,
  priceIdOf,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';
import {
  sandboxRecordsOfCustomer,
  testCards,
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  registrationBody,
} from './test/fixtures.ts';

/** Checks that everything that needs no provider works while it is unreachable (R-REL-04). */
const product = await testApplication({ INSTANCES: '1' });
const { anyone, context, open } = product;
const paid = await offerProduct(product, { price: 10, tier: 2 });
const larger = await offerProduct(product, { price: 30, tier: 3 });
const free = await priceIdOf(product, 'Starter', 0);
const owner = await registerWithPlan(product, paid, { subscriptionCardToken: testCards.good });
const operator = await signInOperator(product);
const apiBase = 'http://127.0.0.1:1';
context.stripe = createStripeClient({ secretKey: 'sk_test_away', apiBase, timeout: 200 });
const unavailableCode = 'billing.providerUnavailable';

/** Returns true for endpoints whose contract names the provider's failure. */
const needsProvider = ({ errors }: Endpoint) => errors?.includes(unavailableCode) === true;

describe('While the provider is unreachable (R-REL-04)', () => {
  test('every screen but those of payments loads', async () => {
    const reads = allEndpoints.filter(({ method }) => method === 'GET');
    const failed = new Set<string>();
    for (const { headers } of [owner, operator])
      for (const endpoint of reads) {
        const { statusCode } = await callEndpoint(product, endpoint, headers);
        if (statusCode >= 500) failed.add(endpoint.path);
      }
    const mayFail = reads.filter(needsProvider).map(({ path }) => path);
    expect([...failed].filter((path) => !mayFail.includes(path as '/'))).toEqual([]);
    // Guards against a false success: the provider must be unreachable.
    expect([...failed]).toContain('/SubscriptionManager/GetUpcomingInvoice');
  });

  test('signing in, inviting, creating transactions and free registrations work', async () => {
    const { email } = owner.user;
    expect(
      (await anyone.accounts.login({ body: { email, password: memberPassword } })).token,
    ).toBeTruthy();
    const invitee = {
      email: 'eva@example.com',
      firstName: 'Eva',
      lastName: 'Reis',
      role: Role.Member,
    };
    expect((await owner.api.invitations.invite({ body: invitee })).email).toBe(invitee.email);
    const body = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };
    expect((await owner.api.transactions.create({ body })).amount).toBe(2.5);
    expect(
      (await anyone.accounts.register({ body: registrationBody(free) })).verifyToken,
    ).toBeTruthy();
  });

  test('payments are refused with a code and change nothing', async () => {
    const { api } = owner;
    const body = registrationBody(paid, { subscriptionCardToken: testCards.good });
    // One billing operation per organization at a time: the cancellation waits for the change.
    const changed = failureCodeOf(
      api.subscriptions.update({ body: { subscriptionPriceId: larger } }),
    );
    const refused = await Promise.all([
      failureCodeOf(api.subscriptions.getUpcomingInvoice()),
      changed,
      changed.then(() => failureCodeOf(api.subscriptions.cancel({ body: {} }))),
      failureCodeOf(anyone.accounts.register({ body })),
    ]);
    expect(refused).toEqual([unavailableCode, unavailableCode, unavailableCode, unavailableCode]);
    const { rows } = await open.owner.query<{ customer_id: string }>(
      `select customer_id from tenants where name = $1
       union all select customer_id from tenants where id = $2`,
      [body.organization, owner.tenant],
    );
    expect(rows).toHaveLength(1);
    const { subscriptions, invoices } = await sandboxRecordsOfCustomer(
      product,
      rows[0]?.customer_id,
    );
    expect([subscriptions.length, invoices.length]).toEqual([1, 1]);
  });
});
