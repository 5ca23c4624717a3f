import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Role, UserType } from '#contract/access.ts';
import type { UserSession } from '#web/session/session.ts';
import { settingsFor } from './pages.ts';

const subscription = '/app/settings/organization/subscription';
const owner = {
  user: { type: UserType.Tenant, impersonatedBy: null },
  role: Role.Owner,
  tier: 3,
  isOperators: false,
} as unknown as UserSession;

const stubDocument = (thirdParties: string, path: string) => {
  vi.stubGlobal('document', { querySelector: () => ({ content: thirdParties }) });
  const loaded = [{ name: `https://pregao.example${path}` }];
  vi.stubGlobal('performance', { getEntriesByType: () => loaded });
};
beforeEach(() => stubDocument('', '/app/dashboard'));
afterEach(() => vi.unstubAllGlobals());

describe('the single settings of the palette (R-PAL-08)', () => {
  const offered = (session: UserSession) => settingsFor(session, false).map(({ to }) => to);
  /** Returns what an owner is offered and this person is not. */
  const hiddenFrom = (session: UserSession) => {
    const rest = new Set(offered(session));
    const hidden = offered(owner).filter((to) => !rest.has(to));
    return hidden.map((to) => to.replace(/^\/app\/settings\/(organization\/)?/, ''));
  };

  test('lack what their page hides while an operator acts as the person', () => {
    const user = { ...owner.user, impersonatedBy: {} };
    expect(hiddenFrom({ ...owner, user } as UserSession)).toEqual([
      'profile#email',
      'profile/security#factors',
      'profile/privacy#data',
      ...['requiresFactor', 'methods', 'sessionHours', 'idleHours', 'domains'].map(
        (name) => `security#${name}`,
      ),
    ]);
  });

  test('lack what an operator and their organization don’t have', () => {
    const user = { ...owner.user, type: UserType.Admin };
    expect(hiddenFrom({ ...owner, user, isOperators: true })).toEqual([
      'profile#email',
      'profile/privacy#danger',
      'general#address',
      'general#danger',
      ...['plan', 'usage', 'payment', 'invoices'].map((name) => `subscription#${name}`),
      ...['legalName', 'line1', 'tax-ids', 'purchaseOrder', 'invoiceEmails'].map(
        (name) => `subscription/billing#${name}`,
      ),
    ]);
  });

  test.each([
    ['stripe google', '/app/dashboard', true],
    ['stripe', subscription, false],
    ['google', '/app/dashboard', false],
  ])(
    'open a page with the provider’s scripts with its anchor: %s from %s',
    (helpers, at, loads) => {
      stubDocument(helpers, at);
      const documents = settingsFor(owner, false).filter(({ isDocument }) => isDocument);
      expect(documents.map(({ to }) => to.split('#')[0])).toEqual(
        loads ? Array.from({ length: 4 }, () => subscription) : [],
      );
    },
  );
});
