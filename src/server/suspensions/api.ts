import type { suspensions } from '#contract/suspensions/suspensions.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import { liftTenant, liftUser, suspendTenant, suspendUser } from './service.ts';

export const suspensionsApi = ({ database }: AppContext): Handlers<typeof suspensions> => ({
  suspendTenant: ({ params, body }) => suspendTenant(database, { ...params, ...body }),
  liftTenant: ({ params }) => liftTenant(database, params.id),
  suspendUser: ({ params, body }) => suspendUser(database, { ...params, ...body }),
  liftUser: ({ params }) => liftUser(database, params.id),
});
