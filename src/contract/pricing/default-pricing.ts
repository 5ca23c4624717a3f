import type { Currency } from '#contract/money.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import type {
  SubscriptionFeature,
  SubscriptionPrice,
  SubscriptionProduct,
} from '#contract/products.ts';
import { withComputedValue } from './computed-features.ts';

type AssignedOnCreation = 'id' | 'subscriptionProductId' | 'serviceId';
type DefaultPrice = Omit<SubscriptionPrice, AssignedOnCreation>;
type DefaultFeature = Omit<SubscriptionFeature, AssignedOnCreation>;
/** A product before it is created: without ids of ours or the provider's. */
export type DefaultProduct = Omit<
  SubscriptionProduct,
  AssignedOnCreation | 'prices' | 'features'
> & {
  prices: DefaultPrice[];
  features: DefaultFeature[];
};

const trialDays = 14;

const oneTime = (currency: Currency): DefaultPrice => ({
  type: PriceType.OneTime,
  billingPeriod: BillingPeriod.Once,
  price: 0,
  priceBefore: null,
  currency,
  trialDays: 0,
  active: true,
});

const recurring =
  (billingPeriod: BillingPeriod) =>
  ([currency, price]: [Currency, number]): DefaultPrice => ({
    type: PriceType.Recurring,
    billingPeriod,
    price,
    priceBefore: null,
    currency,
    trialDays,
    active: true,
  });

/** Returns monthly prices, and yearly ones of ten times as much. */
const monthlyAndYearly = (monthly: [Currency, number][]) => [
  ...monthly.map(recurring(BillingPeriod.Monthly)),
  ...monthly
    .map(([currency, price]): [Currency, number] => [currency, price * 10])
    .map(recurring(BillingPeriod.Yearly)),
];

/** Builds the features; the first is the number of users. `null`: only a key, or a computed value. */
const features = (resources: string, hasTransactions: boolean) =>
  (
    [
      ['maxNumberOfUsers', null, true],
      ['resources', resources, true],
      ['brand', null, true],
      ['auditLog', null, true],
      ['transactions', null, hasTransactions],
    ] as const
  ).map(([key, value, included], index) => ({
    order: index + 1,
    key: `pricing.features.${key}`,
    value,
    translateInFrontend: true,
    included,
  }));

const common = {
  badge: '',
  active: true,
  image: '',
  maxTransactions: 0,
  maxStorage: 0,
  auditDays: 0,
};

const plans: DefaultProduct[] = [
  {
    ...common,
    tier: 1,
    title: 'Starter',
    description: 'pricing.starter.description',
    maxUsers: 1,
    prices: [oneTime('usd'), oneTime('mxn'), oneTime('eur')],
    features: features('Starter', false),
  },
  {
    ...common,
    tier: 2,
    title: 'Pro',
    description: 'pricing.pro.description',
    badge: 'pricing.mostPopular',
    maxUsers: 3,
    prices: monthlyAndYearly([
      ['usd', 1],
      ['mxn', 20],
      ['eur', 0.85],
    ]),
    features: features('Pro', true),
  },
  {
    ...common,
    tier: 3,
    title: 'Unlimited',
    description: 'pricing.unlimited.description',
    maxUsers: 10,
    prices: monthlyAndYearly([
      ['usd', 3],
      ['mxn', 60],
      ['eur', 2.55],
    ]),
    features: features('Unlimited', true),
  },
];

/** Default products: created at the first start, and shown while the catalog is empty. */
export const defaultProducts = plans.map((plan) => ({
  ...plan,
  features: plan.features.map((feature) => withComputedValue(feature, plan)),
}));
