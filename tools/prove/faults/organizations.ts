import { BillingPeriod } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';
import { operator } from './servers.ts';

const password = 'kettle ember violin 4817';

/** Somebody signed in: what every call of theirs carries. */
export type Headers = { authorization: string; 'x-tenant-key': string };

type SignedIn = { token: string; user: { currentTenant?: { id: string } | null } };

const headersOf = ({ token, user }: SignedIn): Headers => ({
  authorization: `Bearer ${token}`,
  'x-tenant-key': user.currentTenant?.id ?? '',
});

/** What somebody says who registers an organization of this name, on the plan without limits. */
export async function registrationAt(origin: string) {
  const products = await callerAt(origin).products.getAll();
  const prices = products.find(({ title }) => title === 'Unlimited')?.prices ?? [];
  const price = prices.find(({ billingPeriod }) => billingPeriod === BillingPeriod.Yearly);
  if (!price) throw new Error('There is no plan without limits');
  return (name: string) => ({
    organization: name,
    email: `${name}@proofs.example`,
    firstName: 'Ana',
    lastName: 'Souza',
    selectedSubscription: { subscriptionPriceId: price.id },
  });
}
export type Registration = Awaited<ReturnType<typeof registrationAt>>;

/** Registers an organization and signs its owner in. */
export async function openOrganization(origin: string, name: string): Promise<Headers> {
  const api = callerAt(origin);
  const body = (await registrationAt(origin))(name);
  const { verifyToken: token = '' } = await api.accounts.register({ body });
  const { email } = body;
  return headersOf(
    await api.accounts.verify({ body: { email, token, password, passwordConfirm: password } }),
  );
}

/** Signs the operator in. */
export const signInOperator = async (origin: string): Promise<Headers> =>
  headersOf(await callerAt(origin).accounts.login({ body: operator }));
