import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createGateway } from '#server/payments/gateway.ts';
import { providerOf } from '#server/payments/test-money.ts';
import { secretKey } from '#server/payments/test-provider.ts';
import { testProduct, type Member } from '#server/testing.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import { resumeIntents } from './service/resume.ts';
import {
  booksOf,
  booksOfCustomer,
  cards,
  doorsOf,
  offer,
  registerWith,
  registration,
  takenOf,
} from './test-subscriptions.ts';

/**
 * Checks that repeated requests with one `Idempotency-Key` cause one payment (R-SUB-21, decisions
 * 11 and 16).
 */
// One instance: a gateway replaced in this process does not affect other instances.
const product = await testProduct({ INSTANCES: '1' });
const { app, house, open } = product;
const doors = doorsOf(product);
const { sandbox } = await providerOf(product);
const small = await offer(product, { price: 10, tier: 2 });
const large = await offer(product, { price: 30, tier: 3 });
const withCard = { subscriptionCardToken: cards.good };

type Posted = { url: string; key: string; payload: object; headers?: Record<string, string> };
/** Retries after 503: a hundred concurrent requests may exceed a busy machine's connections. */
const send = async ({ url, key, payload, headers }: Posted) => {
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
const found = ({ headers }: Member, key: string, name: string, price = small) =>
  send({
    url: '/Tenant/Create',
    key,
    headers,
    payload: { name, selectedSubscription: { subscriptionPriceId: price, ...withCard } },
  });
const change = ({ headers }: Member, key: string, price: string) =>
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
  const { customers } = await booksOf(product);
  const theirs = customers.filter((customer) => customer.email === email);
  const books = await Promise.all(theirs.map(({ id }) => booksOfCustomer(product, id)));
  return {
    tenants: rows.length,
    customers: theirs.length,
    subscriptions: books.flatMap(({ subscriptions }) => subscriptions).length,
    taken: takenOf(books.flatMap(({ invoices }) => invoices)),
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
const ahead = async (sent: Promise<Answer>) => {
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
    const body = registration(small, withCard);
    const other = { ...body, organization: `${body.organization} and more` };
    const first = await ahead(register(key, body));
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
    const owner = await registerWith(product, small, withCard);
    const name = `Organization ${randomUUID()}`;
    const first = await ahead(found(owner, key, name));
    const [same, others] = await Promise.all([
      Promise.all(fifty.slice(1).map(() => found(owner, key, name))),
      Promise.all(fifty.map(() => found(owner, key, `${name} and more`))),
    ]);
    expectOnce([await first.sent, ...same], others);
    // The organization from before, and the new one.
    const both = { tenants: 1, customers: 2, subscriptions: 2, taken: 2_000 };
    expect(await effectsOf(name, owner.user.email)).toEqual(both);
  });

  test.runIf(isLong)('charge a change of plan once', async () => {
    const key = randomUUID();
    const owner = await registerWith(product, small, withCard);
    const name = owner.user.currentTenant?.name ?? '';
    const first = await ahead(change(owner, key, large));
    const [same, others] = await Promise.all([
      Promise.all(fifty.slice(1).map(() => change(owner, key, large))),
      Promise.all(fifty.map(() => change(owner, key, small))),
    ]);
    expectOnce([await first.sent, ...same], others);
    expect(await effectsOf(name, owner.user.email)).toEqual({ ...once, taken: 3_000 });
  });
});

const keepReply = 'execute on function app.keep_reply(uuid, smallint, bytea)';
/** Simulates a process that was killed after its commit and before its answer, some time ago. */
const losing = async (sending: () => Promise<Answer>) => {
  await open.owner.query(`revoke ${keepReply} from pregao_runtime`);
  const answer = await sending();
  await open.owner.query(`grant ${keepReply} to pregao_runtime`);
  await open.owner.query('update app.keyed_requests set held_until = now()');
  return answer;
};

describe('When the answer is lost (R-SUB-21)', () => {
  test('a paid registration is returned to a repeated request', async () => {
    const [key, body] = [randomUUID(), registration(small, withCard)];
    await losing(() => register(key, body));
    const again = await register(key, body);
    expect([codeOf(again), again.json().user]).toEqual([
      'done',
      expect.objectContaining({ email: body.email }),
    ]);
    expect((await register(key, body)).body).toBe(again.body);
    expect(await effectsOf(body.organization, body.email)).toEqual(once);
  });

  test('a paid organization, change of plan, card and cancellation are returned too', async () => {
    const owner = await registerWith(product, small, withCard);
    const { headers } = owner;
    const name = `Organization ${randomUUID()}`;
    const post = (url: string, payload: object) => (key: string) =>
      send({ url: `/SubscriptionManager/${url}`, key, headers, payload });
    const calls = [
      (key: string) => found(owner, key, name),
      (key: string) => change(owner, key, large),
      post(`UpdateCardToken/${cards.other}`, {}),
      post('CancelSubscription', { atPeriodEnd: false }),
    ];
    for (const call of calls) {
      const key = randomUUID();
      const first = await losing(() => call(key));
      const again = await call(key);
      expect([codeOf(first), codeOf(again)]).toEqual(['done', 'done']);
      expect(again.headers['idempotent-replayed']).toBeUndefined();
    }
    const both = { tenants: 1, customers: 2, subscriptions: 2, taken: 4_000 };
    expect(await effectsOf(name, owner.user.email)).toEqual(both);
  });

  test('the key stays reserved while the result of its payment is unknown', async () => {
    const [key, body] = [randomUUID(), registration(small, withCard)];
    const real = house.gateway;
    house.gateway = createGateway({ secretKey, apiBase: sandbox.apiBase, timeout: 300 });
    await doors.faults(['timeout-after-success'], 40);
    const unknown = await register(key, body);
    await doors.faults([]);
    house.gateway = real;
    expect(codeOf(unknown)).toBe('502 errors.billing.providerUnavailable');
    const other = { ...body, organization: `${body.organization} and more` };
    expect(codeOf(await register(key, other))).toBe('422 errors.request.keyReused');
    expect(codeOf(await register(key, body))).toBe('done');
    await resumeIntents(house);
    expect(await effectsOf(body.organization, body.email)).toEqual(once);
  });
});

test('a declined card leaves the key usable with another card', async () => {
  const [key, body] = [
    randomUUID(),
    registration(small, { subscriptionCardToken: cards.declined }),
  ];
  expect(codeOf(await register(key, body))).toBe('400 errors.billing.cardDeclined');
  const selectedSubscription = { subscriptionPriceId: small, ...withCard };
  expect(codeOf(await register(key, { ...body, selectedSubscription }))).toBe('done');
  expect(await effectsOf(body.organization, body.email)).toEqual(once);
  const races = repeats.length * (isLong ? 3 : 1);
  figure('keys', `${races} × 100 requests under one key: one effect, one charge each`);
});
