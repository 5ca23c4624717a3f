import type { products } from '#contract/products.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/serve.ts';
import { list } from './service.ts';

export const productsApi = (database: Database): Handlers<typeof products> => ({
  getAll: ({ query }) => list(database, query),
});
