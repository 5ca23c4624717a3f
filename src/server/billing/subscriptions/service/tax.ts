import type { TaxLocation } from '#contract/billing/tax.ts';
import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TaxProfile } from '#server/platform/stripe/billing-details.ts';

type TaxContext = Pick<AppContext, 'config' | 'stripe'>;
type GivenLocation = TaxLocation | null | undefined;

/**
 * Returns what decides the tax of a new plan: address and tax ids of the customer, or the given place of an
 * organization without an address. Null with Stripe Tax off; throws `billing.taxLocationRequired` (R-TAX-02).
 */
export async function taxProfileOf(
  context: TaxContext,
  customer: string | null,
  given: GivenLocation,
): Promise<TaxProfile | null> {
  if (!context.config.stripeTax) return null;
  const stored = customer === null ? null : await context.stripe.retrieveTaxProfile(customer);
  if (stored) return stored;
  const { country, postalCode } = requireTaxLocation(context, given) ?? missingLocation();
  const address = { country, postal_code: postalCode, state: '', city: '', line1: '' };
  return { address, taxIds: [] };
}

/** Returns the given place of a new customer; null with Stripe Tax off. Throws without one. */
export function requireTaxLocation(
  { config }: Pick<AppContext, 'config'>,
  given: GivenLocation,
): TaxLocation | null {
  if (!config.stripeTax) return null;
  return given ?? missingLocation();
}

function missingLocation(): never {
  throw new Failure('billing.taxLocationRequired');
}
