import type { legal } from '#contract/legal.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { accept } from './service/acceptance.ts';
import { create, get, getOfAll } from './service/texts.ts';

export const legalApi = ({
  config,
  database,
  pageInvalidation,
}: Pick<AppContext, 'config' | 'database' | 'pageInvalidation'>): Handlers<typeof legal> => ({
  get: ({ params, query, locale }) =>
    get({ config, database }, { ...params, ...query, language: query.language ?? locale }),
  getOfAll: ({ params }) => getOfAll(database, params.kind),
  create: async ({ session, body }) => {
    const version = await create(database, session, body);
    pageInvalidation.publish();
    return version;
  },
  accept: ({ session, body }) => accept(database, session, body),
});
