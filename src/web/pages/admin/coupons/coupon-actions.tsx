import { Ban, RotateCcw } from 'lucide-react';
import type { CouponRecord } from '#contract/coupons.ts';
import { api } from '#web/api/api.ts';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

/** Deactivates an active coupon after a confirmation, and activates a deactivated one again. */
export function CouponActions({ coupon }: { coupon: CouponRecord }) {
  const { t } = useTranslation();
  const act = useAction();
  const may = useMayCall();
  const { id, code, state } = coupon;
  if (!may('coupons/update')) return null;
  if (!id || (state !== 'active' && state !== 'deactivated')) return null;
  const params = { id };
  const activate = () =>
    act({
      work: () => api.coupons.update({ params, body: { active: true } }),
      done: t('coupons.activated', { code }),
    });
  const deactivate = () =>
    act({
      question: {
        title: t('coupons.deactivateTitle', { code }),
        text: t('coupons.deactivateText'),
        yes: t('coupons.deactivate'),
        no: t('common.action.cancel'),
        danger: true,
      },
      work: () => api.coupons.update({ params, body: { active: false } }),
      done: t('coupons.deactivated', { code }),
    });
  return state === 'active' ? (
    <Button variant="white" onClick={() => void deactivate()}>
      <Ban aria-hidden className="size-4" />
      {t('coupons.deactivate')}
    </Button>
  ) : (
    <Button variant="white" onClick={() => void activate()}>
      <RotateCcw aria-hidden className="size-4" />
      {t('coupons.activate')}
    </Button>
  );
}
