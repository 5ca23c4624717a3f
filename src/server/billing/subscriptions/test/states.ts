import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { expect } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { reconcileTenant } from '#server/billing/payments/reconcile.ts';
import type { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import {
  priceIdOf,
  type signInOperator,
  type TestApplication,
  type TestMember,
} from '#server/test/application.ts';
import { offerProduct, registerWithPlan, testCards } from './fixtures.ts';

type Given = {
  product: TestApplication;
  provider: Awaited<ReturnType<typeof connectToSandbox>>;
  operator: Awaited<ReturnType<typeof signInOperator>>;
  /** The price that the organizations have, in US dollars. */
  plan: string;
};

const forever: Stripe.CouponCreateParams = { percent_off: 50, duration: 'forever' };

/** Creates a promotion code; `uses` limits its redemptions. */
export const newCode = async (stripe: Stripe, given: Stripe.CouponCreateParams, uses?: number) => {
  const { id: coupon } = await stripe.coupons.create(given);
  return stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon },
    code: `R${randomUUID().slice(0, 8)}`,
    ...(uses && { max_redemptions: uses }),
  });
};

/** Returns what reads an organization's state at the provider and here. */
export function stateReader({
  product,
  provider: { stripe },
}: Pick<Given, 'product' | 'provider'>) {
  const customerOf = async ({ api }: TestMember) =>
    (await api.subscriptions.getCurrent()).customer?.id ?? '';

  const liveOf = async (owner: TestMember) => {
    const { data } = await stripe.subscriptions.list({ customer: await customerOf(owner) });
    return data[0]?.id ?? '';
  };

  const readNow = ({ tenant }: TestMember) =>
    reconcileTenant(product.context, trusted.tenantId(tenant));

  /** Returns what the provider and our pages say of an organization, without the records of the refusal itself. */
  async function stateOf(owner: TestMember) {
    await readNow(owner);
    const customer = await customerOf(owner);
    const [subscriptions, cards, codes, known, current] = await Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', expand: ['data.discounts'] }),
      stripe.paymentMethods.list({ customer }),
      stripe.promotionCodes.list({ limit: 100 }),
      stripe.customers.retrieve(customer),
      owner.api.subscriptions.getCurrent(),
    ]);
    const { balance, invoice_settings: settings } = known as Stripe.Customer;
    return {
      // The provider's time of a cancellation is that of its latest update.
      subscriptions: subscriptions.data.map(
        ({ latest_invoice: _latest, canceled_at: _canceled, ...rest }) => rest,
      ),
      cards: cards.data.map(({ id }) => id),
      redeemed: codes.data.map(({ id, times_redeemed: times }) => [id, times]),
      balance,
      defaultCard: settings.default_payment_method,
      current,
    };
  }

  return { stateOf, customerOf, readNow, liveOf };
}

/** Returns a day in UTC. */
export const dayOf = (time: string | number) => new Date(time).toISOString().slice(0, 10);

/** Returns what reads a state without what differs between two organizations that did the same. */
export function outlineReader({ product, provider, operator }: Omit<Given, 'plan'>) {
  const { stateOf } = stateReader({ product, provider });
  const { stripe } = provider;
  return async (owner: TestMember) => {
    const { subscriptions, cards, balance, current } = await stateOf(owner);
    const { actions } = await operator.api.support.get({ params: { id: owner.tenant } });
    const brands = await Promise.all(cards.map((id) => stripe.paymentMethods.retrieve(id)));
    return {
      subscriptions: subscriptions.map(({ status, items, cancel_at: end, discounts, ...rest }) => ({
        status,
        prices: items.data.map(({ price, quantity }) => [price.id, quantity]),
        ends: end !== null,
        discounts: discounts.length,
        collection: rest.pause_collection,
      })),
      cards: brands.map(({ card }) => card?.brand),
      balance,
      plan: current.activeProduct?.subscriptionPrice.id,
      status: current.activeProduct?.status,
      ends: current.activeProduct?.endDate !== null,
      running: current.myProducts.length,
      invoices: current.invoices.map(({ status, amountPaid, total, refunded }) => [
        status,
        amountPaid,
        total,
        refunded,
      ]),
      trialEnds: dayOf(current.activeProduct?.trialEnds ?? 0),
      actions: actions.map(({ kind }) => kind),
    };
  };
}

type States = Record<string, () => Promise<TestMember>>;

