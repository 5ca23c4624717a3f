import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newShortId } from './ids.ts';
import { listPage, paging } from './lists.ts';
import {
  emptyable,
  integer,
  mergeMetadata,
  metadata,
  moment,
  oneOf,
  type ParamsOf,
  percentage,
  text,
} from './params.ts';
import { currencyOf } from './prices.ts';
import type { Coupon } from './wire.ts';

const url = '/v1/coupons';

const creation = {
  id: text,
  amount_off: integer(1),
  currency: text,
  duration: oneOf('forever', 'once', 'repeating'),
  duration_in_months: integer(1),
  max_redemptions: integer(1),
  metadata,
  name: text,
  percent_off: percentage,
  redeem_by: moment,
};

export const coupons = [
  endpoint('POST', url, {
    params: creation,
    async run({ ledger, params }) {
      const coupon = newCoupon(params, ledger.now);
      if ((await ledger.lookUp([coupon.id])).size > 0) {
        throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists');
      }
      await ledger.create('coupon.created', coupon);
      return coupon;
    },
  }),

  endpoint('GET', url, {
    params: paging,
    run: ({ ledger, params }) => listPage(ledger, { kind: 'coupon', url, filter: {} }, params),
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('coupon', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: { metadata, name: emptyable(text) },
    async run({ ledger, params: { name, metadata: sent }, id }) {
      const was = await ledger.get('coupon', id);
      const is: Coupon = {
        ...was,
        metadata: mergeMetadata(was.metadata ?? {}, sent),
        name: name === undefined ? was.name : name,
      };
      await ledger.update('coupon.updated', was, is);
      return is;
    },
  }),

  endpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ ledger, id }) {
      const coupon = await ledger.get('coupon', id);
      await ledger.retire('coupon.deleted', { ...coupon, valid: false });
      return { id, object: 'coupon', deleted: true };
    },
  }),
];

function newCoupon(params: ParamsOf<typeof creation>, now: number): Coupon {
  const { amount_off: amount, percent_off: percent, duration = 'once' } = params;
  if ((amount === undefined) === (percent === undefined)) {
    throw invalidRequest('You must pass either `percent_off` or `amount_off`.');
  }
  if (amount !== undefined && params.currency === undefined) {
    throw invalidRequest('You must pass currency when passing amount_off.', 'currency');
  }
  if ((duration === 'repeating') !== (params.duration_in_months !== undefined)) {
    throw invalidRequest(
      'You must pass `duration_in_months` for repeating coupons, and only for them.',
      'duration_in_months',
    );
  }
  if (params.redeem_by !== undefined && params.redeem_by <= now) {
    throw invalidRequest('The redeem_by parameter must be in the future.', 'redeem_by');
  }
  return {
    id: params.id ?? newShortId(),
    object: 'coupon',
    amount_off: amount ?? null,
    created: now,
    currency: amount === undefined ? null : currencyOf(params.currency ?? ''),
    duration,
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: percent ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
}
