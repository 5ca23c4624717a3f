import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Coupon } from '#contract/billing/coupon.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { Currency } from '#contract/money.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useIsHydrated } from '#web/components/use-is-hydrated.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

/** Reply of the server about a code. */
type CouponReply = { coupon?: Coupon; refusal?: Failure };

/** Queries a code in a currency; a refusal is a reply, which stays until the code is applied again. */
const couponQuery = (code: string, currency: Currency) =>
  queryOptions({
    queryKey: ['coupon', code, currency],
    queryFn: async (): Promise<CouponReply> => {
      try {
        return { coupon: await api.subscriptions.getCoupon({ params: { code, currency } }) };
      } catch (error) {
        return { refusal: error instanceof Failure ? error : new Failure('internal') };
      }
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/**
 * Returns the state of a coupon in the currency of the price: empty, applied or invalid (R-SUB-12).
 * The code from the address is applied at once, and again for every other currency. A coupon for other
 * products than the chosen one is refused until another one is chosen.
 */
export function useCoupon(currency: Currency, given: string | null | undefined, product?: string) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const [code, setCode] = useState(given?.trim() ?? '');
  // The server renders the code of an address, and must keep no query for it.
  const asked = useIsHydrated() ? code : '';
  const { data: reply, isFetching } = useQuery(
    { ...couponQuery(asked, currency), enabled: asked !== '' },
    // The pages of visitors have no provider of it.
    queryClient,
  );
  const found = reply?.coupon ?? null;
  const isForProduct = !product || !found?.products || found.products.includes(product);
  return {
    code,
    /** True if the address gave a code. */
    isGiven: Boolean(given?.trim()),
    isChecking: code !== '' && (isFetching || !reply),
    /** The applied coupon; null otherwise. */
    coupon: isForProduct ? found : null,
    /** Refusal of an invalid coupon. */
    refusal: isForProduct ? reply?.refusal : notForProduct,
    /** Checks a code silently, as on blur. */
    check: (typed: string) => setCode(typed.trim()),
    /** Applies a code on demand, and shows a refusal in a dialog. */
    apply: async (typed: string) => {
      const trimmed = typed.trim();
      setCode(trimmed);
      if (trimmed === '') return;
      const { refusal } = await queryClient.fetchQuery({
        ...couponQuery(trimmed, currency),
        staleTime: 0,
      });
      if (refusal) await dialogs.error({ text: failureText(t, refusal) });
    },
    /** Marks the code as refused by the server together with the form. */
    refuse: (refusal: Failure) =>
      void queryClient.setQueryData(couponQuery(code, currency).queryKey, { refusal }),
    remove: () => setCode(''),
  };
}

const notForProduct = new Failure('billing.couponNotApplicable');

export type CouponState = ReturnType<typeof useCoupon>;

/** Returns true for refusals that belong to the coupon field. */
export const isCouponError = (code: ErrorCode) =>
  code.startsWith('billing.') && code.toLowerCase().includes('coupon');
