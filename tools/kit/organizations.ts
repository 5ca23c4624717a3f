import { BillingPeriod } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';
import { asBrowser } from './http.ts';
import { toolOperator } from './servers.ts';

export type Headers = Record<string, string>;

/** Signed-in owner of an organization on the Pro plan. */
export type OwnerAccount = {
  email: string;
  password: string;
  tenant: string;
  token: string;
  headers: Headers;
};

/** Returns the headers of a member's requests. */
export const asMember = (tenant: string, token: string): Headers => ({
  ...asBrowser,
  authorization: `Bearer ${token}`,
  'x-tenant-key': tenant,
});

/** Returns a function that builds the registration of an organization on the yearly Pro plan. */
export async function registrationsAt(origin: string) {
  const products = await callerAt(origin).products.getAll();
  const price = products
    .find(({ title }) => title === 'Pro')
    ?.prices.find(({ billingPeriod }) => billingPeriod === BillingPeriod.Yearly);
  return (name: string) => ({
    organization: name,
    email: `${name.toLowerCase()}@tools.example`,
    firstName: 'Ana',
    lastName: 'Souza',
    selectedSubscription: { subscriptionPriceId: price?.id ?? '' },
  });
}

type RegistrationOptions = {
  /** Language of the owner, which also decides on the currency of transactions. */
  language?: string;
  /** Returns the token that was mailed to an address. */
  tokenOf?: (email: string) => Promise<string>;
} & Partial<ReturnType<Awaited<ReturnType<typeof registrationsAt>>>>;

/**
 * Registers an organization, with other values than the usual ones if given, and signs its owner in with the
 * mailed token or the one that the reply holds in the sandbox.
 */
export async function registerOrganization(
  origin: string,
  name: string,
  { language, tokenOf, ...more }: RegistrationOptions = {},
): Promise<OwnerAccount> {
  const api = callerAt(origin, language ? { 'accept-language': language } : {});
  const body = { ...(await registrationsAt(origin))(name), ...more };
  const { email } = body;
  const password = `a password of ${email}`;
  const { verifyToken = '' } = await api.accounts.register({ body });
  const proof = (await tokenOf?.(email)) ?? verifyToken;
  const { token, user } = await api.accounts.verify({
    body: { email, token: proof, password, passwordConfirm: password },
  });
  const tenant = user.currentTenant?.id ?? '';
  return { email, password, tenant, token, headers: asMember(tenant, token) };
}

/** Signs an account in, the operator by default; returns the headers of the new session. */
export async function signIn(
  origin: string,
  { email, password, tenant }: Partial<OwnerAccount> = {},
): Promise<Headers> {
  const body = email && password ? { email, password } : toolOperator;
  const { token, user } = await callerAt(origin).accounts.login({ body });
  return asMember(tenant ?? user.currentTenant?.id ?? '', token);
}
