import type { ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Api } from '#contract/api-client.ts';
import { maxWebhooks } from '#contract/webhooks/webhooks.ts';
import { refusalOf } from '#server/identity/factors/test/factors.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { testApplication } from '#server/test/application.ts';
import { startWebhookSender } from './service/sender.ts';
import { patience, startReceiver } from './test/receiver.ts';

const product = await testApplication();
const { owner: store } = product.open;
const { readWithoutWaits, ...receiver } = await startReceiver(product);
const transaction = { description: 'PETR4', quantity: 2, price: 2.5, date: '2026-03-01' };

const createTransactions = ({ api }: { api: Api }, count: number) =>
  Promise.all(Array.from({ length: count }, () => api.transactions.create({ body: transaction })));

describe('An endpoint', () => {
  test('gets signed requests that the library of Standard Webhooks verifies (R-WHK-01, R-WHK-04)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    const created = await owner.api.transactions.create({ body: transaction });
    await expect.poll(() => endpoint.requests(), patience).toHaveLength(1);
    const [request] = endpoint.requests();
    const headers = (request?.headers ?? {}) as Record<string, string>;
    const body = new Verifier(endpoint.signingKey).verify(request?.body ?? '', headers);
    expect(body).toMatchObject({
      type: 'transaction.created',
      data: { id: created.id, amount: 5 },
    });
    expect(() => new Verifier(endpoint.signingKey).verify(`${request?.body} `, headers)).toThrow(
      'signature',
    );
    const messageId = headers['webhook-id'];
    await expect
      .poll(() => endpoint.deliveries(), patience)
      .toMatchObject([
        { messageId, state: 'succeeded', attempts: 1, last: { status: 204, error: null } },
      ]);
    const [delivery] = await endpoint.deliveries();
    const params = { delivery: delivery?.id ?? '' };
    await expect(owner.api.webhooks.getDelivery({ params })).resolves.toMatchObject({
      body: request?.body,
      log: [{ status: 204 }],
    });
  });

  test('shows its key once, and stores it encrypted (R-WHK-01)', async () => {
    const { owner } = await createTestOrganization(product);
    const { id, signingKey } = await receiver.subscribe(owner, ['transaction.created']);
    expect(signingKey).toMatch(/^whsec_[\w+/]{43}=$/);
    const [listed] = await owner.api.webhooks.getAll();
    expect(listed).not.toHaveProperty('signingKey');
    const { rows } = await store.query<{ key: Buffer }>(
      'select signing_key as key from webhook_endpoints where id = $1',
      [id],
    );
    expect(rows[0]?.key.includes(Buffer.from(signingKey))).toBe(false);
  });

  test('is signed for with both keys during a rotation (R-WHK-01)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    const { params } = endpoint;
    const rotated = await owner.api.webhooks.rotateKey({ params, body: { overlap: 24 } });
    await owner.api.webhooks.sendTest({ params });
    await expect.poll(() => endpoint.requests(), patience).toHaveLength(1);
    const verify = (key: string, index: number) => {
      const { body, headers } = endpoint.requests()[index] ?? { body: '', headers: {} };
      return new Verifier(key).verify(body, headers as Record<string, string>);
    };
    expect(verify(endpoint.signingKey, 0)).toEqual(verify(rotated.signingKey, 0));
    await owner.api.webhooks.rotateKey({ params, body: { overlap: 0 } });
    await owner.api.webhooks.sendTest({ params });
    await expect.poll(() => endpoint.requests(), patience).toHaveLength(2);
    expect(() => verify(rotated.signingKey, 1)).toThrow('signature');
  });

  test('is listed before older ones (R-WHK-01)', async () => {
    const { owner } = await createTestOrganization(product);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.unshift((await receiver.subscribe(owner, ['member.added'])).id);
    }
    const listed = await owner.api.webhooks.getAll();
    expect(listed.map(({ id }) => id)).toEqual(ids);
  });

  test('signs with the last key after rotations at the same time (R-WHK-01)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    const { params } = endpoint;
    const rotated = await Promise.all(
      [1, 2].map(() => owner.api.webhooks.rotateKey({ params, body: { overlap: 24 } })),
    );
    await owner.api.webhooks.sendTest({ params });
    await expect.poll(endpoint.requests, patience).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = endpoint.requests();
    for (const { signingKey } of rotated) {
      new Verifier(signingKey).verify(body, headers as Record<string, string>);
    }
  });

  test('is added by owners and admins, up to 50, also at the same time (R-WHK-01)', async () => {
    const organization = await createTestOrganization(product);
    const admin = await organization.add(Role.Admin);
    const member = await organization.add(Role.Member);
    const body = {
      url: 'https://hooks.example.com/full',
      description: '',
      events: ['member.added' as const],
    };
    expect((await refusalOf(member.api.webhooks.create({ body }))).code).toBe('tenant.onlyAdmin');
    const results = await Promise.allSettled(
      Array.from({ length: maxWebhooks + 2 }, () => admin.api.webhooks.create({ body })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxWebhooks);
    expect((await refusalOf(admin.api.webhooks.create({ body }))).code).toBe('webhook.limit');
  });

  test.each(['', 'hooks.example.com', 'ftp://example.com/', 'https://me:secret@example.com/'])(
    'can’t have the address "%s" (R-WHK-01)',
    async (url) => {
      const { owner } = await createTestOrganization(product);
      const body = { url, description: '', events: ['member.added' as const] };
      expect((await refusalOf(owner.api.webhooks.create({ body }))).code).toBe('validation');
    },
  );

  test('that is turned off gets nothing, and continues when it is on again (R-WHK-03)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    const { params, url, description, events } = endpoint;
    const change = (enabled: boolean) =>
      owner.api.webhooks.update({ params, body: { url, description, events, enabled } });
    await expect(change(false)).resolves.toMatchObject({ disabled: { reason: 'member' } });
    await owner.api.transactions.create({ body: transaction });
    expect(await endpoint.deliveries()).toEqual([]);
    expect((await refusalOf(owner.api.webhooks.sendTest({ params }))).code).toBe(
      'webhook.disabled',
    );
    await expect(change(true)).resolves.toMatchObject({ disabled: null });
    await owner.api.transactions.create({ body: { ...transaction, description: 'VALE3' } });
    await expect
      .poll(endpoint.received, patience)
      .toMatchObject([{ data: { description: 'VALE3' } }]);
  });
});

