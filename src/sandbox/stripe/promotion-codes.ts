import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newShortId, newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import {
  flag,
  integer,
  mergeMetadata,
  metadata,
  moment,
  oneOf,
  required,
  shape,
  text,
} from './params.ts';
import { idOf, type PromotionCode } from './wire.ts';

const url = '/v1/promotion_codes';

export const promotionCodes = [
  endpoint('POST', url, {
    params: {
      active: flag,
      code: text,
      customer: text,
      expires_at: moment,
      max_redemptions: integer(1),
      metadata,
      promotion: required(shape({ coupon: required(text), type: required(oneOf('coupon')) })),
      restrictions: shape({
        first_time_transaction: flag,
        minimum_amount: integer(1),
        minimum_amount_currency: text,
      }),
    },
    async run({ ledger, params }) {
      const { promotion, restrictions, customer } = params;
      const coupon = await ledger.get('coupon', promotion.coupon, 'promotion[coupon]');
      if (customer) await ledger.get('customer', customer, 'customer');
      const active = params.active ?? true;
      const code = params.code ?? newShortId();
      if (active) await assertFree(ledger, code);
      const made: PromotionCode = {
        id: newId('promo'),
        object: 'promotion_code',
        active: active && coupon.valid,
        code,
        created: ledger.now,
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
      await ledger.create('promotion_code.created', made);
      return made;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, active: flag, code: text, coupon: text, customer: text },
    run({ ledger, params: { active, code, coupon, customer, ...page } }) {
      const filter = {
        contains: { active, customer, promotion: coupon && { coupon } },
        spelled: code === undefined ? undefined : { field: 'code', text: code },
      };
      return listPage(ledger, { kind: 'promotion_code', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('promotion_code', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: { active: flag, metadata },
    async run({ ledger, params, id }) {
      const was = await ledger.get('promotion_code', id);
      if (params.active && !was.active) await assertRevivable(ledger, was);
      const is: PromotionCode = {
        ...was,
        active: params.active ?? was.active,
        metadata: mergeMetadata(was.metadata ?? {}, params.metadata),
      };
      await ledger.update('promotion_code.updated', was, is);
      return is;
    },
  }),
];

/** Throws when another active promotion code has this text. */
async function assertFree(ledger: Ledger, code: string) {
  const filter = { contains: { active: true }, spelled: { field: 'code', text: code } };
  const [taken] = await ledger.list('promotion_code', filter, { limit: 1 });
  if (!taken) return;
  throw invalidRequest(
    `An active promotion code with \`code: ${code}\` already exists.`,
    'code',
    'resource_already_exists',
  );
}

/** Throws for a code that is used up or expired, or whose coupon is: it can't become active again. */
async function assertRevivable(ledger: Ledger, was: PromotionCode) {
  const coupon = await ledger.find('coupon', idOf(was.promotion.coupon ?? ''));
  const isOver = was.expires_at !== null && was.expires_at <= ledger.now;
  const isUsedUp = was.max_redemptions !== null && was.times_redeemed >= was.max_redemptions;
  if (!coupon?.valid || isOver || isUsedUp) {
    throw invalidRequest('This promotion code is expired and cannot be activated.', 'active');
  }
  await assertFree(ledger, was.code);
}
