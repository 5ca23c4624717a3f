import type { CouponRecord } from '#contract/coupons.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';

const tones = {
  active: 'success',
  expired: 'neutral',
  usedUp: 'warning',
  deactivated: 'neutral',
} as const satisfies Record<CouponRecord['state'], string>;

/** Renders whether a coupon can be redeemed, or why not. */
export function CouponStateBadge({ state }: Pick<CouponRecord, 'state'>) {
  const { t } = useTranslation();
  return <Badge tone={tones[state]}>{t(`coupons.state.${state}`)}</Badge>;
}
