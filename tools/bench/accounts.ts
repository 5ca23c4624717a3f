import { BillingPeriod } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';
import { asBrowser, operator } from './servers.ts';

export type Headers = Record<string, string>;

/** Signed-in owner of an organization on the Pro plan. */
export interface Account {
  email: string;
  password: string;
  tenant: string;
  headers: Headers;
}

/** Returns the headers of a member's requests. */
export const asMember = (tenant: string, token: string): Headers => ({
  ...asBrowser,
  authorization: `Bearer ${token}`,
  'x-tenant-key': tenant,
});

/** Registers an organization and its owner through the API. */
export async function register(origin: string, name: string): Promise<Account> {
  const api = callerAt(origin);
  const [email, password] = [`${name.toLowerCase()}@bench.example`, 'a password of the bench'];
  const products = await api.products.getAll();
  const price = products
    .find(({ title }) => title === 'Pro')
    ?.prices.find(({ billingPeriod }) => billingPeriod === BillingPeriod.Yearly);
  const { verifyToken = '' } = await api.accounts.register({
    body: {
      organization: name,
      email,
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: { subscriptionPriceId: price?.id ?? '' },
    },
  });
  const { token, user } = await api.accounts.verify({
    body: { email, token: verifyToken, password, passwordConfirm: password },
  });
  const tenant = user.currentTenant?.id ?? '';
  return { email, password, tenant, headers: asMember(tenant, token) };
}

/** Signs the operator in. */
export async function enterAsOperator(origin: string): Promise<Headers> {
  const { token } = await callerAt(origin).accounts.login({ body: operator });
  return { ...asBrowser, authorization: `Bearer ${token}` };
}
