import { newOrganization } from '#server/members/test-members.ts';
import { archive, blobOf, draft, offer } from '#server/resources/test-resources.ts';
import { priceOf, registerOwner, type Member } from '#server/testing.ts';
import type { Deed, Deeds, Given } from './test-deeds.ts';

const transaction = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };

/** Returns the operator's changes of the catalog. */
export const catalogue = ({ product: { open }, operator }: Given): Deeds => {
  const { products } = operator.api;
  const price = { type: 1, billingPeriod: 3, price: 5 } as const;
  const feature = { order: 1, key: 'Robots' };
  const product = { tier: 9, title: 'Of a test', active: false };
  const make = () =>
    products.create({ body: { ...product, prices: [price], features: [feature] } });
  const on =
    (deed: (made: Awaited<ReturnType<typeof make>>) => Promise<unknown>): Deed =>
    async () => {
      await deed(await make());
      return operator.user.id;
    };
  const idOf = ([one]: { id: string }[]) => ({ id: one?.id ?? '' });
  return {
    'products.create': on(async () => undefined),
    'products.createPrice': on(({ id }) =>
      products.createPrice({ body: { ...price, subscriptionProductId: id } }),
    ),
    'products.createFeature': on(({ id }) =>
      products.createFeature({ body: { ...feature, subscriptionProductId: id } }),
    ),
    'products.update': on(({ id }) =>
      products.update({ params: { id }, body: { ...product, title: 'Of two tests' } }),
    ),
    'products.updatePrice': on(({ prices }) =>
      products.updatePrice({ params: idOf(prices), body: { active: false } }),
    ),
    'products.updateFeature': on(({ features }) =>
      products.updateFeature({ params: idOf(features), body: { ...feature, order: 2 } }),
    ),
    'products.remove': on(({ id }) => products.remove({ params: { id } })),
    'products.removePrice': on(({ prices }) => products.removePrice({ params: idOf(prices) })),
    'products.removeFeature': on(({ features }) =>
      products.removeFeature({ params: idOf(features) }),
    ),
    'products.repair': on(() => products.repair()),
    'products.generateDefaults': async () => {
      await open.owner.query('delete from tenant_products');
      await open.owner.query('delete from subscription_products');
      await products.generateDefaults();
      return operator.user.id;
    },
  };
};

/** Returns changes of transactions by members and the operator. */
export const records = ({ product, operator }: Given): Deeds => {
  const recorded = async () => {
    const { owner } = await newOrganization(product);
    const { id } = await owner.api.transactions.create({ body: transaction });
    return { owner, id };
  };
  return {
    'transactions.create': async () => (await recorded()).owner.id,
    'transactions.update': async () => {
      const { owner, id } = await recorded();
      const body = { ...transaction, quantity: 2 };
      await owner.api.transactions.update({ params: { id }, body });
      return owner.id;
    },
    'transactions.remove': async () => {
      const { owner, id } = await recorded();
      await owner.api.transactions.remove({ params: { id } });
      return owner.id;
    },
    'transactions.removeOfAny': async () => {
      const { id } = await recorded();
      await operator.api.transactions.removeOfAny({ params: { id } });
      return operator.user.id;
    },
  };
};

/** Returns changes of resources by the operator, and a download. */
export const files = ({ operator }: Given): Deeds => {
  const { resources } = operator.api;
  const on =
    (deed: (given: { params: { id: string } }) => Promise<unknown>): Deed =>
    async () => {
      const { id } = await offer(operator);
      await deed({ params: { id } });
      return operator.user.id;
    };
  const content = blobOf(archive);
  return {
    'resources.create': async () => {
      await resources.create({ body: draft });
      return operator.user.id;
    },
    'resources.update': on((of) => resources.update({ ...of, body: { ...draft, title: 'Other' } })),
    'resources.remove': on((of) => resources.remove(of)),
    'resources.upload': on((of) => resources.upload({ ...of, file: { content } })),
    'resources.download': on((of) => resources.download(of)),
  };
};

/** Returns changes of subscriptions and cards by owners. */
export const payments = ({ product }: Given): Deeds => {
  const cardOf = (number: string) => ({ number, expiryMonth: 12, expiryYear: 2060, cvc: '123' });
  // Each organization is in a trial, and a card has one trial: each needs a card of its own.
  const tokenOf = async (api: Member['api'], number: string) =>
    (await api.subscriptions.createCardToken({ body: cardOf(number) })).id;
  const byOwner =
    (deed: (api: Member['api']) => Promise<unknown>): Deed =>
    async () => {
      const { user, api } = await registerOwner(product, { plan: 'Pro' });
      await deed(api);
      return user.id;
    };
  return {
    'subscriptions.updateCardToken': byOwner(async (api) =>
      api.subscriptions.updateCardToken({
        params: { token: await tokenOf(api, '4242424242424242') },
      }),
    ),
    'subscriptions.updateCard': byOwner((api) =>
      api.subscriptions.updateCard({ body: cardOf('5555555555554444') }),
    ),
    'subscriptions.cancel': byOwner((api) => api.subscriptions.cancel({ body: {} })),
    'subscriptions.update': byOwner(async (api) => {
      const subscriptionPriceId = await priceOf(product, 'Unlimited', 4);
      const subscriptionCardToken = await tokenOf(api, '4000056655665556');
      await api.subscriptions.update({ body: { subscriptionPriceId, subscriptionCardToken } });
    }),
  };
};
