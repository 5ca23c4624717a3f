import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Failure } from '#contract/errors.ts';
import type { SubscriptionProduct } from '#contract/products.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { CostPreview } from '#web/components/billing/cost-preview.tsx';
import { CouponField } from '#web/components/billing/coupon-field.tsx';
import { TaxFields } from '#web/components/billing/tax-fields.tsx';
import { isCouponError, useCoupon } from '#web/components/billing/use-coupon.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { PlanPicker } from '#web/components/pricing/plan-picker.tsx';
import {
  selectPlan,
  selectionForPrice,
  type PlanSelection,
} from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useCurrency } from '#web/components/pricing/use-currency.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
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
  const visitorCurrency = useCurrency(plans);
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
  // A code may be valid alone, but not for this price.
  const refusal =
    preview.error instanceof Failure && isCouponError(preview.error.code) ? preview.error : null;
  const isShown = preview.data !== undefined && preview.error === null;
  // Without the place for tax there is no cost yet; the button then marks what is missing.
  const isPlaceMissing = tax !== null && tax.location === null;
  return (
    <Card
      title={t(activeProduct ? 'billing.plan.change' : 'billing.plan.choose')}
      description={t('billing.plan.text')}
      footer={
        <>
          {activeProduct && (
            <Button variant="white" disabled={isSaving} onClick={onDone}>
              {t('billing.plan.keep')}
            </Button>
          )}
          <Button
            loading={isSaving}
            disabled={action === 'select' || isTooSmall || (!isShown && !isPlaceMissing)}
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
          <CouponField state={refusal ? { ...coupon, coupon: null, refusal } : coupon} />
        </div>
        <div className="grid gap-6">
          {product && <PlanFeatures product={product} />}
          {tax && <TaxFields state={tax} />}
          {action !== 'select' && price && !isTooSmall && !isPlaceMissing && !refusal && (
            <CostPreview query={preview} currency={currency} />
          )}
          {blocked && <PlanChangeBlocked failure={blocked} />}
        </div>
      </div>
      {dialog}
    </Card>
  );
}

/**
 * Lists how many members have to be removed before the organization fits the plan, and who could be
 * (R-SUB-04).
 */
function PlanChangeBlocked({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const { members } = failure.params;
  return (
    <Banner
      tone="warning"
      role="alert"
      title={t('billing.plan.tooSmall')}
      action={
        <Button size="sm" variant="white" render={<Link to="/app/settings/organization/members" />}>
          {t('billing.plan.members')}
        </Button>
      }
    >
      <p>{failureText(t, failure)}</p>
      {Array.isArray(members) && (
        <ul className="mt-2 list-disc pl-5">
          {members.map((email) => (
            <li key={email} className="break-all">
              {email}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** Lists the features of a product, included or not. */
function PlanFeatures({ product }: { product: SubscriptionProduct }) {
  const { t } = useTranslation();
  const pricing = usePricingTexts();
  return (
    <div>
      <h3 className="text-sm font-medium">
        {t('billing.plan.includes', { product: product.title })}
      </h3>
      <ul role="list" className="mt-2 flex flex-col gap-2 text-sm">
        {product.features.map((feature) => (
          <li key={feature.id} className={feature.included ? includedClass : missingClass}>
            {feature.included ? (
              <Check aria-label={t('pricing.included')} />
            ) : (
              <X aria-label={t('pricing.notIncluded')} />
            )}
            {pricing.feature(feature)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const includedClass =
  'flex gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-success-ink';
const missingClass = 'flex gap-2.5 text-muted [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0';
