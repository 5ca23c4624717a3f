import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { resourceMissing } from '#sandbox/stripe/api/errors.ts';
import type { TaxRate } from '#sandbox/stripe/store/types.ts';
import { rateOf, type TaxLocation } from './rates.ts';

/** Returns the id of a place's rate, from which the rate can be derived again. */
export const taxRateId = ({ country, state }: TaxLocation) =>
  `txr_sandbox_${country}${state ? `_${state}` : ''}`;

export const taxRateEndpoints = [
  defineEndpoint('GET', '/v1/tax_rates/:id', {
    params: {},
    run: ({ id }) => Promise.resolve(taxRateOf(id)),
  }),
];

/** Returns the tax rate of an id; it exists in the table of rates only. */
function taxRateOf(id: string): TaxRate {
  const [, country, state = null] = /^txr_sandbox_([A-Z]{2})(?:_([A-Z]{2}))?$/.exec(id) ?? [];
  if (!country) throw resourceMissing('tax_rate', id);
  const { name, percent, type } = rateOf({ country, state });
  return {
    id,
    object: 'tax_rate',
    active: true,
    country,
    created: 0,
    description: null,
    display_name: name,
    effective_percentage: percent,
    flat_amount: null,
    inclusive: false,
    jurisdiction: state ?? country,
    jurisdiction_level: state ? 'state' : 'country',
    livemode: false,
    metadata: {},
    percentage: percent,
    rate_type: 'percentage',
    state,
    tax_type: type,
  };
}
