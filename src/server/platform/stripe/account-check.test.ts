import { request as forward } from 'node:http';
import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import {
  startHttpServer,
  stripeUnderTest,
  testSecretKey,
} from '#server/billing/payments/test/stripe-under-test.ts';
import { checkAccount, handledEvents } from './account-check.ts';
import { apiVersion, createSdkClient } from './connection.ts';
import { ProviderMisconfigured } from './errors.ts';
import { ensurePortalConfiguration } from './portal-configuration.ts';

const { sandbox } = await stripeUnderTest();
const webhookUrl = 'https://pregao.example/api/SubscriptionManager/Webhook';

const endpoint: Stripe.WebhookEndpoint = {
  id: 'we_1',
  object: 'webhook_endpoint',
  api_version: apiVersion,
  application: null,
  created: 0,
  description: null,
  enabled_events: [...handledEvents],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url: webhookUrl,
};
const webhooks = (changes: Partial<Stripe.WebhookEndpoint> = {}) => ({
  '/v1/webhook_endpoints': {
    body: { object: 'list', data: [{ ...endpoint, ...changes }], has_more: false, url: '' },
  },
});
const forbidden = { status: 403, body: { error: { type: 'invalid_request_error', message: '' } } };

type Replies = Record<string, { status?: number; body: object }>;

/** Starts an account with these replies, and those of the sandbox to every other request. */
async function openAccount(replies: Replies) {
  const apiBase = await startHttpServer((request, response) => {
    const reply = replies[new URL(request.url ?? '', 'http://here').pathname];
    if (reply) {
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
      return;
    }
    const { url = '', method, headers } = request;
    const onward = forward(sandbox.apiBase + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  return createSdkClient({ secretKey: testSecretKey, apiBase });
}

const options = {
  secretKey: testSecretKey,
  publishableKey: 'pk_test_sandbox',
  webhookUrl,
  automaticTax: false,
};
const check = async (replies: Replies, changes: Partial<typeof options> = {}) =>
  checkAccount(await openAccount(replies), { ...options, ...changes });

test('an account that fits the product has no contradictions', async () => {
  expect(await check(webhooks())).toEqual([]);
  expect(await check(webhooks({ enabled_events: ['*'] }))).toEqual([]);
});

test.each<[string, Partial<Stripe.WebhookEndpoint>, string]>([
  ['for another address', { url: 'https://other.example' }, 'No enabled webhook endpoint sends'],
  ['that is disabled', { status: 'disabled' }, 'No enabled webhook endpoint sends'],
  [
    'without some events',
    { enabled_events: handledEvents.slice(2) },
    "doesn't send these events: charge.dispute.closed, charge.dispute.created.",
  ],
  ['of another version', { api_version: '2024-06-20' }, 'of 2024-06-20 instead of'],
  ['without a version', { api_version: null }, "the account's default API version instead of"],
])('names a webhook endpoint %s', async (_name, changes, sentence) => {
  expect(await check(webhooks(changes))).toEqual([expect.stringContaining(sentence)]);
});

test('names keys of different modes', async () => {
  const publishableKey = 'pk_live_other';
  expect(await check(webhooks(), { publishableKey })).toEqual([
    'STRIPE_SECRET_KEY is a test key, but STRIPE_PUBLISHABLE_KEY a live key.',
  ]);
});

test('names Stripe Tax that is not set up while tax is on', async () => {
  const pending = { '/v1/tax/settings': { body: { object: 'tax.settings', status: 'pending' } } };
  const replies = { ...webhooks(), ...pending };
  expect(await check(replies)).toEqual([]);
  expect(await check(replies, { automaticTax: true })).toEqual([
    "STRIPE_TAX is on, but Stripe Tax isn't set up: its status is pending.",
  ]);
});

test('names each right to read that a restricted key lacks, once', async () => {
  const replies = { '/v1/webhook_endpoints': forbidden, '/v1/charges': forbidden };
  expect(await check(replies)).toEqual([
    'STRIPE_SECRET_KEY has no right to read webhook endpoints.',
    'STRIPE_SECRET_KEY has no right to read charges.',
  ]);
});

test('fails when Stripe rejects the key', async () => {
  const stripe = await createSdkClient({ secretKey: 'sk_test_other', apiBase: sandbox.apiBase });
  await expect(checkAccount(stripe, options)).rejects.toThrow(ProviderMisconfigured);
});

test('names what was changed in the customer portal', async () => {
  const stripe = await openAccount(webhooks());
  const { configurations } = stripe.billingPortal;
  const id = await ensurePortalConfiguration(stripe);
  expect(await checkAccount(stripe, options)).toEqual([]);
  await configurations.update(id, { features: { subscription_pause: { enabled: true } } });
  expect(await checkAccount(stripe, options)).toEqual([
    expect.stringContaining('was changed: subscription_pause.'),
  ]);
});
