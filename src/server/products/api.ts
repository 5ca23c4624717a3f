import { UserType } from '#contract/access.ts';
import type { products } from '#contract/products.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import type { Handlers } from '#server/http/serve.ts';
import { compare, repair } from './service/compare.ts';
import { create, createFeature, createPrice } from './service/create.ts';
import { generateDefaults } from './service/defaults.ts';
import { get, getFeature, getPrice, list } from './service/list.ts';
import { remove, removeFeature, removePrice } from './service/remove.ts';
import { update, updateFeature, updatePrice } from './service/update.ts';

/** Returns true for operators, the only ones who see inactive products (R-PRD-11). */
const isOperator = (session: Session | null) => session?.userType === UserType.Admin;

export const productsApi = (house: House): Handlers<typeof products> => {
  const { database } = house;
  return {
    getAll: ({ session, query }) =>
      list(database, { activeOnly: query.activeOnly || !isOperator(session) }),
    get: ({ session, params }) => get(database, params.id, { activeOnly: !isOperator(session) }),
    getPrice: ({ params }) => getPrice(database, params.id),
    getFeature: ({ params }) => getFeature(database, params.id),
    create: ({ body }) => create(house, body),
    createPrice: ({ body }) => createPrice(house, body),
    createFeature: ({ body }) => createFeature(house, body),
    update: ({ params, body }) => update(house, { ...params, ...body }),
    updatePrice: ({ params, body }) => updatePrice(house, { ...params, ...body }),
    updateFeature: ({ params, body }) => updateFeature(house, { ...params, ...body }),
    remove: ({ params }) => remove(house, params.id),
    removePrice: ({ params }) => removePrice(house, params.id),
    removeFeature: ({ params }) => removeFeature(house, params.id),
    generateDefaults: () => generateDefaults(house),
    compare: () => compare(house),
    repair: () => repair(house),
  };
};
