import { randomUUID } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { toMinor, type Currency } from '#contract/money.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { ensureDefaultProducts } from '#server/billing/products/service/defaults.ts';
import {
  type TestMember,
  toTestMember,
  memberPassword,
  type TestApplication,
} from '#server/test/application.ts';

/** The sandbox's test cards, by the bank's answer. */
export const testCards = {
  good: 'pm_card_visa',
  other: 'pm_card_mastercard',
  declined: 'pm_card_chargeDeclined',
  /** Can be stored; every charge fails. */
  failsLater: 'pm_card_chargeCustomerFail',
  /** Every payment needs authentication. */
  confirms: 'pm_card_authenticationRequired',
};

type ProductOffer = {
  /** A decimal amount. */
  price: number;
  tier?: number;
  maxUsers?: number;
  period?: BillingPeriod;
  currency?: Currency;
  trialDays?: number;
  active?: boolean;
};

/** Creates a product with one price, here and at the provider; returns the price's id. */
export async function offerProduct(
  { open, context }: TestApplication,
  wanted: ProductOffer,
): Promise<string> {
  const { price, tier = 2, maxUsers = 5, currency = 'usd', trialDays = 0, active = true } = wanted;
  const period = wanted.period ?? BillingPeriod.Monthly;
  const { rows } = await open.owner.query<{ id: string }>(
    `with product as (
       insert into subscription_products (tier, title, max_users)
       values ($1, $2, $3) returning id)
     insert into subscription_prices
       (subscription_product_id, type, billing_period, price, currency, trial_days, active)
     select id, $4, $5, $6, $7, $8, $9 from product returning id`,
    [
      tier,
      `Product ${randomUUID().slice(0, 8)}`,
      maxUsers,
      period === BillingPeriod.Once ? PriceType.OneTime : PriceType.Recurring,
      period,
      toMinor(price, currency),
      currency,
      trialDays,
      active,
    ],
  );
  await ensureDefaultProducts(context);
  return rows[0]?.id ?? '';
}

/** Returns the body of a registration, with unique values for what is not given. */
export const registrationBody = (price: string, given: Record<string, unknown> = {}) => {
  const tag = randomUUID().slice(0, 8);
  return {
    organization: `Organization ${tag}`,
    email: `payer-${tag}@example.com`,
    firstName: 'Ana',
    lastName: 'Souza',
    selectedSubscription: { subscriptionPriceId: price, ...given },
  };
};

/** Registers, verifies and signs in. */
export async function registerWithPlan(
  product: TestApplication,
  price: string,
  given: Record<string, unknown> = {},
): Promise<TestMember> {
  const body = registrationBody(price, given);
  const { verifyToken = '' } = await product.anyone.accounts.register({ body });
  const proof = { password: memberPassword, passwordConfirm: memberPassword };
  const session = await product.anyone.accounts.verify({
    body: { email: body.email, token: verifyToken, ...proof },
  });
  return toTestMember(product, session);
}

/** Returns the Failure that a call throws. */
export async function expectFailure(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    () => new Error('Expected a refusal'),
    (failure: unknown) => failure,
  );
  if (error instanceof Failure) return error;
  throw error;
}

/** Returns the code of the Failure that a call throws. */
export const failureCodeOf = async (call: Promise<unknown>) => (await expectFailure(call)).code;

const post = async ({ app }: TestApplication, url: string, payload: object) => {
  const answer = await app.inject({ method: 'POST', url, payload });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json<Record<string, unknown>>();
};

/** Returns the control endpoints of the sandbox. */
export const sandboxControlsOf = (product: TestApplication) => ({
  coupon: (coupon: Record<string, unknown>) =>
    post(product, '/sandbox/payments/coupons', {
      code: `C${randomUUID().slice(0, 8)}`,
      ...coupon,
    }) as Promise<{ code: string }>,
  confirm: (clientSecret: unknown, outcome: 'succeed' | 'fail' = 'succeed') =>
    post(product, '/sandbox/payments/authentications', { clientSecret, outcome }),
  advance: (days: number) =>
    post(product, '/sandbox/payments/clock', { advanceSeconds: Math.round(days * 86_400) }),
  faults: (next: string[], count = 1) => post(product, '/sandbox/payments/faults', { next, count }),
  /**
   * Lets the clock change nothing more of the customers so far: an advance then costs what its own test needs, and not
   * the renewals of all tests before.
   */
  freezeCustomers: async () => {
    await product.open.owner.query(
      `update sandbox.objects set due_at = null
       where due_at is not null and kind in ('subscription', 'invoice', 'discount')`,
    );
  },
});

type SandboxRecord = {
  id: string;
  customer: string;
  status: string;
  total: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  metadata: Record<string, string>;
};

/** Returns the sandbox's records, newest first; only those of a customer when one is given. */
export async function sandboxRecordsOf({ app }: TestApplication, customer?: string) {
  const url = '/sandbox/payments.json';
  const answer = await app.inject({ method: 'GET', url, query: customer ? { customer } : {} });
  return answer.json<{
    now: number;
    customers: { id: string; email: string; balance: number }[];
    subscriptions: SandboxRecord[];
    invoices: SandboxRecord[];
  }>();
}

/** Returns the sandbox's records of one customer. */
export async function sandboxRecordsOfCustomer(
  product: TestApplication,
  customer: string | null | undefined,
) {
  if (!customer) return { customer: undefined, subscriptions: [], invoices: [] };
  const { customers, subscriptions, invoices } = await sandboxRecordsOf(product, customer);
  return { customer: customers[0], subscriptions, invoices };
}

/** Returns the sum of all payments in minor units. */
export const totalPaid = (invoices: SandboxRecord[]) =>
  invoices.reduce((sum, { amount_paid: paid }) => sum + paid, 0);
