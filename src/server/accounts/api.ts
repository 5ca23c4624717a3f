import type { accounts } from '#contract/accounts.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import { impersonate } from './service/impersonate.ts';
import { login } from './service/login.ts';
import { register } from './service/register.ts';
import { reset } from './service/reset.ts';
import { logout } from './service/session.ts';
import { verify } from './service/verify.ts';

export const accountsApi = (house: House): Handlers<typeof accounts> => ({
  login: ({ body, userAgent }) => login(house, body, userAgent),
  register: ({ body, locale, userAgent }) => register(house, body, { locale, userAgent }),
  verify: ({ body, userAgent }) => verify(house.database, body, userAgent),
  reset: ({ params }) => reset(house, params.email),
  impersonate: ({ session, params, body, userAgent }) =>
    impersonate(house, session, { ...params, ...body, userAgent }),
  logout: ({ session }) => logout(house.database, session),
});
