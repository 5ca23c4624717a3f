import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { retryWithoutDelay } from '#server/billing/payments/test/retries.ts';
import { testSecretKey } from '#server/billing/payments/test/stripe-under-test.ts';
import { createStripeClient } from '#server/platform/stripe/client.ts';
import { testApplication, type TestMember } from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import { resumeOperations } from './service/resume-operations.ts';
import {
  sandboxRecordsOf,
  sandboxRecordsOfCustomer,
  testCards,
  sandboxControlsOf,
  offerProduct,
  registerWithPlan,
  registrationBody,
  totalPaid,
} from './test/fixtures.ts';

/**
 * Checks that repeated requests with one `Idempotency-Key` cause one payment (R-SUB-21, decisions
 * 11 and 16).
 */
// One instance: a Stripe client replaced in this process does not affect other instances.
const product = await testApplication({ INSTANCES: '1' });
const { app, context, open } = product;
const sandboxControls = sandboxControlsOf(product);
const { sandbox } = await connectToSandbox(product);
const small = await offerProduct(product, { price: 10, tier: 2 });
const large = await offerProduct(product, { price: 30, tier: 3 });
const withCard = { subscriptionCardToken: testCards.good };

retryWithoutDelay();

type PostRequest = { url: string; key: string; payload: object; headers?: Record<string, string> };
/** Retries after 503: a hundred concurrent requests may exceed a busy machine's connections. */
const send = async ({ url, key, payload, headers }: PostRequest) => {
  const call = () =>
    app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { ...headers, 'idempotency-key': key },
      payload,
    });
  let answer = await call();
  for (let n = 0; n < 100 && answer.statusCode === 503; n += 1) answer = await call();
  return answer;
};
type Answer = Awaited<ReturnType<typeof send>>;

const register = (key: string, payload: object) =>
  send({ url: '/Authentication/Register', key, payload });
const createOrganization = ({ headers }: TestMember, key: string, name: string, price = small) =>
  send({
    url: '/Tenant/Create',
    key,
    headers,
    payload: { name, selectedSubscription: { subscriptionPriceId: price, ...withCard } },
  });
const change = ({ headers }: TestMember, key: string, price: string) =>
  send({
    url: '/SubscriptionManager/UpdateSubscription',
    key,
    headers,
    payload: { subscriptionPriceId: price },
  });

/** Counts the records of an organization and an address, here and at the provider. */
const effectsOf = async (name: string, email: string) => {
  const { rows } = await open.owner.query<{ customer_id: string }>(
    'select customer_id from tenants where name = $1',
    [name],
  );
  const { customers } = await sandboxRecordsOf(product);
  const theirs = customers.filter((customer) => customer.email === email);
  const records = await Promise.all(theirs.map(({ id }) => sandboxRecordsOfCustomer(product, id)));
  return {
    tenants: rows.length,
    customers: theirs.length,
    subscriptions: records.flatMap(({ subscriptions }) => subscriptions).length,
    taken: totalPaid(records.flatMap(({ invoices }) => invoices)),
  };
};
const once = { tenants: 1, customers: 1, subscriptions: 1, taken: 1_000 };

const codeOf = ({ statusCode, body }: Answer) =>
  statusCode === 200 ? 'done' : `${statusCode} ${(JSON.parse(body) as { code: string }).code}`;

/**
 * Expects one execution: every other request got the same answer, was told to wait, or was refused
 * because the key belongs to another request. Returns the common answer; under load any of the
 * requests may be the one that executes.
 */
