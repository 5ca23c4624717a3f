import { expect, test } from 'vitest';
import type { Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { apiScopes, scopeOf } from './scopes.ts';

const callsOf = Object.entries(contract).flatMap(
  ([name, { name: heading, endpoints }]: [string, Subject]) =>
    Object.entries(endpoints).map(([call, endpoint]) => ({
      call: `${name}.${call}`,
      scope: scopeOf(heading, endpoint),
    })),
);

/** A call that is new here is one that programs can make from now on: decide, then add it. */
test('programs can make exactly these calls, each with its scope (R-KEY-02)', () => {
  const byScope = Object.groupBy(
    callsOf.filter(({ scope }) => scope !== null),
    ({ scope }) => scope ?? '',
  );
  const calls = Object.entries(byScope).map(([scope, of]) => [
    scope,
    of?.map(({ call }) => call).toSorted(),
  ]);
  expect(Object.fromEntries(calls)).toEqual({
    'organization:read': ['tenants.get', 'tenants.getCurrent'],
    'members:read': ['members.get', 'members.getAll'],
    'members:delete': ['members.deactivate', 'members.remove'],
    'invitations:read': ['invitations.getSettings'],
    'invitations:write': ['invitations.invite', 'invitations.inviteMany', 'invitations.resend'],
    'transactions:read': [
      'comments.getAll',
      'imports.getAll',
      'imports.preview',
      'transactions.exportCsv',
      'transactions.get',
      'transactions.getAll',
      'transactions.getCategories',
      'transactions.getHistory',
      'transactions.getResults',
      'transactions.getSummary',
      'transactions.getTotals',
    ],
    'transactions:write': [
      'comments.restore',
      'imports.create',
      'transactions.create',
      'transactions.restore',
      'transactions.update',
      'transactions.updateMany',
    ],
    'transactions:delete': [
      'comments.remove',
      'imports.undo',
      'transactions.remove',
      'transactions.removeMany',
    ],
    'resources:read': ['resources.download', 'resources.getMine'],
    'subscription:read': [
      'subscriptions.getCurrent',
      'subscriptions.getPlanEnd',
      'subscriptions.getUpcomingInvoice',
    ],
    'billing:read': ['billing.getDetails'],
    'billing:write': ['billing.updateDetails'],
    'usage:read': ['usage.get'],
    'audit:read': ['audit.export', 'audit.getAll'],
  });
  expect(Object.keys(byScope).toSorted()).toEqual([...apiScopes].toSorted());
});
