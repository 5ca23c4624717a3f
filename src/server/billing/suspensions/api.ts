import type { suspensions } from '#contract/suspensions/suspensions.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { liftTenant, liftUser, suspendTenant, suspendUser } from './service.ts';

export const suspensionsApi = (context: AppContext): Handlers<typeof suspensions> => ({
  suspendTenant: ({ params, body }) => suspendTenant(context, { ...params, ...body }),
  liftTenant: ({ params }) => liftTenant(context, params.id),
  suspendUser: ({ params, body }) => suspendUser(context.database, { ...params, ...body }),
  liftUser: ({ params }) => liftUser(context.database, params.id),
});
