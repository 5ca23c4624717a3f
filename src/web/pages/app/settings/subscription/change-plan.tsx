import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubscriptionProduct } from '#contract/products.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { CouponBox } from '#web/components/coupon-box.tsx';
import { PlanPicker } from '#web/components/plan-picker.tsx';
import { pickOf, wishForPrice, type Wish } from '#web/components/pricing-choice.ts';
import { useCoupon } from '#web/components/use-coupon.ts';
import { useCurrency } from '#web/components/use-currency.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Blocked } from './blocked.tsx';
import { actionOf, plansIn } from './choice.ts';
import { Features } from './features.tsx';
import { Preview } from './preview.tsx';
import { useChange } from './use-change.tsx';

interface Props {
  plans: readonly SubscriptionProduct[];
  subscription: CurrentSubscription;
  onDone: () => void;
}

/** Changes the plan after showing its cost; exactly the amount shown is charged (R-SUB-03). */
export function ChangePlan({ plans, subscription, onDone }: Props) {
  const { t } = useTranslation();
  const visitors = useCurrency();
  const { activeProduct } = subscription;
  const [wish, setWish] = useState<Wish>(
    () => wishForPrice(plans, activeProduct?.subscriptionPrice.id ?? null) ?? { preselect: false },
  );
  const offered = plansIn(plans, activeProduct);
  const { product, price, currency } = pickOf(offered.plans, wish, offered.currency ?? visitors);
  const coupon = useCoupon(currency, null);
  const action = actionOf(price, activeProduct);
  const { preview, save, isSaving, blocked, dialog } = useChange({
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
            wish={wish}
            onChange={setWish}
            currency={offered.currency ?? visitors}
          />
          <CouponBox state={coupon} />
        </div>
        <div className="grid gap-6">
          {product && <Features product={product} />}
          {action !== 'select' && price && !isTooSmall && (
            <Preview query={preview} currency={currency} />
          )}
          {blocked && <Blocked failure={blocked} />}
        </div>
      </div>
      {dialog}
    </Card>
  );
}
