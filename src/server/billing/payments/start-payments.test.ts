import { afterAll, describe, expect, test } from 'vitest';
import { createHttp } from '#server/platform/http/http.ts';
import { startMailServer } from '#server/platform/mail/test/mail-server.ts';
import { testApplication } from '#server/test/application.ts';
import { syncBillingClock } from './start-payments.ts';
import {
  createPayingTenant,
  storedSubscriptions,
  recurringPricesOf,
  connectToSandbox,
  providerSubscriptions,
} from './test/fixtures.ts';
import { signWebhookBody } from './test/forged-events.ts';
import { serveWebhook } from './webhook.ts';

const patience = { timeout: 20_000, interval: 50 };
const url = '/api/SubscriptionManager/Webhook';

// Accepts connections and never answers: all mail workers stay blocked during these tests.
const mailServer = await startMailServer();
await mailServer.setBehavior('hanging');
afterAll(() => mailServer.close());
const product = await testApplication({ SMTP_URL: mailServer.url });
const { sandbox, stripe } = await connectToSandbox(product);
const [price = ''] = await recurringPricesOf(product);
await product.app.listen({ host: '127.0.0.1', port: 0 });

const trial = (customer: string) =>
  stripe.subscriptions.create({ customer, items: [{ price }], trial_period_days: 9 });

describe('Events of the provider', () => {
  test.each(['normal', 'duplicate', 'shuffle'] as const)(
    'are followed when delivered %s, while the mail server hangs',
    async (mode) => {
      await sandbox.setDeliveryMode({ mode, delaySeconds: 0 });
      await product.open.owner.query(
        `select app.enqueue_email('ana@example.com', 'Hi', 'Hi', 'Hi', 'en-US')
         from generate_series(1, 20)`,
      );
      const { tenant, customer } = await createPayingTenant(product, stripe);
      const { id } = await trial(customer);
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      await expect
        .poll(() => storedSubscriptions(product, tenant), patience)
        .toEqual(await providerSubscriptions(stripe, customer));
    },
  );
});

describe('The route of the webhook', () => {
  const served = (secrets: string[], livemode = false) => {
    const app = createHttp(product.context.config);
    afterAll(() => app.close());
    const { database, stripe } = product.context;
    serveWebhook(app, { database, stripe, secrets, livemode });
    return async (secret: string, live = false) => {
      const payload = JSON.stringify({
        id: `evt_${Math.random()}`,
        object: 'event',
        type: 'price.created',
        livemode: live,
        created: 1,
        data: { object: { object: 'price', id: 'price_1' } },
      });
      const headers = { 'content-type': 'application/json', ...signWebhookBody(payload, secret) };
      return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
  };

  test('does not exist without a secret', async () => {
    expect(await served([])('')).toBe(404);
  });

  test('accepts the current secret and the previous one, and no empty one', async () => {
    const post = served(['whsec_new', 'whsec_old', '']);
    expect([await post('whsec_new'), await post('whsec_old')]).toEqual([200, 200]);
    expect([await post('whsec_older'), await post('')]).toEqual([400, 400]);
  });

  test('accepts live events with a live key only', async () => {
    const [forTests, forMoney] = [served(['whsec_1']), served(['whsec_1'], true)];
    expect([await forTests('whsec_1', false), await forTests('whsec_1', true)]).toEqual([200, 400]);
    expect([await forMoney('whsec_1', false), await forMoney('whsec_1', true)]).toEqual([400, 200]);
  });
});

test('a scheduled job purges settled events, and the sandbox’s by its clock (R-REL-08)', async () => {
  const { owner } = product.open;
  await stripe.customers.create({ name: 'Of before' });
  await sandbox.whenDelivered();
  const old = new Set((await sandbox.inspect()).events.map(({ id }) => id));
  await sandbox.advance(31 * 86_400);
  await owner.query(`update provider_events set settled_at = now() - interval '91 days'`);
  await stripe.customers.create({ name: 'Of today' });
  await sandbox.whenDelivered();
  await owner.query(`select app.add_job('payments.purge', '{}', job_key => 'now')`);
  const left = async () => {
    const { events, deliveries } = await sandbox.inspect();
    const { rows } = await owner.query(
      `select from provider_events where settled_at < now() - interval '90 days'`,
    );
    return {
      events: events.filter(({ id }) => old.has(id)).length,
      deliveries: deliveries.filter(({ event }) => old.has(event)).length,
      inbox: rows.length,
    };
  };
  await expect.poll(left, patience).toEqual({ events: 0, deliveries: 0, inbox: 0 });
  const [newest] = (await sandbox.inspect()).events;
  expect(newest).toMatchObject({ data: { object: { name: 'Of today' } } });
});

test('the billing clock follows the sandbox’s clock, and the system’s otherwise', async () => {
  const { owner } = product.open;
  const ahead = async () => {
    const { rows } = await owner.query<{ seconds: number }>(
      'select extract(epoch from app.billing_now() - now())::int as seconds',
    );
    return rows[0]?.seconds;
  };
  await sandbox.advance(86_400);
  await syncBillingClock(owner, sandbox);
  expect(await ahead()).toBe(await sandbox.clockOffset());
  expect(await ahead()).toBeGreaterThanOrEqual(86_400);
  await syncBillingClock(owner, null);
  expect(await ahead()).toBe(0);
});
