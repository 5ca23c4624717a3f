import type { Api } from '#contract/api-client.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';
import { registerOrganization, signIn, type OwnerAccount } from '#tools/kit/organizations.ts';
import demonstration from './demonstration.json' with { type: 'json' };

/** Fictional records in each language, with no overall gain or loss. */
export const { editions } = demonstration;

export type Edition = keyof typeof editions;

/** Creates a free price of Pro without a trial, so that no screen shows days left; returns its id. */
export async function offer(origin: string): Promise<string> {
  const operator = callerAt(origin, await signIn(origin));
  const pro = (await operator.products.getAll()).find(({ title }) => title === 'Pro');
  const { id } = await operator.products.createPrice({
    body: {
      subscriptionProductId: pro?.id ?? '',
      type: PriceType.OneTime,
      billingPeriod: BillingPeriod.Once,
      price: 0,
      currency: 'usd',
      trialDays: 0,
      active: true,
    },
  });
  return id;
}

/** Registers the organization of an edition with a price and records half a year of transactions. */
export async function furnish(
  origin: string,
  { edition, priceId: subscriptionPriceId }: { edition: Edition; priceId: string },
): Promise<OwnerAccount> {
  const { organization, person } = editions[edition];
  const [firstName = '', lastName = ''] = person;
  const email = `${edition}@demo.example`;
  const selectedSubscription = { subscriptionPriceId };
  const more = { email, firstName, lastName, selectedSubscription, language: edition };
  const owner = await registerOrganization(origin, organization, more);
  const api = callerAt(origin, owner.headers);
  await api.onboarding.hide();
  await record(api, edition);
  return owner;
}

const day = 24 * 60 * 60 * 1000;

/** Records a transaction every fourth day over six months; the first one in the list is the newest. */
export async function record(api: Api, edition: Edition) {
  const { trades, categories } = editions[edition];
  const kinds = demonstration.amounts.map((amount, at) => ({ ...amount, description: trades[at] }));
  for (let nth = 47; nth >= 0; nth -= 1) {
    const { description = '', quantity, price, category } = kinds[nth % kinds.length] ?? {};
    if (!quantity || !price) continue;
    const cents = Math.round(price * 100) + ((nth * 37) % 11) * 10;
    const date = new Date(Date.now() - nth * 3.5 * day).toISOString().slice(0, 10);
    const body = { description, quantity, price: cents / 100, date };
    await api.transactions.create({
      body: { ...body, category: categories[category ?? 0] ?? null },
    });
  }
}
