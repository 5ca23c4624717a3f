import { expect, test } from 'vitest';
import { registerOwner, testApplication } from '#server/test/application.ts';

const product = await testApplication();

const ask = async (path: string, body: unknown, from = '127.0.0.1') => {
  const answer = await product.app.inject({
    method: 'POST',
    url: `/sandbox/payments/${path}`,
    remoteAddress: from,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const seen = async (from = '127.0.0.1') =>
  product.app.inject({ url: '/sandbox/payments.json', remoteAddress: from });
const records = async () => (await seen()).json<Record<string, unknown>>();

const wellFormed: [string, unknown][] = [
  ['clock', { advanceSeconds: 1 }],
  ['deliveries', { mode: 'normal' }],
  ['faults', { next: [] }],
  ['coupons', { code: 'ELSEWHERE', percentOff: 5 }],
  ['authentications', { clientSecret: 'pi_none_secret_none', outcome: 'succeed' }],
  ['resend', { event: 'evt_none' }],
];

test('advancing the clock of the sandbox advances the billing time', async () => {
  const { now } = await records();
  const moved = await ask('clock', { advanceSeconds: 86_400 });
  expect(moved.status).toBe(200);
  expect(Number(moved.body['now'])).toBeGreaterThanOrEqual(Number(now) + 86_400);
  const { rows } = await product.open.owner.query<{ ahead: number }>(
    'select extract(epoch from app.billing_now() - now())::float8 as ahead',
  );
  // The provider reports its time in whole seconds.
  expect(rows[0]?.ahead).toBeGreaterThanOrEqual(86_400 - 2);
});

test('advancing the clock returns after all due events are processed (R-SUB-02)', async () => {
  await product.app.listen({ host: '127.0.0.1', port: 0 });
  const { api } = await registerOwner(product, { plan: 'Pro' });
  const before = await api.subscriptions.getCurrent();
  expect(before.activeProduct?.status).toBe('trialing');
  await ask('clock', { advanceSeconds: 40 * 86_400 });
  const after = await api.subscriptions.getCurrent();
  // The trial has ended without a card: the organization is on the free plan.
  expect(after.activeProduct?.subscriptionProduct.title).toBe('Starter');
  const { events, deliveries } = await records();
  const delivered = (deliveries as { deliveredAt: number | null }[]).filter(
    ({ deliveredAt }) => deliveredAt !== null,
  );
  expect(delivered).toHaveLength((events as unknown[]).length);
});

test('delivery mode and faults are readable after a change', async () => {
  const how = { mode: 'shuffle', delaySeconds: 30 };
  expect((await ask('deliveries', how)).body).toEqual(how);
  expect((await ask('faults', { next: ['500', 'reset'], count: 3 })).status).toBe(200);
  expect(await records()).toMatchObject({ delivering: how, faults: ['500', 'reset', '500'] });
  await ask('faults', { next: [] });
  await ask('deliveries', { mode: 'normal' });
  expect(await records()).toMatchObject({ delivering: { delaySeconds: 0 }, faults: [] });
});

test.each<[string, unknown, string]>([
  ['clock', { advanceSeconds: -1 }, 'advanceSeconds'],
  ['clock', {}, 'advanceSeconds'],
  ['deliveries', { mode: 'sometimes' }, 'mode'],
  ['faults', { next: ['418'] }, 'next.0'],
  ['coupons', { code: 'a b', percentOff: 5 }, 'code'],
  ['coupons', { code: 'BOTH', percentOff: 5, amountOff: 5 }, 'percentOff'],
  ['coupons', { code: 'MUCH', percentOff: 101 }, 'percentOff'],
])('%s refuses %j and names the field', async (path, body, field) => {
  const { status, body: problem } = await ask(path, body);
  expect(status).toBe(400);
  expect(problem).toMatchObject({
    code: 'errors.validation',
    errors: { [field]: [expect.stringMatching(/^errors\.field\./)] },
  });
});

test('a coupon is created, and replaced under the same code (R-SUB-12)', async () => {
  const first = await ask('coupons', { code: 'WELCOME', percentOff: 20, maxRedemptions: 3 });
  expect(first.body).toMatchObject({ code: 'WELCOME', percent_off: 20, max_redemptions: 3 });
  await ask('coupons', { code: 'WELCOME', amountOff: 500, currency: 'eur' });
  const params = { code: 'welcome', currency: 'eur' } as const;
  const coupon = await product.anyone.subscriptions.getCoupon({ params });
  expect(coupon).toMatchObject({ amountOff: 500, percentOff: null, valid: true });
  await ask('coupons', { code: 'WELCOME', percentOff: 5, active: false });
  await expect(product.anyone.subscriptions.getCoupon({ params })).rejects.toMatchObject({
    code: 'billing.couponInactive',
  });
});

test('other machines get 404, unless the sandbox is public', async () => {
  for (const [path, body] of wellFormed)
    expect((await ask(path, body, '10.0.0.9')).status).toBe(404);
  expect((await seen('10.0.0.9')).statusCode).toBe(404);
});

test.each([{ host: 'rebound.example' }, { 'x-forwarded-for': '10.0.0.9' }, { forwarded: 'for=x' }])(
  'requests through a local proxy or with a foreign Host get 404: %j',
  async (headers) => {
    for (const url of ['/sandbox/payments.json', '/sandbox/mail.json']) {
      expect((await product.app.inject({ url, headers })).statusCode).toBe(404);
    }
  },
);

// nginx's plain proxy_pass connects from loopback with a loopback Host and no forwarding header.
test.each<Record<string, string>>([{ PUBLIC_URL: 'https://pregao.example' }, { HOST: '0.0.0.0' }])(
  'the sandbox and metrics without a token are disabled where others can reach the server, even for requests that look local (%j)',
  async (variables) => {
    const { app } = await testApplication(variables);
    for (const url of ['/sandbox/payments.json', '/sandbox/mail.json', '/metrics']) {
      expect((await app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode).toBe(404);
    }
    for (const [path, payload] of wellFormed) {
      const url = `/sandbox/payments/${path}`;
      const answer = await app.inject({ method: 'POST', url, payload: payload as object });
      expect(answer.statusCode).toBe(404);
    }
  },
);

test('refuses content types that a page of another origin can send (R-SEC-11)', async () => {
  for (const [path, body] of wellFormed) {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await product.app.inject({
        method: 'POST',
        url: `/sandbox/payments/${path}`,
        headers: { 'content-type': type },
        payload: JSON.stringify(body),
      });
      expect(answer.statusCode).toBe(415);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  }
});

test('an unknown event, portal or invoice answers 404', async () => {
  expect((await ask('resend', { event: 'evt_none' })).status).toBe(404);
  const pay = await ask('portal/bps_none/pay', { invoice: 'in_none' }, '10.0.0.9');
  expect(pay.status).toBe(404);
  for (const path of ['portal/bps_none.json', 'invoices/in_none.pdf?key=key_none']) {
    const answer = await product.app.inject({ url: `/sandbox/payments/${path}` });
    expect(answer.statusCode).toBe(404);
  }
});
