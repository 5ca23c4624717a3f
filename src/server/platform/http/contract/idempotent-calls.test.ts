import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { exampleOf } from '#contract/test/examples/index.ts';
import { allEndpoints } from '#server/platform/http/test/endpoints.ts';
import { exampleRunner } from '#server/platform/http/test/run-examples.ts';
import { testApplication } from '#server/test/application.ts';

/**
 * Checks which calls accept an `Idempotency-Key`, and that each has one effect (R-SUB-21, decision 16).
 */
const product = await testApplication();
const { app, open } = product;
const { run, undo } = await exampleRunner(product);
afterEach(undo);

type Posted = { url: string; headers?: Record<string, string> };

const posts = allEndpoints.filter(({ method }) => method === 'POST');

test('every POST that creates or charges is idempotent by key; the example of others has a reason', () => {
  const unkeyed = posts.filter(({ once, name }) => !once && !exampleOf(name).repeat);
  expect(unkeyed.map(({ name }) => name)).toEqual([]);
  const once = allEndpoints.filter((endpoint) => endpoint.once);
  expect(once.filter((e) => e.method !== 'POST' || e.paged || e.file || e.upload)).toEqual([]);
});

test('the API reference documents the key for every idempotent call', () => {
  type Operation = { parameters?: { in: string; name: string }[] };
  const { paths } = app.swagger() as unknown as { paths: Record<string, { post?: Operation }> };
  const named = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.parameters?.some(({ name }) => name === 'idempotency-key') ? [path] : [],
  );
  const pathOf = ({ path }: Endpoint) => `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  const once = posts.filter((endpoint) => endpoint.once);
  expect(named.toSorted()).toEqual(once.map(pathOf).toSorted());
});

/** Returns the number of entries in the audit log and of objects at the provider. */
const known = async () => {
  const { rows } = await open.owner.query<{ n: number }>('select count(*) n from audit_log');
  const there = await app.inject({ method: 'GET', url: '/sandbox/payments.json' });
  const { customers, subscriptions, invoices } = there.json<Record<string, unknown[]>>();
  return [rows[0]?.n, customers?.length, subscriptions?.length, invoices?.length];
};

test.each(posts.filter(({ once }) => once))(
  '$name replays its response for the same key and has one effect',
  async (endpoint) => {
    const path = new RegExp(`^/api${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`, 'i');
    const single = app.inject.bind(app) as (request: Posted) => ReturnType<typeof app.inject>;
    let sent = 0;
    const twice = async (request: Posted) => {
      if (!path.test(request.url)) return single(request);
      sent += 1;
      const keyed = {
        ...request,
        headers: { ...request.headers, 'idempotency-key': randomUUID() },
      };
      const first = await single(keyed);
      const after = await known();
      const again = await single(keyed);
      expect(first.headers['idempotent-replayed']).toBeUndefined();
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect([again.statusCode, again.rawPayload]).toEqual([first.statusCode, first.rawPayload]);
      expect(await known()).toEqual(after);
      return first;
    };
    Object.assign(app, { inject: twice });
    await run(endpoint).finally(() => Object.assign(app, { inject: single }));
    expect(sent).toBeGreaterThan(0);
  },
);
