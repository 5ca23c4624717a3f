import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  countriesWithPostalTax,
  taxTerms,
  type InvoiceTax,
  type TaxLocation,
} from '#contract/billing/tax.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useStripeTax } from './card-source.ts';
import type { CouponState } from './use-coupon.ts';

const postalCodes: Record<string, RegExp> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[a-z]\d[a-z] ?\d[a-z]\d$/i,
};
/** Pause in typing before a place is priced. */
const typingPauseMs = 300;
const nowhere = { country: '', postalCode: '' };

/** Returns the place that decides the tax, as it is chosen; `location` is null until it is complete. */
export function useTaxLocation() {
  const [place, setPlace] = useState(nowhere);
  const [isMissing, setIsMissing] = useState(false);
  const fields = useRef<HTMLFieldSetElement>(null);
  const postalCode = place.postalCode.trim();
  const isPostal = countriesWithPostalTax.includes(place.country);
  const isComplete =
    place.country !== '' && (!isPostal || postalCodes[place.country]?.test(postalCode) === true);
  const location = isComplete ? { country: place.country, postalCode } : null;
  return {
    fields,
    place,
    location,
    change: (changed: Partial<typeof nowhere>) => setPlace({ ...place, ...changed }),
    errors: {
      country: isMissing && place.country === '',
      postalCode: isMissing && isPostal && !isComplete,
    },
    /** Marks and focuses what is missing; returns true when nothing is. */
    check: () => {
      setIsMissing(!isComplete);
      const missing = place.country === '' ? 'select' : 'input';
      if (!isComplete) fields.current?.querySelector<HTMLElement>(missing)?.focus();
      return isComplete;
    },
  };
}

export type TaxLocationState = ReturnType<typeof useTaxLocation>;

type NewPlan = TaxLocation & { subscriptionCoupon?: string; withoutTrial?: string };

const newPlanQuery = (id: string, query: NewPlan) =>
  queryOptions({
    queryKey: ['new-plan', id, query],
    queryFn: async ({ signal }) => {
      // While a postal code is typed, only the last one is priced.
      await new Promise((resolve) => setTimeout(resolve, typingPauseMs));
      signal.throwIfAborted();
      return api.subscriptions.previewNewPlan({ params: { id }, query });
    },
    staleTime: 0,
  });

/** Returns place and cost of a new organization's plan while Stripe Tax is on (R-TAX-05). */
export function useNewPlanTax(price: SubscriptionPrice | undefined, coupon: CouponState) {
  const isTaxed = useStripeTax();
  const state = useTaxLocation();
  const { location } = state;
  const isNeeded = isTaxed && price !== undefined && price.price > 0;
  const preview = useQuery(
    {
      ...newPlanQuery(price?.id ?? '', {
        ...(coupon.coupon && { subscriptionCoupon: coupon.code }),
        // Shown without a trial to a person who had one.
        ...(price?.trialDays === 0 && { withoutTrial: 'true' }),
        ...(location ?? nowhere),
      }),
      enabled: isNeeded && location !== null,
    },
    // The pages of visitors have no provider of it.
    queryClient,
  );
  return {
    state,
    preview,
    isNeeded,
    /** Place to send with the plan. */
    taxLocation: isNeeded ? location : null,
    /** Total due now in minor units; null until it is known, undefined without tax. */
    total: isNeeded ? (preview.data?.total ?? null) : undefined,
    /** Marks what is missing; returns true when the total was shown, because exactly that is charged. */
    check: () => !isNeeded || (state.check() && preview.data !== undefined && !preview.error),
  };
}

export type NewPlanTax = ReturnType<typeof useNewPlanTax>;

/** Returns a function that names a tax with its rate and place. */
export function useTaxText() {
  const { t, locale } = useTranslation();
  return (tax: InvoiceTax) =>
    tax.isReverseCharge
      ? t('billing.tax.reverseCharge')
      : [t(`billing.tax.kind.${tax.kind}`), taxTerms(locale, tax)].filter(Boolean).join(' ');
}
