import type { Page } from '@playwright/test';
import type { Api } from '#contract/api-client.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { expect, test as base } from './fixtures.ts';
import { type ProductServer, startServer } from './server.ts';
import { apiClientAt } from './users.ts';

export { expect };

export const daySeconds = 86_400;

/** Card numbers of the sandbox, by their effect. */
export const testCardNumbers = {
  pays: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
  asksEveryTime: '4000002760003184',
};

type ProviderInvoice = {
  id: string;
  customer: string;
  status: string;
  total: number;
};
type Records = {
  now: number;
  customers: { id: string; email: string }[];
  subscriptions: { id: string; customer: string; status: string }[];
  invoices: ProviderInvoice[];
};

/** Client of the payment sandbox. */
export type SandboxClient = {
  advance: (seconds: number) => Promise<void>;
  coupon: (coupon: { code: string; percentOff?: number; maxRedemptions?: number }) => Promise<void>;
  fail: (next: string[], count?: number) => Promise<void>;
  records: () => Promise<Records>;
  /** Returns the invoices and subscriptions of the customer with this email. */
  of: (email: string) => Promise<Pick<Records, 'subscriptions' | 'invoices'>>;
};

const paymentSandboxAt = (url: string): SandboxClient => {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/sandbox/payments/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const records = async () =>
    (await (await fetch(`${url}/sandbox/payments.json`)).json()) as Records;
  return {
    advance: (advanceSeconds) => post('clock', { advanceSeconds }),
    coupon: (coupon) => post('coupons', coupon),
    fail: (next, count) => post('faults', { next, ...(count && { count }) }),
    records,
    of: async (email) => {
      const { customers, subscriptions, invoices } = await records();
      const ids = customers.filter((customer) => customer.email === email).map(({ id }) => id);
      const theirs = ({ customer }: { customer: string }) => ids.includes(customer);
      return { subscriptions: subscriptions.filter(theirs), invoices: invoices.filter(theirs) };
    },
  };
};

/** Signs in as the operator and returns a client. */
const operatorAt = async (server: ProductServer): Promise<Api> => {
  const { token } = await apiClientAt(server.url).accounts.login({ body: server.operator });
  return apiClientAt(server.url, { token, tenant: '' });
};

const recurring = (billingPeriod: BillingPeriod, price: number) =>
  ({ type: PriceType.Recurring, billingPeriod, price, currency: 'usd' }) as const;

/**
 * Creates the catalog of these journeys: paid plans without a trial, small and large, one with a
 * trial, and a one-time product.
 */
export async function createTestCatalogue(server: ProductServer) {
  const { products } = await operatorAt(server);
  const usual = { description: '', badge: '', active: true, image: null };
  const paid = [recurring(BillingPeriod.Monthly, 10), recurring(BillingPeriod.Yearly, 100)];
  const tried = { ...recurring(BillingPeriod.Monthly, 30), trialDays: 14 };
  const once = {
    type: PriceType.OneTime,
    billingPeriod: BillingPeriod.Once,
    currency: 'usd',
  } as const;
  const large = paid.map((price) => ({ ...price, price: price.price * 3 }));
  for (const product of [
    { ...usual, tier: 2, title: 'Mesa', maxUsers: 2, prices: paid },
    { ...usual, tier: 3, title: 'Pregueiro', maxUsers: 10, prices: large },
    { ...usual, tier: 2, title: 'Ensaio', maxUsers: 3, prices: [tried] },
    { ...usual, tier: 1, title: 'Curso', maxUsers: 1, prices: [{ ...once, price: 49 }] },
  ]) {
    await products.create({ body: product });
  }
}

/** Playwright's `test` with its own server, whose clock moves and whose catalog differs. */
export const test = base.extend<{ provider: SandboxClient }, { server: ProductServer }>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const server = await startServer();
      await createTestCatalogue(server);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  provider: async ({ server }, provide) => {
    await provide(paymentSandboxAt(server.url));
  },
});

export const billingPath = '/app/settings/organization/subscription';

/** Locates a panel of the subscription page. */
export const subscriptionPanel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Fills in the card form, in whatever place it is open. */
export async function fillCard(page: Page, number: string) {
  await page.getByLabel('Número do cartão').fill(number);
  await page.getByLabel('Validade').fill('12/40');
  await page.getByLabel('Código de segurança').fill('123');
}

/** Returns the verification link; a paying customer has a receipt in the same mailbox. */
export async function verificationLink(origin: string, email: string) {
  const links = async () => {
    const answer = await fetch(`${origin}/sandbox/mail.json?${new URLSearchParams({ to: email })}`);
    const mails = (await answer.json()) as { links: string[] }[];
    return mails.flatMap(({ links }) => links).filter((link) => link.includes('/account/verify'));
  };
  await expect.poll(links, `a link for ${email}`).not.toHaveLength(0);
  return (await links())[0] ?? '';
}
