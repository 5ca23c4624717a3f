import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  booleanParam,
  integerParam,
  mergeMetadata,
  metadata,
  timestampParam,
  enumParam,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newShortId, newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type PromotionCode } from '#sandbox/stripe/store/types.ts';

const url = '/v1/promotion_codes';

export const promotionCodeEndpoints = [
  defineEndpoint('POST', url, {
    params: {
      active: booleanParam,
      code: stringParam,
      customer: stringParam,
      expires_at: timestampParam,
      max_redemptions: integerParam(1),
      metadata,
      promotion: required(
        objectParam({ coupon: required(stringParam), type: required(enumParam('coupon')) }),
      ),
      restrictions: objectParam({
        first_time_transaction: booleanParam,
        minimum_amount: integerParam(1),
        minimum_amount_currency: stringParam,
      }),
    },
    async run({ objects, params }) {
      const { promotion, restrictions, customer } = params;
      const coupon = await objects.get('coupon', promotion.coupon, 'promotion[coupon]');
      if (customer) await objects.get('customer', customer, 'customer');
      const active = params.active ?? true;
      const code = params.code ?? newShortId();
      if (active) await assertCodeUnused(objects, code);
      const made: PromotionCode = {
        id: newId('promo'),
        object: 'promotion_code',
        active: active && coupon.valid,
        code,
        created: objects.now,
        customer: customer ?? null,
        customer_account: null,
        expires_at: params.expires_at ?? coupon.redeem_by,
        livemode: false,
        max_redemptions: params.max_redemptions ?? coupon.max_redemptions,
        metadata: mergeMetadata({}, params.metadata),
        promotion: { coupon: coupon.id, type: 'coupon' },
        restrictions: {
          first_time_transaction: restrictions?.first_time_transaction ?? false,
          minimum_amount: restrictions?.minimum_amount ?? null,
          minimum_amount_currency: restrictions?.minimum_amount_currency ?? null,
        },
        times_redeemed: 0,
      };
      await objects.create('promotion_code.created', made);
      return made;
    },
  }),

  defineEndpoint('GET', url, {
    params: {
      ...paginationParams,
      active: booleanParam,
      code: stringParam,
      coupon: stringParam,
      customer: stringParam,
    },
    run({ objects, params: { active, code, coupon, customer, ...page } }) {
      const filter = {
        contains: { active, customer, promotion: coupon && { coupon } },
        equalsIgnoreCase: code === undefined ? undefined : { field: 'code', text: code },
      };
      return listPage(objects, { kind: 'promotion_code', url, filter }, page);
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('promotion_code', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: { active: booleanParam, metadata },
    async run({ objects, params, id }) {
      const previous = await objects.get('promotion_code', id);
      if (params.active && !previous.active) await assertCanActivate(objects, previous);
      const updated: PromotionCode = {
        ...previous,
        active: params.active ?? previous.active,
        metadata: mergeMetadata(previous.metadata ?? {}, params.metadata),
      };
      await objects.update('promotion_code.updated', previous, updated);
      return updated;
    },
  }),
];

/** Throws when another active promotion code has this text. */
async function assertCodeUnused(objects: ObjectRepository, code: string) {
  const filter = { contains: { active: true }, equalsIgnoreCase: { field: 'code', text: code } };
  const [taken] = await objects.list('promotion_code', filter, { limit: 1 });
  if (!taken) return;
  throw invalidRequest(
    `An active promotion code with \`code: ${code}\` already exists.`,
    'code',
    'resource_already_exists',
  );
}

/** Throws for a code that is used up or expired, or whose coupon is: it can't become active again. */
async function assertCanActivate(objects: ObjectRepository, previous: PromotionCode) {
  const coupon = await objects.find('coupon', idOf(previous.promotion.coupon ?? ''));
  const isOver = previous.expires_at !== null && previous.expires_at <= objects.now;
  const isUsedUp =
    previous.max_redemptions !== null && previous.times_redeemed >= previous.max_redemptions;
  if (!coupon?.valid || isOver || isUsedUp) {
    throw invalidRequest('This promotion code is expired and cannot be activated.', 'active');
  }
  await assertCodeUnused(objects, previous.code);
}