describe('A failing endpoint', () => {
  test('gets the same message again, until it answers with success (R-WHK-04)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    endpoint.answer((response) => response.writeHead(500).end('not now'));
    await owner.api.transactions.create({ body: transaction });
    await expect
      .poll(() => endpoint.deliveries(), patience)
      .toMatchObject([
        { state: 'pending', attempts: 1, last: { status: 500, response: 'not now' } },
      ]);
    await expect
      .poll(() => owner.api.webhooks.get(endpoint), patience)
      .toMatchObject({
        failingSince: expect.any(String) as string,
      });
    endpoint.answer(undefined);
    await expect
      .poll(readWithoutWaits(endpoint, endpoint.deliveries), patience)
      .toMatchObject([{ state: 'succeeded', attempts: 2, last: { status: 204 } }]);
    const [first, second] = endpoint.requests();
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    // Recorded after the delivery.
    await expect
      .poll(() => owner.api.webhooks.get(endpoint), patience)
      .toMatchObject({ failingSince: null });
  });

  test('gets what a killed process had claimed, once the lease has ended (R-WHK-04)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    await owner.api.transactions.create({ body: transaction });
    await expect
      .poll(() => endpoint.deliveries(), patience)
      .toMatchObject([{ state: 'succeeded', attempts: 1 }]);
    // As a process that is killed during the request leaves it, a minute later.
    await store.query(
      `update webhook_deliveries set state = 'pending', log = '[]',
         next_attempt_at = now() where endpoint_id = $1`,
      [endpoint.id],
    );
    await expect
      .poll(() => endpoint.deliveries(), patience)
      .toMatchObject([{ state: 'succeeded', attempts: 2 }]);
    const ids = endpoint.requests().map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('is turned off after three days, and owners and admins are notified (R-WHK-06)', async () => {
    const { owner, ...organization } = await createTestOrganization(product);
    const admin = await organization.add(Role.Admin);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    endpoint.answer((response) => response.writeHead(503).end());
    await owner.api.transactions.create({ body: transaction });
    await expect.poll(() => endpoint.deliveries(), patience).toMatchObject([{ attempts: 1 }]);
    await expect
      .poll(() => owner.api.webhooks.get(endpoint), patience)
      .toMatchObject({
        failingSince: expect.any(String) as string,
      });
    await store.query(
      `update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1`,
      [endpoint.id],
    );
    await expect
      .poll(
        readWithoutWaits(endpoint, () => owner.api.webhooks.get(endpoint)),
        patience,
      )
      .toMatchObject({ disabled: { reason: 'failing' } });
    for (const { api } of [owner, admin]) {
      await expect(api.notifications.getAll()).resolves.toMatchObject({
        items: [{ kind: 'webhookDisabled' }],
      });
    }
    await expect.poll(() => endpoint.deliveries(), patience).toMatchObject([{ state: 'failed' }]);
  });

  test('is turned off when it answers that it is gone (R-WHK-06)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    endpoint.answer((response) => response.writeHead(410).end());
    await owner.api.transactions.create({ body: transaction });
    await expect
      .poll(() => owner.api.webhooks.get(endpoint), patience)
      .toMatchObject({
        disabled: { reason: 'gone' },
      });
  });

  test('that does not answer delays no other (R-WHK-04)', async () => {
    const { owner } = await createTestOrganization(product);
    const hanging = await receiver.subscribe(owner, ['transaction.created']);
    const endless = await receiver.subscribe(owner, ['transaction.created']);
    const healthy = await receiver.subscribe(owner, ['transaction.created']);
    const unanswered: ServerResponse[] = [];
    hanging.answer((response) => unanswered.push(response));
    endless.answer((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) {
          /* fills the buffer */
        }
      };
      response.on('drain', more);
      more();
    });
    await createTransactions(owner, 30);
    await expect.poll(() => healthy.received().length, patience).toBe(30);
    expect((await hanging.deliveries()).every(({ state }) => state === 'pending')).toBe(true);
    await expect.poll(() => endless.received().length, patience).toBe(30);
    const kept = async () => (await endless.deliveries()).map(({ last }) => last?.response.length);
    await expect.poll(kept, patience).toEqual(Array(30).fill(4_096));
    await owner.api.webhooks.remove(hanging);
    for (const response of unanswered) response.destroy();
  });
});