/** Returns what registers an organization on the plan, with a code if one is given. */
export const register =
  ({ product, plan }: Pick<Given, 'product' | 'plan'>) =>
  (code?: string) =>
    registerWithPlan(product, plan, {
      subscriptionCardToken: testCards.good,
      ...(code && { subscriptionCoupon: code }),
    });

const registerAnd =
  (given: Given) => (step: (owner: TestMember) => Promise<unknown>) => async () => {
    const owner = await register(given)();
    await step(owner);
    return owner;
  };

/** Returns what changes an organization's state at the provider: its portal, a bank. */
function providerActions(given: Given) {
  const { stripe, sandbox } = given.provider;
  const { customerOf, liveOf, readNow } = stateReader(given);

  const cancelByPortal = async (owner: TestMember) => {
    const { url } = await owner.api.subscriptions.createPortalSession();
    const session = new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? '';
    await sandbox.portal.cancelAtPeriodEnd(session, await liveOf(owner), true);
    await owner.api.subscriptions.getCurrent();
  };

  const failRenewal = async (owner: TestMember) => {
    const customer = await customerOf(owner);
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const invoice_settings = { default_payment_method: failing.id };
    await stripe.customers.update(customer, { invoice_settings });
    const { status } = await stripe.subscriptions.update(await liveOf(owner), {
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
    });
    expect(status).toBe('past_due');
    await readNow(owner);
    expect((await owner.api.subscriptions.getCurrent()).activeProduct?.status).toBe('past_due');
  };

  return { cancelByPortal, failRenewal };
}

/** Returns, by name, what brings a new organization into each state in which a change of plan is charged. */
export function statesBefore(given: Given) {
  const { product, operator, plan } = given;
  const { stripe } = given.provider;
  const { customerOf } = stateReader(given);
  const { cancelByPortal, failRenewal } = providerActions(given);
  const registered = register(given);
  const after = registerAnd(given);
  return {
    'nothing special': () => registered(),
    'a discount whose code is used up': async () =>
      registered((await newCode(stripe, forever, 1)).code),
    'a discount whose code was switched off': async () => {
      const { id, code } = await newCode(stripe, forever);
      const owner = await registered(code);
      await stripe.promotionCodes.update(id, { active: false });
      return owner;
    },
    'a discount for two months': async () =>
      registered(
        (await newCode(stripe, { percent_off: 50, duration: 'repeating', duration_in_months: 2 }))
          .code,
      ),
    'a scheduled end': after(({ api }) =>
      api.subscriptions.cancel({
        body: { atPeriodEnd: true, reason: 'too_expensive', comment: 'Later perhaps' },
      }),
    ),
    'an end scheduled in the portal': after(cancelByPortal),
    'a credit': after(async (owner) =>
      stripe.customers.createBalanceTransaction(await customerOf(owner), {
        amount: -700,
        currency: 'usd',
      }),
    ),
    'a granted plan': after(({ tenant: id }) =>
      operator.api.support.grantPlan({
        params: { id },
        body: { subscriptionPriceId: plan, until: null, reason: 'They report bugs.' },
      }),
    ),
    'a failed renewal': after(failRenewal),
    'a smaller plan at the period’s end': after(async ({ api }) =>
      api.subscriptions.update({
        body: {
          subscriptionPriceId: await priceIdOf(product, 'Starter', BillingPeriod.Once),
          atPeriodEnd: true,
        },
      }),
    ),
  } satisfies States;
}

/** Returns, by name, the states in which a change of plan is refused or is not charged. */
export function unchargedStates(given: Given) {
  const { product } = given;
  const { stripe } = given.provider;
  const { liveOf, readNow } = stateReader(given);
  const after = registerAnd(given);
  let trial: Promise<string> | undefined;
  return {
    'a trial': async () => {
      trial ??= offerProduct(product, { price: 5, trialDays: 14 });
      // Without a card: it could not start a second trial.
      return registerWithPlan(product, await trial);
    },
    'a pause': after(async (owner) => {
      // No credit of the unused time: the resumption is charged.
      const bill_for = { unused_time_from: { type: 'none' } } as const;
      await stripe.subscriptions.pause(await liveOf(owner), { bill_for });
      await readNow(owner);
    }),
    'a pause of the collection': after(async (owner) => {
      const pause_collection = { behavior: 'void' } as const;
      await stripe.subscriptions.update(await liveOf(owner), { pause_collection });
      await readNow(owner);
    }),
  } satisfies States;
}
