import { UserType } from '#contract/access.ts';
import type { products } from '#contract/products.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { compareCatalogue, repairCatalogue } from './service/compare.ts';
import { create, createFeature, createPrice, createPrices } from './service/create.ts';
import { generateDefaults } from './service/defaults.ts';
import { get, getFeature, getPrice, list } from './service/list.ts';
import { remove, removeFeature, removePrice } from './service/remove.ts';
import { update, updateFeature, updatePrice } from './service/update.ts';

/** Returns true for operators, the only ones who see inactive products (R-PRD-11). */
const isOperator = (session: AuthSession | null) => session?.userType === UserType.Admin;

export function productsApi(context: AppContext): Handlers<typeof products> {
  const { database } = context;
  return {
    getAll: ({ session, query }) =>
      list(database, { activeOnly: query.activeOnly || !isOperator(session) }),
    get: ({ session, params }) => get(database, params.id, { activeOnly: !isOperator(session) }),
    getPrice: ({ params }) => getPrice(database, params.id),
    getFeature: ({ params }) => getFeature(database, params.id),
    create: ({ body }) => create(context, body),
    createPrice: ({ body }) => createPrice(context, body),
    createPrices: ({ body }) => createPrices(context, body),
    createFeature: ({ body }) => createFeature(context, body),
    update: ({ params, body }) => update(context, { ...params, ...body }),
    updatePrice: ({ params, body }) => updatePrice(context, { ...params, ...body }),
    updateFeature: ({ params, body }) => updateFeature(context, { ...params, ...body }),
    remove: ({ params }) => remove(context, params.id),
    removePrice: ({ params }) => removePrice(context, params.id),
    removeFeature: ({ params }) => removeFeature(context, params.id),
    generateDefaults: () => generateDefaults(context),
    compare: () => compareCatalogue(context),
    repair: () => repairCatalogue(context),
  };
}
