import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { Currency } from '#contract/money.ts';
import type { Coupon } from '#contract/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { failureText } from './failure-text.ts';

/** A code in a currency, and what the server said about it. */
type Answer = { code: string; currency: Currency; coupon?: Coupon; refusal?: Failure };

const ask = async (code: string, currency: Currency): Promise<Answer> => {
  try {
    const coupon = await queryClient.fetchQuery({
      queryKey: ['coupon', code, currency],
      queryFn: () => api.subscriptions.getCoupon({ params: { code, currency } }),
    });
    return { code, currency, coupon };
  } catch (error) {
    return { code, currency, refusal: error instanceof Failure ? error : new Failure('internal') };
  }
};

/**
 * A coupon in the currency of the price: empty, applied or invalid (specification, section 4). The
 * code that somebody came with is tried at once, and again in every other currency.
 */
export const useCoupon = (currency: Currency, given: string | null | undefined) => {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const [code, setCode] = useState(given?.trim() ?? '');
  const [answer, setAnswer] = useState<Answer>();

  useEffect(() => {
    if (code === '') return;
    let isWanted = true;
    void ask(code, currency).then((answer) => isWanted && setAnswer(answer));
    return () => {
      isWanted = false;
    };
  }, [code, currency]);

  const isAnswered = answer?.code === code && answer.currency === currency;
  return {
    code,
    isChecking: code !== '' && !isAnswered,
    /** What it takes off; null unless it is applied. */
    coupon: (isAnswered && answer.coupon) || null,
    /** Why it is invalid. */
    refusal: isAnswered ? answer.refusal : undefined,
    /** Tries a code quietly, as when its field is left. */
    check: (typed: string) => setCode(typed.trim()),
    /** Tries a code, and says in a dialog when it is refused: somebody pressed for it. */
    apply: async (typed: string) => {
      const wanted = typed.trim();
      setCode(wanted);
      if (wanted === '') return;
      const { refusal } = await ask(wanted, currency);
      if (refusal) await dialogs.error({ text: failureText(t, refusal) });
    },
    /** The server refused the code with the rest of the form. */
    refuse: (refusal: Failure) => setAnswer({ code, currency, refusal }),
    remove: () => setCode(''),
  };
};

export type CouponState = ReturnType<typeof useCoupon>;

/** Refusals that are told at the coupon. */
export const isAboutCoupon = (code: ErrorCode) =>
  code.startsWith('billing.') && code.toLowerCase().includes('coupon');
