import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  arrayParam,
  emptyable,
  integerParam,
  mergeMetadata,
  metadata,
  timestampParam,
  enumParam,
  type InferParams,
  objectParam,
  percentageParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newShortId } from '#sandbox/stripe/store/ids.ts';
import type { Coupon } from '#sandbox/stripe/store/types.ts';
import { parseCurrency } from './prices.ts';

const url = '/v1/coupons';

const creation = {
  id: stringParam,
  amount_off: integerParam(1),
  applies_to: objectParam({ products: arrayParam(stringParam) }),
  currency: stringParam,
  duration: enumParam('forever', 'once', 'repeating'),
  duration_in_months: integerParam(1),
  max_redemptions: integerParam(1),
  metadata,
  name: stringParam,
  percent_off: percentageParam,
  redeem_by: timestampParam,
};

export const couponEndpoints = [
  defineEndpoint('POST', url, {
    params: creation,
    async run({ objects, params }) {
      // docs.stripe.com/changelog/basil/2025-03-31/restrict-coupon-duration
      if (params.amount_off !== undefined && (params.duration ?? 'once') === 'forever') {
        throw invalidRequest(
          'Coupons with `amount_off` can’t have the duration `forever`.',
          'duration',
        );
      }
      const coupon = newCoupon(params, objects.now);
      if ((await objects.findMany([coupon.id])).size > 0) {
        throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists');
      }
      for (const [index, product] of (coupon.applies_to?.products ?? []).entries()) {
        await objects.get('product', product, `applies_to[products][${index}]`);
      }
      await objects.create('coupon.created', coupon);
      return coupon;
    },
  }),

  defineEndpoint('GET', url, {
    params: paginationParams,
    run: ({ objects, params }) => listPage(objects, { kind: 'coupon', url, filter: {} }, params),
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('coupon', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: { metadata, name: emptyable(stringParam) },
    async run({ objects, params: { name, metadata: sent }, id }) {
      const previous = await objects.get('coupon', id);
      const updated: Coupon = {
        ...previous,
        metadata: mergeMetadata(previous.metadata ?? {}, sent),
        name: name === undefined ? previous.name : name,
      };
      await objects.update('coupon.updated', previous, updated);
      return updated;
    },
  }),

  defineEndpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ objects, id }) {
      const coupon = await objects.get('coupon', id);
      await objects.removeCoupon('coupon.deleted', { ...coupon, valid: false });
      const redeemable = { contains: { active: true, promotion: { coupon: id } } };
      for (const code of await objects.list('promotion_code', redeemable)) {
        await objects.update('promotion_code.updated', code, { ...code, active: false });
      }
      return { id, object: 'coupon', deleted: true };
    },
  }),
];

function newCoupon(params: InferParams<typeof creation>, now: number): Coupon {
  const { amount_off: amount, percent_off: percent, duration = 'once' } = params;
  const products = params.applies_to?.products;
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
    ...(products && { applies_to: { products } }),
    created: now,
    currency: amount === undefined ? null : parseCurrency(params.currency ?? ''),
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
