import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { WebhookEvent } from '#contract/webhooks/event-names.ts';
import { webhookBody, webhookEvents } from '#contract/webhooks/events.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';
import { patience, startReceiver } from './test/receiver.ts';

const product = await testApplication();
const { owner: store } = product.open;
const receiver = await startReceiver(product);
const transaction = { description: 'PETR4', quantity: 2, price: 2.5, date: '2026-03-01' };

const { sandbox, stripe } = await connectToSandbox(product);
await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });

/** Advances the sandbox's clock; the product has followed then. */
const advance = async (days: number) => {
  const payload = { advanceSeconds: days * 86_400 };
  const url = '/sandbox/payments/clock';
  expect((await product.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
};

const payerOf = async (tenant: string) => {
  const { rows } = await store.query<{ customer: string }>(
    'select customer_id as customer from tenants where id = $1',
    [tenant],
  );
  return rows[0] ?? { customer: '' };
};

describe('Events', () => {
  test('follow the changes of transactions, with the data at that time (R-WHK-02, R-WHK-03)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, [
      'transaction.created',
      'transaction.updated',
      'transaction.deleted',
    ]);
    const { id } = await owner.api.transactions.create({ body: transaction });
    const changed = { params: { id }, body: { ...transaction, quantity: 3 } };
    await owner.api.transactions.update(changed);
    // Repeating a change is none.
    await owner.api.transactions.update(changed);
    await owner.api.transactions.remove({ params: { id } });
    await expect.poll(endpoint.types, patience).toHaveLength(3);
    const bodies = endpoint.received().toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    expect(bodies).toMatchObject([
      { type: 'transaction.created', data: { id, quantity: 2, version: 1 } },
      { type: 'transaction.updated', data: { id, quantity: 3, amount: 7.5, version: 2 } },
      { type: 'transaction.deleted', data: { id, quantity: 3 } },
    ]);
  });

  test('follow members and invitations (R-WHK-02, R-WHK-03)', async () => {
    const organization = await createTestOrganization(product);
    const { owner } = organization;
    const endpoint = await receiver.subscribe(owner, [
      'invitation.created',
      'invitation.accepted',
      'invitation.removed',
      'member.added',
      'member.updated',
      'member.deactivated',
      'member.removed',
    ]);
    const { email, id: userId } = await createTestUser(product);
    const invite = { email, firstName: 'Rui', lastName: 'Alves', role: Role.Member };
    await owner.api.invitations.invite({ body: invite });
    const added = await organization.add(Role.Guest);
    const members = await owner.api.members.getAll({ params: { tenantId: organization.id } });
    const idOf = (user: string) => members.find((member) => member.userId === user)?.id ?? '';
    const params = { id: idOf(added.id) };
    const named = { firstName: 'Lia', lastName: 'Reis', phone: '' };
    await owner.api.members.update({ params, body: { ...named, role: Role.Member } });
    // What no subscriber sees is no change.
    await added.api.onboarding.hide();
    await owner.api.members.deactivate({ params });
    await owner.api.members.reactivate({ params });
    await owner.api.members.remove({ params });
    // An invitation that the directory deactivates stays one.
    const deactivate = 'update memberships set status = 3, unaccepted = true where id = $1';
    await store.query(deactivate, [idOf(userId)]);
    await owner.api.members.remove({ params: { id: idOf(userId) } });
    await expect
      .poll(() => endpoint.types().toSorted(), patience)
      .toEqual([
        'invitation.created',
        'invitation.removed',
        'member.added',
        'member.added',
        'member.deactivated',
        'member.removed',
        'member.updated',
      ]);
    const updated = endpoint.received().find(({ type }) => type === 'member.updated');
    expect(updated?.data).toMatchObject({
      userId: added.id,
      email: added.email,
      role: Role.Member,
    });
  });

  test('follow subscriptions and payments at the provider (R-WHK-02, R-WHK-03)', async () => {
    const owner = await registerOwner(product);
    const endpoint = await receiver.subscribe(owner, [
      'subscription.updated',
      'subscription.ended',
      'payment.succeeded',
      'payment.failed',
    ]);
    const { customer } = await payerOf(owner.tenant);
    const [{ id } = { id: '' }] = (await stripe.subscriptions.list({ customer })).data;
    const pay = async (method: string) => {
      const { id: card } = await stripe.paymentMethods.attach(method, { customer });
      const settings = { default_payment_method: card };
      await stripe.customers.update(customer, { invoice_settings: settings });
    };
    await pay('pm_card_visa');
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    await advance(1);
    await expect.poll(endpoint.types, patience).toContain('payment.succeeded');
    await pay('pm_card_chargeCustomerFail');
    await advance(366);
    await expect.poll(endpoint.types, patience).toContain('payment.failed');
    await stripe.subscriptions.cancel(id);
    await advance(1);
    await expect.poll(endpoint.types, patience).toContain('subscription.ended');
    const data = Object.fromEntries(endpoint.received().map((event) => [event.type, event.data]));
    expect(data).toMatchObject({
      'payment.succeeded': { amount: 1_000, currency: 'usd', plan: 'Pro' },
      'payment.failed': { currency: 'usd', plan: 'Pro' },
      'subscription.ended': { title: 'Pro', tier: 2, status: 'canceled' },
    });
    const payments = endpoint.received().filter(({ type }) => type.startsWith('payment.'));
    expect(payments).toHaveLength(2);
  });

  test('about a resource reach every organization that subscribes, once (R-WHK-03)', async () => {
    const [one, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const endpoints = [
      await receiver.subscribe(one.owner, ['resource.created', 'resource.deleted']),
      await receiver.subscribe(other.owner, ['resource.created']),
    ];
    const operator = await signInOperator(product);
    const title = `Robot ${crypto.randomUUID()}`;
    const { id } = await operator.api.resources.create({ body: { title, type: 0 } });
    await operator.api.resources.remove({ params: { id } });
    const of = (index: number) =>
      endpoints[index]?.received().map(({ type, data }) => [type, data['title']]);
    await expect
      .poll(() => of(0)?.toSorted(), patience)
      .toEqual([
        ['resource.created', title],
        ['resource.deleted', title],
      ]);
    await expect.poll(() => of(1), patience).toEqual([['resource.created', title]]);
  });

  test('of a transaction that is rolled back are not sent (R-WHK-03)', async () => {
    const { owner, id } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    const failing = product.context.database.tenant(id as TenantId, async (tx) => {
      await tx.run(
        db.insertInto('transactions').values({
          tenant_id: id,
          description: 'undone',
          quantity: 1,
          price: 1,
          date: '2026-03-01',
        }),
      );
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await endpoint.deliveries()).toEqual([]);
  });

  test('match the schemas of the catalogue (R-WHK-02)', async () => {
    const { rows } = await store.query<{ body: string }>(
      'select body from webhook_events where body is not null',
    );
    const bodies = rows.map(({ body }) => webhookBody.parse(JSON.parse(body)));
    expect(bodies.length).toBeGreaterThan(10);
    for (const { type, data } of bodies.filter(({ type }) => type !== 'webhook.test')) {
      expect(
        webhookEvents[type as WebhookEvent].strict().safeParse(data).error?.issues ?? [],
      ).toEqual([]);
    }
  });
});
