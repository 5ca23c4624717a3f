import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import {
  accountActions,
  invitationActions,
  organizationActions,
} from '#server/audit/test/account-actions.ts';
import {
  productActions,
  resourceActions,
  subscriptionActions,
  transactionActions,
} from '#server/audit/test/record-actions.ts';
import { priceIdOf, signInOperator, testApplication } from '#server/test/application.ts';

/**
 * Checks which calls accept an `Idempotency-Key`, and that each has one effect (R-SUB-21, decision 16).
 */
const product = await testApplication();
const { app, open } = product;

type Posted = { url: string; headers?: Record<string, string> };

const posts = Object.entries(contract).flatMap(([subject, { endpoints }]: [string, Subject]) =>
  Object.entries(endpoints)
    .filter(([, { method }]) => method === 'POST')
    .map(([name, endpoint]) => ({ name: `${subject}.${name}`, endpoint })),
);
/** POSTs without a key, and why: they neither create nor charge, or are idempotent. */
const repeatable: Record<string, string> = {
  'accounts.login': 'opens a session; nobody pays for another one',
  'accounts.verify': 'the mailed token is used up',
  'accounts.reset': 'mails a link that replaces the one before',
  'accounts.impersonate': 'opens a session',
  'accounts.logout': 'ends a session',
  'users.updateAvatar': 'sets',
  'users.updateDefaultTenant': 'sets',
  'users.setPassword': 'sets',
  'users.setPasswordInPath': 'sets',
  'invitations.accept': 'the mailed token is used up',
  'invitations.askAgain': 'mails a link that replaces the one before',
  'invitations.resend': 'mails a link that replaces the one before',
  'invitations.updateSettings': 'sets',
  'invitations.acceptUser': 'answers a request, which is then answered',
  'products.repair': 'makes equal',
  'subscriptions.createCardToken': 'of the sandbox; a token that nobody uses is nothing',
  'subscriptions.createPortalSession': 'an address that ends by itself',
  'providerEvents.replay': 'follows an event once more, which changes nothing twice',
  'resources.upload': 'replaces the file by the same one',
  'resources.download': 'reads',
  'mails.retry': 'sends a mail that failed, under its own name',
};

test('every POST that creates or charges is idempotent by key, and others are listed with a reason', () => {
  const free = posts.filter(({ endpoint }) => !endpoint.once).map(({ name }) => name);
  expect(free.toSorted()).toEqual(Object.keys(repeatable).toSorted());
  const calls = Object.values(contract).flatMap((one: Subject) => Object.values(one.endpoints));
  const once = calls.filter((endpoint) => endpoint.once);
  expect(once.filter((e) => e.method !== 'POST' || e.paged || e.file || e.upload)).toEqual([]);
});

test('the API reference documents the key for every idempotent call', () => {
  type Operation = { parameters?: { in: string; name: string }[] };
  const { paths } = app.swagger() as unknown as { paths: Record<string, { post?: Operation }> };
  const named = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.parameters?.some(({ name }) => name === 'idempotency-key') ? [path] : [],
  );
  const pathOf = ({ path }: Endpoint) => `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  const once = posts.filter(({ endpoint }) => endpoint.once);
  expect(named.toSorted()).toEqual(once.map(({ endpoint }) => pathOf(endpoint)).toSorted());
});

const given = {
  product,
  operator: await signInOperator(product),
  image: '',
  selectedSubscription: { subscriptionPriceId: await priceIdOf(product, 'Starter', 0) },
};
const actions = {
  ...accountActions(given),
  ...organizationActions(given),
  ...invitationActions(given),
  ...subscriptionActions(given),
  ...transactionActions(given),
  ...resourceActions(given),
  ...productActions(given),
};
/** Returns the number of entries in the audit log and of objects at the provider. */
const known = async () => {
  const { rows } = await open.owner.query<{ n: number }>('select count(*) n from audit_log');
  const there = await app.inject({ method: 'GET', url: '/sandbox/payments.json' });
  const { customers, subscriptions, invoices } = there.json<Record<string, unknown[]>>();
  return [rows[0]?.n, customers?.length, subscriptions?.length, invoices?.length];
};

test.each(posts.filter(({ endpoint }) => endpoint.once))(
  '$name replays its response for the same key and has one effect',
  async ({ name, endpoint }) => {
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
    await actions[name]?.().finally(() => Object.assign(app, { inject: single }));
    expect(sent).toBeGreaterThan(0);
  },
);
