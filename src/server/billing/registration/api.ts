import type { accounts } from '#contract/accounts.ts';
import type { tenants } from '#contract/tenants.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { createOwnTenant } from './service/create-tenant.ts';
import { registerAccount } from './service/register.ts';

/** Returns the handlers that create an organization with its plan: with a new person, or for a known one. */
export const registrationApi = (
  context: AppContext,
): Pick<Handlers<typeof accounts>, 'register'> & Pick<Handlers<typeof tenants>, 'create'> => ({
  register: ({ body, locale, userAgent }) => registerAccount(context, body, { locale, userAgent }),
  create: ({ session, body }) => createOwnTenant(context, session, body),
});