const expectOnce = (same: Answer[], others: Answer[]) => {
  const done = same.filter(({ statusCode }) => statusCode === 200);
  expect(done.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
  expect(new Set(done.map(({ body }) => body)).size).toBe(1);
  const waits = '409 errors.request.inProgress';
  expect(['done', waits]).toEqual(expect.arrayContaining([...new Set(same.map(codeOf))]));
  const told = [waits, '422 errors.request.keyReused'];
  expect(told).toEqual(expect.arrayContaining([...new Set(others.map(codeOf))]));
  return done[0]?.body;
};

/** Waits until a request has started; the others race with it from then on. */
const startedFirst = async (sent: Promise<Answer>) => {
  const underWay = () => open.owner.query('select from app.keyed_requests where reply is null');
  await expect
    .poll(async () => (await underWay()).rowCount, { interval: 5, timeout: 20_000 })
    .toBe(1);
  return { sent };
};

const isLong = repetitions(0, 1) === 1;
const repeats = Array.from({ length: repetitions(1, 20) }, (_, index) => index + 1);
const fifty = Array.from({ length: 50 });

describe.each(repeats)('Fifty equal requests and fifty others under one key (%i)', () => {
  test('create one organization, customer, subscription and charge on registration', async () => {
    const key = randomUUID();
    const body = registrationBody(small, withCard);
    const other = { ...body, organization: `${body.organization} and more` };
    const first = await startedFirst(register(key, body));
    const [same, others] = await Promise.all([
      Promise.all(fifty.slice(1).map(() => register(key, body))),
      Promise.all(fifty.map(() => register(key, other))),
    ]);
    const answer = expectOnce([await first.sent, ...same], others);
    expect(await effectsOf(body.organization, body.email)).toEqual(once);
    expect(codeOf(await register(key, other))).toBe('422 errors.request.keyReused');
    expect((await register(key, body)).body).toBe(answer);
  });

  test.runIf(isLong)('create and charge one additional organization', async () => {
    const key = randomUUID();
    const owner = await registerWithPlan(product, small, withCard);
    const name = `Organization ${randomUUID()}`;
    const first = await startedFirst(createOrganization(owner, key, name));
    const [same, others] = await Promise.all([
      Promise.all(fifty.slice(1).map(() => createOrganization(owner, key, name))),
      Promise.all(fifty.map(() => createOrganization(owner, key, `${name} and more`))),
    ]);
    expectOnce([await first.sent, ...same], others);
    // The organization from before, and the new one.
    const both = { tenants: 1, customers: 2, subscriptions: 2, taken: 2_000 };
    expect(await effectsOf(name, owner.user.email)).toEqual(both);
  });

  test.runIf(isLong)('charge a change of plan once', async () => {
    const key = randomUUID();
    const owner = await registerWithPlan(product, small, withCard);
    const name = owner.user.currentTenant?.name ?? '';
    const first = await startedFirst(change(owner, key, large));
    const [same, others] = await Promise.all([
      Promise.all(fifty.slice(1).map(() => change(owner, key, large))),
      Promise.all(fifty.map(() => change(owner, key, small))),
    ]);
    expectOnce([await first.sent, ...same], others);
    expect(await effectsOf(name, owner.user.email)).toEqual({ ...once, taken: 3_000 });
  });
});

const keepReply = 'execute on function app.end_request(uuid, boolean, smallint, bytea)';
/** Simulates a process that was killed after its commit and before its answer, some time ago. */
const withLostReply = async (sending: () => Promise<Answer>) => {
  await open.owner.query(`revoke ${keepReply} from pregao_runtime`);
  const answer = await sending();
  await open.owner.query(`grant ${keepReply} to pregao_runtime`);
  await open.owner.query('update app.keyed_requests set lease_ends_at = now()');
  return answer;
};

describe('When the answer is lost (R-SUB-21)', () => {
  test('a paid registration is returned to a repeated request', async () => {
    const [key, body] = [randomUUID(), registrationBody(small, withCard)];
    await withLostReply(() => register(key, body));
    const again = await register(key, body);
    expect([codeOf(again), again.json().user]).toEqual([
      'done',
      expect.objectContaining({ email: body.email }),
    ]);
    expect((await register(key, body)).body).toBe(again.body);
    expect(await effectsOf(body.organization, body.email)).toEqual(once);
  });

  test('a paid organization, change of plan, card and cancellation are returned too', async () => {
    const owner = await registerWithPlan(product, small, withCard);
    const { headers } = owner;
    const name = `Organization ${randomUUID()}`;
    const post = (url: string, payload: object) => (key: string) =>
      send({ url: `/SubscriptionManager/${url}`, key, headers, payload });
    const calls = [
      (key: string) => createOrganization(owner, key, name),
      (key: string) => change(owner, key, large),
      post(`UpdateCardToken/${testCards.other}`, {}),
      post('CancelSubscription', { atPeriodEnd: false }),
    ];
    for (const call of calls) {
      const key = randomUUID();
      const first = await withLostReply(() => call(key));
      const again = await call(key);
      expect([codeOf(first), codeOf(again)]).toEqual(['done', 'done']);
      expect(again.headers['idempotent-replayed']).toBeUndefined();
    }
    const both = { tenants: 1, customers: 2, subscriptions: 2, taken: 4_000 };
    expect(await effectsOf(name, owner.user.email)).toEqual(both);
  });

  test('the key stays reserved while the result of its payment is unknown', async () => {
    const [key, body] = [randomUUID(), registrationBody(small, withCard)];
    const real = context.stripe;
    context.stripe = createStripeClient({
      secretKey: testSecretKey,
      apiBase: sandbox.apiBase,
      timeout: 400,
    });
    await sandboxControls.faults(['timeout-after-success'], 40);
    const unknown = await register(key, body);
    await sandboxControls.faults([]);
    context.stripe = real;
    expect(codeOf(unknown)).toBe('502 errors.billing.providerUnavailable');
    const other = { ...body, organization: `${body.organization} and more` };
    expect(codeOf(await register(key, other))).toBe('422 errors.request.keyReused');
    expect(codeOf(await register(key, body))).toBe('done');
    await resumeOperations(context);
    expect(await effectsOf(body.organization, body.email)).toEqual(once);
  });
});

test('a declined card leaves the key usable with another card', async () => {
  const [key, body] = [
    randomUUID(),
    registrationBody(small, { subscriptionCardToken: testCards.declined }),
  ];
  expect(codeOf(await register(key, body))).toBe('400 errors.billing.cardDeclined');
  const selectedSubscription = { subscriptionPriceId: small, ...withCard };
  expect(codeOf(await register(key, { ...body, selectedSubscription }))).toBe('done');
  expect(await effectsOf(body.organization, body.email)).toEqual(once);
  const races = repeats.length * (isLong ? 3 : 1);
  figure('keys', `${races} × 100 requests under one key: one effect, one charge each`);
});
