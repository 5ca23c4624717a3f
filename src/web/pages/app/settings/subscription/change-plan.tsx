import { useState } from 'react';
import type { SubscriptionProduct } from '#contract/products.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { CostPreview } from '#web/components/billing/cost-preview.tsx';
import { CouponField } from '#web/components/billing/coupon-field.tsx';
import { TaxFields } from '#web/components/billing/tax-fields.tsx';
import { useCoupon } from '#web/components/billing/use-coupon.ts';
import { PlanPicker } from '#web/components/pricing/plan-picker.tsx';
import {
  selectPlan,
  selectionForPrice,
  type PlanSelection,
} from '#web/components/pricing/plan-selection.ts';
import { useCurrency } from '#web/components/pricing/use-currency.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PlanChangeBlocked } from './plan-change-blocked.tsx';
import { PlanFeatures } from './plan-features.tsx';
import { planActionFor, plansOnOffer } from './plan-options.ts';
import { usePlanChange } from './use-plan-change.tsx';

type Props = {
  plans: readonly SubscriptionProduct[];
  subscription: CurrentSubscription;
  /** The price that is selected first; null for the current one. */
  firstPriceId: string | null;
  onDone: () => void;
};

/** Changes the plan after showing its cost; exactly the amount shown is charged (R-SUB-03). */
export function ChangePlan({ plans, subscription, firstPriceId, onDone }: Props) {
  const { t } = useTranslation();
  const visitorCurrency = useCurrency();
  const { activeProduct } = subscription;
  const [selection, setSelection] = useState<PlanSelection>(
    () =>
      selectionForPrice(plans, firstPriceId ?? activeProduct?.subscriptionPrice.id ?? null) ?? {
        preselect: false,
      },
  );
  const offered = plansOnOffer(plans, activeProduct);
  const { product, price, currency } = selectPlan(
    offered.plans,
    selection,
    offered.currency ?? visitorCurrency,
  );
  const coupon = useCoupon(currency, null, product?.id);
  const action = planActionFor(price, activeProduct);
  const { preview, tax, save, isSaving, blocked, dialog } = usePlanChange({
    action,
    product,
    price,
    coupon,
    subscription,
    onDone,
  });
  // The preview already shows why the change is refused, so there is nothing to confirm.
  const isTooSmall = blocked !== null && preview.error === blocked;
  return (
    <Card
      title={t(activeProduct ? 'billing.plan.change' : 'billing.plan.choose')}
      description={t('billing.plan.text')}
      footer={
        <>
          {activeProduct && (
            <Button variant="white" onClick={onDone}>
              {t('billing.plan.keep')}
            </Button>
          )}
          <Button
            loading={isSaving}
            disabled={action === 'select' || preview.isLoading || isTooSmall}
            onClick={() => void save()}
          >
            {t(`billing.plan.${action}`)}
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="grid gap-5">
          <PlanPicker
            plans={offered.plans}
            selection={selection}
            onChange={setSelection}
            currency={offered.currency ?? visitorCurrency}
          />
          <CouponField state={coupon} />
        </div>
        <div className="grid gap-6">
          {product && <PlanFeatures product={product} />}
          {tax && <TaxFields state={tax} />}
          {action !== 'select' && price && !isTooSmall && (!tax || tax.location) && (
            <CostPreview query={preview} currency={currency} />
          )}
          {blocked && <PlanChangeBlocked failure={blocked} />}
        </div>
      </div>
      {dialog}
    </Card>
  );
}
