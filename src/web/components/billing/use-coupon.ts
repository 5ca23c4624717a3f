import { useEffect, useState } from 'react';
import type { Coupon } from '#contract/billing/coupon.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { Currency } from '#contract/money.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

/** A code in a currency, and the server's reply. */
type CouponReply = { code: string; currency: Currency; coupon?: Coupon; refusal?: Failure };

async function fetchCoupon(code: string, currency: Currency): Promise<CouponReply> {
  try {
    const coupon = await queryClient.fetchQuery({
      queryKey: ['coupon', code, currency],
      queryFn: () => api.subscriptions.getCoupon({ params: { code, currency } }),
    });
    return { code, currency, coupon };
  } catch (error) {
    return { code, currency, refusal: error instanceof Failure ? error : new Failure('internal') };
  }
}

/**
 * Returns the state of a coupon in the currency of the price: empty, applied or invalid (R-SUB-12).
 * The code from the address is applied at once, and again for every other currency. A coupon for other
 * products than the chosen one is refused until another one is chosen.
 */
export function useCoupon(currency: Currency, given: string | null | undefined, product?: string) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const [code, setCode] = useState(given?.trim() ?? '');
  const [answer, setAnswer] = useState<CouponReply>();

  useEffect(() => {
    if (code === '') return;
    let isCurrent = true;
    void fetchCoupon(code, currency).then((answer) => isCurrent && setAnswer(answer));
    return () => {
      isCurrent = false;
    };
  }, [code, currency]);

  const hasReply = answer?.code === code && answer.currency === currency;
  const found = (hasReply && answer.coupon) || null;
  const isForProduct = !product || !found?.products || found.products.includes(product);
  return {
    code,
    isChecking: code !== '' && !hasReply,
    /** The applied coupon; null otherwise. */
    coupon: isForProduct ? found : null,
    /** Refusal of an invalid coupon. */
    refusal: isForProduct ? (hasReply ? answer.refusal : undefined) : notForProduct,
    /** Checks a code silently, as on blur. */
    check: (typed: string) => setCode(typed.trim()),
    /** Applies a code on demand, and shows a refusal in a dialog. */
    apply: async (typed: string) => {
      const trimmed = typed.trim();
      setCode(trimmed);
      if (trimmed === '') return;
      const { refusal } = await fetchCoupon(trimmed, currency);
      if (refusal) await dialogs.error({ text: failureText(t, refusal) });
    },
    /** Marks the code as refused by the server together with the form. */
    refuse: (refusal: Failure) => setAnswer({ code, currency, refusal }),
    remove: () => setCode(''),
  };
}

const notForProduct = new Failure('billing.couponNotApplicable');

export type CouponState = ReturnType<typeof useCoupon>;

/** Returns true for refusals that belong to the coupon field. */
export const isCouponError = (code: ErrorCode) =>
  code.startsWith('billing.') && code.toLowerCase().includes('coupon');
