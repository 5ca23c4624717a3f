import { createTestOrganization } from '#server/members/test/organizations.ts';
import {
  testArchive,
  toBlob,
  resourceDraft,
  createTestResource,
} from '#server/resources/test/resources.ts';
import { priceIdOf, registerOwner, type TestMember } from '#server/test/application.ts';
import type { AuditedAction, AuditedActions, ActionFixtures } from './account-actions.ts';

const transaction = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };

/** Returns the operator's changes of the catalog. */
export const productActions = ({ product: { open }, operator }: ActionFixtures): AuditedActions => {
  const { products } = operator.api;
  const price = { type: 1, billingPeriod: 3, price: 5 } as const;
  const feature = { order: 1, key: 'Robots' };
  const product = { tier: 9, title: 'Of a test', active: false };
  const createProduct = () =>
    products.create({ body: { ...product, prices: [price], features: [feature] } });
  const onNewProduct =
    (
      action: (made: Awaited<ReturnType<typeof createProduct>>) => Promise<unknown>,
    ): AuditedAction =>
    async () => {
      await action(await createProduct());
      return operator.user.id;
    };
  const idOf = ([one]: { id: string }[]) => ({ id: one?.id ?? '' });
  return {
    'products.create': onNewProduct(async () => undefined),
    'products.createPrice': onNewProduct(({ id }) =>
      products.createPrice({ body: { ...price, subscriptionProductId: id } }),
    ),
    'products.createFeature': onNewProduct(({ id }) =>
      products.createFeature({ body: { ...feature, subscriptionProductId: id } }),
    ),
    'products.update': onNewProduct(({ id }) =>
      products.update({ params: { id }, body: { ...product, title: 'Of two tests' } }),
    ),
    'products.updatePrice': onNewProduct(({ prices }) =>
      products.updatePrice({ params: idOf(prices), body: { active: false } }),
    ),
    'products.updateFeature': onNewProduct(({ features }) =>
      products.updateFeature({ params: idOf(features), body: { ...feature, order: 2 } }),
    ),
    'products.remove': onNewProduct(({ id }) => products.remove({ params: { id } })),
    'products.removePrice': onNewProduct(({ prices }) =>
      products.removePrice({ params: idOf(prices) }),
    ),
    'products.removeFeature': onNewProduct(({ features }) =>
      products.removeFeature({ params: idOf(features) }),
    ),
    'products.repair': onNewProduct(() => products.repair()),
    'products.generateDefaults': async () => {
      await open.owner.query('delete from tenant_products');
      await open.owner.query('delete from subscription_products');
      await products.generateDefaults();
      return operator.user.id;
    },
  };
};

/** Returns changes of transactions by members and the operator. */
export const transactionActions = ({ product, operator }: ActionFixtures): AuditedActions => {
  const createTransaction = async () => {
    const { owner } = await createTestOrganization(product);
    const { id } = await owner.api.transactions.create({ body: transaction });
    return { owner, id };
  };
  return {
    'transactions.create': async () => (await createTransaction()).owner.id,
    'transactions.update': async () => {
      const { owner, id } = await createTransaction();
      const body = { ...transaction, quantity: 2 };
      await owner.api.transactions.update({ params: { id }, body });
      return owner.id;
    },
    'transactions.remove': async () => {
      const { owner, id } = await createTransaction();
      await owner.api.transactions.remove({ params: { id } });
      return owner.id;
    },
    'transactions.removeOfAny': async () => {
      const { id } = await createTransaction();
      await operator.api.transactions.removeOfAny({ params: { id } });
      return operator.user.id;
    },
  };
};

/** Returns changes of resources by the operator, and a download. */
export const resourceActions = ({ operator }: ActionFixtures): AuditedActions => {
  const { resources } = operator.api;
  const onNewResource =
    (action: (given: { params: { id: string } }) => Promise<unknown>): AuditedAction =>
    async () => {
      const { id } = await createTestResource(operator);
      await action({ params: { id } });
      return operator.user.id;
    };
  const content = toBlob(testArchive);
  return {
    'resources.create': async () => {
      await resources.create({ body: resourceDraft });
      return operator.user.id;
    },
    'resources.update': onNewResource((of) =>
      resources.update({ ...of, body: { ...resourceDraft, title: 'Other' } }),
    ),
    'resources.remove': onNewResource((of) => resources.remove(of)),
    'resources.upload': onNewResource((of) => resources.upload({ ...of, file: { content } })),
    'resources.download': onNewResource((of) => resources.download(of)),
  };
};

/** Returns changes of subscriptions and cards by owners. */
export const subscriptionActions = ({ product }: ActionFixtures): AuditedActions => {
  const cardOf = (number: string) => ({ number, expiryMonth: 12, expiryYear: 2060, cvc: '123' });
  // Each organization is in a trial, and a card has one trial: each needs a card of its own.
  const tokenOf = async (api: TestMember['api'], number: string) =>
    (await api.subscriptions.createCardToken({ body: cardOf(number) })).id;
  const byOwner =
    (action: (api: TestMember['api']) => Promise<unknown>): AuditedAction =>
    async () => {
      const { user, api } = await registerOwner(product, { plan: 'Pro' });
      await action(api);
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
      const subscriptionPriceId = await priceIdOf(product, 'Unlimited', 4);
      const subscriptionCardToken = await tokenOf(api, '4000056655665556');
      await api.subscriptions.update({ body: { subscriptionPriceId, subscriptionCardToken } });
    }),
  };
};
