import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import { listPage, paging } from './lists.ts';
import {
  emptyable,
  flag,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  shape,
  text,
} from './params.ts';
import type { Price } from './wire.ts';

const url = '/v1/prices';

const details = {
  active: flag,
  metadata,
  nickname: emptyable(text),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
};

const recurring = shape({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer(1),
});

export const prices = [
  endpoint('POST', url, {
    params: {
      ...details,
      currency: required(text),
      product: required(text),
      recurring,
      unit_amount: required(integer(0)),
    },
    async run({ ledger, params }) {
      await ledger.get('product', params.product, 'product');
      const price: Price = {
        id: newId('price'),
        object: 'price',
        active: params.active ?? true,
        billing_scheme: 'per_unit',
        created: ledger.now,
        currency: currencyOf(params.currency),
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
      await ledger.create('price.created', price);
      return price;
    },
  }),

  endpoint('GET', url, {
    params: {
      ...paging,
      active: flag,
      currency: text,
      product: text,
      type: oneOf('one_time', 'recurring'),
    },
    run({ ledger, params: { active, currency, product, type, ...page } }) {
      const filter = { parent: product, contains: { active, currency, type } };
      return listPage(ledger, { kind: 'price', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('price', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: details,
    async run({ ledger, params, id }) {
      const was = await ledger.get('price', id);
      const is: Price = {
        ...was,
        active: params.active ?? was.active,
        metadata: mergeMetadata(was.metadata, params.metadata),
        nickname: params.nickname === undefined ? was.nickname : params.nickname,
        tax_behavior: params.tax_behavior ?? was.tax_behavior,
      };
      await ledger.update('price.updated', was, is);
      return is;
    },
  }),
];

/** Returns a currency in Stripe's lower case, `usd`. Throws for an invalid one. */
export function currencyOf(code: string): string {
  if (!/^[a-z]{3}$/i.test(code)) throw invalidRequest(`Invalid currency: ${code}`, 'currency');
  return code.toLowerCase();
}
