import type { Subject } from '#contract/endpoint.ts';
import type { Contract } from '#contract/index.ts';
import { accountExamples } from './accounts.ts';
import { announcementExamples } from './announcements.ts';
import { apiKeyExamples } from './api-keys.ts';
import { archiveExamples } from './archives.ts';
import { billingExamples } from './billing.ts';
import { blogExamples } from './blog.ts';
import { commentExamples } from './comments.ts';
import { couponExamples } from './coupons.ts';
import { domainExamples } from './domains.ts';
import { entityExamples, type AnyExample, type Examples } from './example.ts';
import { factorExamples } from './factors.ts';
import { importExamples } from './imports.ts';
import { invitationExamples } from './invitations.ts';
import { legalExamples } from './legal.ts';
import { mailExamples } from './mails.ts';
import { memberExamples } from './members.ts';
import { chatExamples, notificationExamples } from './notifications.ts';
import { onboardingExamples } from './onboarding.ts';
import { operatorExamples } from './operators.ts';
import { policyExamples } from './policies.ts';
import { productExamples } from './products.ts';
import { providerEventExamples } from './provider-events.ts';
import { resourceExamples } from './resources.ts';
import { scimExamples } from './scim.ts';
import { signInExamples } from './sign-in.ts';
import { ssoExamples } from './sso.ts';
import { subscriptionExamples } from './subscriptions.ts';
import { supportExamples } from './support.ts';
import { suspensionExamples } from './suspensions.ts';
import { tenantExamples } from './tenants.ts';
import { userExamples } from './users.ts';
import { webhookExamples } from './webhooks.ts';

const ofTransactions = entityExamples<Contract['transactions']>('transaction', {
  category: 'Fees',
});

/** Examples of every subject; a missing one does not compile. */
const examples = {
  accounts: accountExamples,
  factors: factorExamples,
  users: userExamples,
  signIn: signInExamples,
  policies: policyExamples,
  tenants: tenantExamples,
  members: memberExamples,
  invitations: invitationExamples,
  products: productExamples,
  coupons: couponExamples,
  subscriptions: subscriptionExamples,
  billing: billingExamples,
  support: supportExamples,
  suspensions: suspensionExamples,
  scim: scimExamples,
  apiKeys: apiKeyExamples,
  webhooks: webhookExamples,
  archives: archiveExamples,
  providerEvents: providerEventExamples,
  transactions: {
    ...ofTransactions,
    calls: {
      ...ofTransactions.calls,
      removeOfAny: { params: { id: 'record' }, audit: 'transaction.removed' },
    },
  },
  comments: commentExamples,
  imports: importExamples,
  resources: resourceExamples,
  mails: mailExamples,
  audit: { calls: {} },
  overview: { calls: {} },
  cancellations: { calls: {} },
  blog: blogExamples,
  status: { calls: {} },
  legal: legalExamples,
  announcements: announcementExamples,
  operators: operatorExamples,
  usage: { calls: {} },
  onboarding: onboardingExamples,
  notifications: notificationExamples,
  chat: chatExamples,
  domains: domainExamples,
  sso: ssoExamples,
} satisfies { [S in keyof Contract]: Examples<Contract[S]> };

const bySubject: Record<string, { record?: Examples<Subject>['record']; calls: object }> = examples;

/** Returns the example of a call, named `subject.call`; reads without parameters have an empty one. */
export const exampleOf = (name: string): AnyExample => {
  const [subject = '', call = ''] = name.split('.');
  const calls = (bySubject[subject]?.calls ?? {}) as Record<string, AnyExample>;
  return calls[call] ?? {};
};

/** Subjects with a table of their own that belongs to tenants, with a row of it. */
export const tenantRecords = Object.entries(bySubject).flatMap(([subject, { record }]) =>
  record ? [{ subject, ...record }] : [],
);
