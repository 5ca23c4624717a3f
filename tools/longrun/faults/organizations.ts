import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';
import { operator } from './servers.ts';

const password = 'kettle ember violin 4817';

/** Headers of a signed-in client's requests. */
export type Headers = { authorization: string; 'x-tenant-key': string };

type SignedIn = { token: string; user: { currentTenant?: { id: string } | null } };

const headersOf = ({ token, user }: SignedIn): Headers => ({
  authorization: `Bearer ${token}`,
  'x-tenant-key': user.currentTenant?.id ?? '',
});

/** Signs the operator in. */
export const signInOperator = async (origin: string): Promise<Headers> =>
  headersOf(await callerAt(origin).accounts.login({ body: operator }));

/** Returns a trial price without a member limit; creates its product as operator on the first call. */
async function unlimitedAt(origin: string): Promise<string> {
  const known = await callerAt(origin).products.getAll();
  const product =
    known.find(({ title }) => title === plan.title) ??
    (await callerAt(origin, await signInOperator(origin)).products.create({ body: plan }));
  const [price] = product.prices;
  if (!price) throw new Error('The plan has no price');
  return price.id;
}

const plan = {
  title: 'For proofs',
  tier: 9,
  active: true,
  maxUsers: 0,
  prices: [
    { type: PriceType.Recurring, billingPeriod: BillingPeriod.Yearly, price: 100, trialDays: 14 },
  ],
  features: [1, 2, 3].map((order) => ({ order, key: `Feature ${order}` })),
};

/** Returns a function that builds the registration of an organization. */
export async function registrationAt(origin: string) {
  const subscriptionPriceId = await unlimitedAt(origin);
  return (name: string) => ({
    organization: name,
    email: `${name}@proofs.example`,
    firstName: 'Ana',
    lastName: 'Souza',
    selectedSubscription: { subscriptionPriceId },
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
