import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, knock } from '#server/http/test-walk.ts';
import { createGateway } from '#server/payments/gateway.ts';
import { memberPassword, priceOf, signInOperator, testProduct } from '#server/testing.ts';
import {
  booksOfCustomer,
  cards,
  codeOf,
  offer,
  registerWith,
  registration,
} from './test-subscriptions.ts';

/** Checks that everything that needs no provider works while it is unreachable (R-REL-04). */
const product = await testProduct({ INSTANCES: '1' });
const { anyone, house, open } = product;
const paid = await offer(product, { price: 10, tier: 2 });
const larger = await offer(product, { price: 30, tier: 3 });
const free = await priceOf(product, 'Starter', 0);
const owner = await registerWith(product, paid, { subscriptionCardToken: cards.good });
const operator = await signInOperator(product);
const apiBase = 'http://127.0.0.1:1';
house.gateway = createGateway({ secretKey: 'sk_test_away', apiBase, timeout: 200 });
const away = 'billing.providerUnavailable';

/** Returns true for endpoints whose contract names the provider's failure. */
const asks = ({ errors }: Endpoint) => errors?.includes(away) === true;

describe('While the provider is unreachable (R-REL-04)', () => {
  test('every screen but those of payments loads', async () => {
    const reads = endpoints.filter(({ method }) => method === 'GET');
    const failed = new Set<string>();
    for (const { headers } of [owner, operator])
      for (const endpoint of reads) {
        const { statusCode } = await knock(product, endpoint, headers);
        if (statusCode >= 500) failed.add(endpoint.path);
      }
    const mayFail = reads.filter(asks).map(({ path }) => path);
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
    expect((await anyone.accounts.register({ body: registration(free) })).verifyToken).toBeTruthy();
  });

  test('payments are refused with a code and change nothing', async () => {
    const { api } = owner;
    const body = registration(paid, { subscriptionCardToken: cards.good });
    // One billing operation per organization at a time: the cancellation waits for the change.
    const changed = codeOf(api.subscriptions.update({ body: { subscriptionPriceId: larger } }));
    const refused = await Promise.all([
      codeOf(api.subscriptions.getUpcomingInvoice()),
      changed,
      changed.then(() => codeOf(api.subscriptions.cancel({ body: {} }))),
      codeOf(anyone.accounts.register({ body })),
    ]);
    expect(refused).toEqual([away, away, away, away]);
    const { rows } = await open.owner.query<{ customer_id: string }>(
      `select customer_id from tenants where name = $1
       union all select customer_id from tenants where id = $2`,
      [body.organization, owner.tenant],
    );
    expect(rows).toHaveLength(1);
    const { subscriptions, invoices } = await booksOfCustomer(product, rows[0]?.customer_id);
    expect([subscriptions.length, invoices.length]).toEqual([1, 1]);
  });
});