test('One host gets at most ten requests of a process, of all organizations together (R-WHK-09)', async () => {
  // That of the product, and that of the receiver.
  const senders = 2;
  const unanswered: ServerResponse[] = [];
  for (let organizations = 0; organizations < 2; organizations += 1) {
    const { owner } = await createTestOrganization(product);
    for (let endpoints = 0; endpoints < 4; endpoints += 1) {
      const slow = await receiver.subscribe(owner, ['transaction.created'], 'localhost');
      slow.answer((response) => unanswered.push(response));
    }
    await createTransactions(owner, 20);
  }
  const open = () => unanswered.filter(({ destroyed }) => !destroyed).length;
  await expect.poll(open, patience).toBeGreaterThanOrEqual(10);
  const { owner } = await createTestOrganization(product);
  const other = await receiver.subscribe(owner, ['transaction.created']);
  for (const count of [1, 2, 3]) {
    await createTransactions(owner, 1);
    await expect.poll(() => other.received().length, patience).toBe(count);
    expect(open()).toBeLessThanOrEqual(senders * 10);
  }
  for (const response of unanswered) response.destroy();
});

describe('Deliveries', () => {
  test('are sent again, one or those of a period (R-WHK-08)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    await createTransactions(owner, 3);
    const done = async () =>
      (await endpoint.deliveries()).filter(({ state }) => state === 'succeeded');
    await expect.poll(done, patience).toHaveLength(3);
    const [latest] = await done();
    await owner.api.webhooks.replay({ params: { delivery: latest?.id ?? '' } });
    await expect.poll(endpoint.received, patience).toHaveLength(4);
    await expect.poll(done, patience).toHaveLength(3);
    const period = { from: '2026-01-01T00:00:00.000Z', to: '2126-01-01T00:00:00.000Z' };
    const replay = (onlyFailed: boolean) =>
      owner.api.webhooks.replayMany({ params: endpoint.params, body: { ...period, onlyFailed } });
    await expect(replay(true)).resolves.toEqual({ count: 0 });
    await expect(replay(false)).resolves.toEqual({ count: 3 });
    await expect.poll(endpoint.received, patience).toHaveLength(7);
    const ids = new Set(endpoint.requests().map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(3);
  });

  test('that wait for a later attempt are sent at once on request (R-WHK-08)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    endpoint.answer((response) => response.writeHead(500).end());
    await owner.api.transactions.create({ body: transaction });
    await expect
      .poll(() => endpoint.deliveries(), patience)
      .toMatchObject([{ attempts: 1, last: { status: 500 } }]);
    await store.query(
      `update webhook_deliveries set next_attempt_at = now() + interval '1 hour' where endpoint_id = $1`,
      [endpoint.id],
    );
    endpoint.answer(undefined);
    const [{ id: delivery } = { id: '' }] = await endpoint.deliveries();
    await owner.api.webhooks.replay({ params: { delivery } });
    await expect
      .poll(() => endpoint.deliveries(), patience)
      .toMatchObject([{ state: 'succeeded', attempts: 1 }]);
  });

  test('are listed in pages, by state (R-WHK-07)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    await createTransactions(owner, 3);
    const { params } = endpoint;
    const first = await owner.api.webhooks.getDeliveries({ params, query: { limit: 2 } });
    expect(first.items).toHaveLength(2);
    const query = { limit: 2, cursor: first.next ?? '' };
    const second = await owner.api.webhooks.getDeliveries({ params, query });
    expect(second).toMatchObject({ next: null, items: [{}] });
    await expect(
      owner.api.webhooks.getDeliveries({ params, query: { state: 'failed' } }),
    ).resolves.toMatchObject({ items: [] });
  });

  test('are shared by the senders of several processes, each sent once (R-WHK-04)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    const { context, app, open } = product;
    const others = [1, 2].map(() =>
      startWebhookSender({ store: open.owner, context, logger: app.log, pollInterval: 20 }),
    );
    await createTransactions(owner, 60);
    await expect.poll(() => endpoint.requests().length, patience).toBeGreaterThanOrEqual(60);
    await Promise.all(others.map(({ stop }) => stop()));
    const ids = endpoint.requests().map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(60);
    expect(ids).toHaveLength(60);
  });

  test('of another organization can’t be read or sent again (R-WHK-07, R-WHK-08)', async () => {
    const [{ owner }, { owner: stranger }] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const { params } = await receiver.subscribe(owner, ['transaction.created']);
    const { id: delivery } = await owner.api.webhooks.sendTest({ params });
    const { webhooks } = stranger.api;
    const calls = [
      () => webhooks.getDeliveries({ params }),
      () => webhooks.getDelivery({ params: { delivery } }),
      () => webhooks.replay({ params: { delivery } }),
      () => webhooks.sendTest({ params }),
    ];
    for (const call of calls) expect((await refusalOf(call())).code).toBe('notFound');
  });
});
