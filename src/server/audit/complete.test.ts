import { afterAll, expect, test } from 'vitest';
import { auditActions, type AuditAction } from '#contract/audit-actions.ts';
import type { Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { recordStatements, findCrossTenantQueries } from '#server/database/test/statements.ts';
import { drawPicture } from '#server/files/test/pictures.ts';
import { priceIdOf, signInOperator, testApplication } from '#server/test/application.ts';
import {
  accountActions,
  invitationActions,
  organizationActions,
  userActions,
} from './test/account-actions.ts';
import {
  productActions,
  resourceActions,
  subscriptionActions,
  transactionActions,
} from './test/record-actions.ts';

/** Every endpoint that changes data writes an audit entry with its actor (R-SEC-13). */
const product = await testApplication();
const { sent, stop } = recordStatements();
afterAll(stop);
const fixtures = {
  product,
  operator: await signInOperator(product),
  image: `data:image/png;base64,${(await drawPicture('png')).toString('base64')}`,
  selectedSubscription: { subscriptionPriceId: await priceIdOf(product, 'Starter', 0) },
};

/** Successful request to every endpoint that changes data, by `subject.endpoint`. */
const auditedActions = {
  ...accountActions(fixtures),
  ...userActions(fixtures),
  ...organizationActions(fixtures),
  ...invitationActions(fixtures),
  ...productActions(fixtures),
  ...subscriptionActions(fixtures),
  ...transactionActions(fixtures),
  ...resourceActions(fixtures),
};

/** Audit action that each endpoint writes, among others. */
const expectedAuditActions: Record<string, AuditAction> = {
  'accounts.register': 'tenant.created',
  'accounts.verify': 'user.changed',
  'accounts.login': 'session.created',
  'accounts.reset': 'token.created',
  'accounts.logout': 'session.changed',
  'accounts.impersonate': 'session.created',
  'users.update': 'user.changed',
  'users.updateLocale': 'user.changed',
  'users.updateAvatar': 'user.changed',
  'users.updatePassword': 'user.changed',
  'users.updateDefaultTenant': 'user.changed',
  'users.revokeSession': 'session.changed',
  'users.removeSelf': 'user.removed',
  'users.setPassword': 'user.changed',
  'users.setPasswordInPath': 'user.changed',
  'users.removeOfAny': 'user.removed',
  'tenants.create': 'tenant.created',
  'tenants.update': 'tenant.changed',
  'tenants.updateImage': 'tenant.changed',
  'tenants.remove': 'tenant.removed',
  'tenants.removeOfAny': 'tenant.removed',
  'members.update': 'member.changed',
  'members.remove': 'member.removed',
  'members.removeOfAny': 'member.removed',
  'invitations.invite': 'member.created',
  'invitations.resend': 'token.created',
  'invitations.askAgain': 'token.created',
  'invitations.accept': 'member.changed',
  'invitations.updateSettings': 'joinLink.created',
  'invitations.requestAccess': 'member.created',
  'invitations.acceptUser': 'member.changed',
  'products.create': 'product.created',
  'products.createPrice': 'price.created',
  'products.createFeature': 'feature.created',
  'products.update': 'product.changed',
  'products.updatePrice': 'price.changed',
  'products.updateFeature': 'feature.changed',
  'products.remove': 'product.removed',
  'products.removePrice': 'price.removed',
  'products.removeFeature': 'feature.removed',
  'products.repair': 'catalogue.repaired',
  'products.generateDefaults': 'product.created',
  'subscriptions.update': 'payment.created',
  'subscriptions.cancel': 'payment.created',
  'subscriptions.updateCard': 'payment.created',
  'subscriptions.updateCardToken': 'payment.created',
  'transactions.create': 'transaction.created',
  'transactions.update': 'transaction.changed',
  'transactions.remove': 'transaction.removed',
  'transactions.removeOfAny': 'transaction.removed',
  'resources.create': 'resource.created',
  'resources.update': 'resource.changed',
  'resources.remove': 'resource.removed',
  'resources.upload': 'resource.changed',
  'resources.download': 'resource.downloaded',
};

/** Endpoints that write no audit entry themselves, with the reason. */
const exceptions: Record<string, string> = {
  'subscriptions.createCardToken': 'the card goes to the provider; nothing is known here',
  'subscriptions.createPortalSession': 'opens a page of the provider',
  'mails.retry': 'asks for a job; the mail says what was tried',
  'providerEvents.replay': 'asks for a job; what that changes is written',
};

test('every endpoint that changes data is tested here or listed as an exception', () => {
  const calls = Object.entries(contract).flatMap(([subject, { endpoints }]: [string, Subject]) =>
    Object.entries(endpoints)
      .filter(([, { method }]) => method !== 'GET')
      .map(([name]) => `${subject}.${name}`),
  );
  expect(Object.keys({ ...auditedActions, ...exceptions }).toSorted()).toEqual(calls.toSorted());
});

/** Returns the entries of the last request. */
const lastEntries = async () => {
  const { rows } = await product.open.owner.query<{ action: string; actor_id: string | null }>(
    `select action, actor_id from audit_log
     where request_id = (
       select request_id from audit_log where request_id is not null order by id desc limit 1)`,
  );
  return rows;
};

test.each(Object.keys(auditedActions))('%s is logged with its actor (R-SEC-13)', async (name) => {
  const actor = await auditedActions[name]?.();
  const entries = await lastEntries();
  const actions = entries.map(({ action }) => action);
  expect(actions).toContain(expectedAuditActions[name]);
  expect(new Set(entries.map(({ actor_id }) => actor_id))).toEqual(new Set([actor]));
  const known: readonly string[] = auditActions;
  expect(actions.filter((action) => !known.includes(action))).toEqual([]);
});

// Checked here because all writes have just run (docs/scaling.md).
test('every statement filters by its tenant', async () => {
  const { strays, tables } = await findCrossTenantQueries(sent, product.open.owner);
  expect(strays).toEqual([]);
  expect([...tables]).toEqual(
    expect.arrayContaining(['memberships', 'tenant_products', 'tenants', 'transactions', 'users']),
  );
});
