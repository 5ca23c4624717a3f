import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  emptyable,
  booleanParam,
  integerParam,
  mergeMetadata,
  metadata,
  enumParam,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { Price } from '#sandbox/stripe/store/types.ts';
import { taxRateEndpoints } from '#sandbox/stripe/tax/tax-rates.ts';

const url = '/v1/prices';

const details = {
  active: booleanParam,
  metadata,
  nickname: emptyable(stringParam),
  tax_behavior: enumParam('exclusive', 'inclusive', 'unspecified'),
};

const recurring = objectParam({
  interval: required(enumParam('day', 'week', 'month', 'year')),
  interval_count: integerParam(1),
});

export const priceEndpoints = [
  ...taxRateEndpoints,

  defineEndpoint('POST', url, {
    params: {
      ...details,
      currency: required(stringParam),
      product: required(stringParam),
      recurring,
      unit_amount: required(integerParam(0)),
    },
    async run({ objects, params }) {
      await objects.get('product', params.product, 'product');
      const price: Price = {
        id: newId('price'),
        object: 'price',
        active: params.active ?? true,
        billing_scheme: 'per_unit',
        created: objects.now,
        currency: parseCurrency(params.currency),
        custom_unit_amount: null,
        livemode: false,
        lookup_key: null,
        metadata: mergeMetadata({}, params.metadata),
        nickname: params.nickname ?? null,
        product: params.product,
        recurring: params.recurring
          ? {
              interval: params.recurring.interval,
              interval_count: params.recurring.interval_count ?? 1,
              meter: null,
              trial_period_days: null,
              usage_type: 'licensed',
            }
          : null,
        tax_behavior: params.tax_behavior ?? 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: params.recurring ? 'recurring' : 'one_time',
        unit_amount: params.unit_amount,
        unit_amount_decimal: String(params.unit_amount),
      };
      await objects.create('price.created', price);
      return price;
    },
  }),

  defineEndpoint('GET', url, {
    params: {
      ...paginationParams,
      active: booleanParam,
      currency: stringParam,
      product: stringParam,
      type: enumParam('one_time', 'recurring'),
    },
    run({ objects, params: { active, currency, product, type, ...page } }) {
      const filter = { parent: product, contains: { active, currency, type } };
      return listPage(objects, { kind: 'price', url, filter }, page);
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('price', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: details,
    async run({ objects, params, id }) {
      const previous = await objects.get('price', id);
      const updated: Price = {
        ...previous,
        active: params.active ?? previous.active,
        metadata: mergeMetadata(previous.metadata, params.metadata),
        nickname: params.nickname === undefined ? previous.nickname : params.nickname,
        tax_behavior: params.tax_behavior ?? previous.tax_behavior,
      };
      await objects.update('price.updated', previous, updated);
      return updated;
    },
  }),
];

/** Returns a currency in Stripe's lower case, `usd`. Throws for an invalid one. */
export function parseCurrency(code: string): string {
  if (!/^[a-z]{3}$/i.test(code)) throw invalidRequest(`Invalid currency: ${code}`, 'currency');
  return code.toLowerCase();
}
