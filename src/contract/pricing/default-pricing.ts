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

const monthly = recurring(BillingPeriod.Monthly);
const yearly = recurring(BillingPeriod.Yearly);

/** Builds the features; the first is the number of users. `null`: only a key, or a computed value. */
const features = (values: [key: string, value: string | null, included: boolean][]) =>
  values.map(([key, value, included], index) => ({
    order: index + 1,
    key: `pricing.features.${key}`,
    value,
    translateInFrontend: true,
    included,
  }));

const plans: DefaultProduct[] = [
  {
    tier: 1,
    title: 'Starter',
    description: 'pricing.starter.description',
    badge: '',
    active: true,
    image: '',
    maxUsers: 1,
    maxTransactions: 0,
    maxStorage: 0,
    auditDays: 0,
    prices: [oneTime('usd'), oneTime('mxn'), oneTime('eur')],
    features: features([
      ['maxNumberOfUsers', null, true],
      ['resources', 'Starter', true],
      ['brand', null, true],
      ['auditLog', null, true],
      ['transactions', null, false],
    ]),
  },
  {
    tier: 2,
    title: 'Pro',
    description: 'pricing.pro.description',
    badge: 'pricing.mostPopular',
    active: true,
    image: '',
    maxUsers: 3,
    maxTransactions: 0,
    maxStorage: 0,
    auditDays: 0,
    prices: [
      ...(
        [
          ['usd', 1],
          ['mxn', 20],
          ['eur', 0.85],
        ] as [Currency, number][]
      ).map(monthly),
      ...(
        [
          ['usd', 10],
          ['mxn', 200],
          ['eur', 8.5],
        ] as [Currency, number][]
      ).map(yearly),
    ],
    features: features([
      ['maxNumberOfUsers', null, true],
      ['resources', 'Pro', true],
      ['brand', null, true],
      ['auditLog', null, true],
      ['transactions', null, true],
    ]),
  },
  {
    tier: 3,
    title: 'Unlimited',
    description: 'pricing.unlimited.description',
    badge: '',
    active: true,
    image: '',
    maxUsers: 10,
    maxTransactions: 0,
    maxStorage: 0,
    auditDays: 0,
    prices: [
      ...(
        [
          ['usd', 3],
          ['mxn', 60],
          ['eur', 2.55],
        ] as [Currency, number][]
      ).map(monthly),
      ...(
        [
          ['usd', 30],
          ['mxn', 600],
          ['eur', 25.5],
        ] as [Currency, number][]
      ).map(yearly),
    ],
    features: features([
      ['maxNumberOfUsers', null, true],
      ['resources', 'Unlimited', true],
      ['brand', null, true],
      ['auditLog', null, true],
      ['transactions', null, true],
    ]),
  },
];

/** Default products: created at the first start, and shown while the catalog is empty. */
export const defaultProducts = plans.map((plan) => ({
  ...plan,
  features: plan.features.map((feature) => withComputedValue(feature, plan)),
}));
