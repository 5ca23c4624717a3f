import { TicketPercent } from 'lucide-react';
import { useFormats } from '#web/components/use-formats.ts';
import { useAmount } from '#web/pages/sandbox/amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CouponForm } from './coupon-form.tsx';
import { NewestRecords } from './newest-records.tsx';
import type { SandboxPromotionCode, SandboxRecords } from './records.ts';

export function CouponTable({ coupons, promotionCodes }: SandboxRecords) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const amount = useAmount();
  const discountOf = ({ promotion }: SandboxPromotionCode) => {
    const coupon = coupons.find(({ id }) => id === promotion.coupon);
    if (coupon?.amount_off) return amount(coupon.amount_off, coupon.currency ?? '');
    return coupon?.percent_off ? `${number(coupon.percent_off)} %` : null;
  };
  return (
    <div className="grid gap-6">
      <CouponForm />
      <NewestRecords
        caption={t('sandbox.coupons.title')}
        rows={promotionCodes}
        columns={[
          {
            key: 'code',
            header: t('sandbox.coupons.code'),
            render: ({ code }) => <code className="text-sm">{code}</code>,
          },
          { key: 'discount', header: t('sandbox.coupons.discount'), render: discountOf },
          {
            key: 'redeemed',
            header: t('sandbox.coupons.redeemed'),
            align: 'end',
            render: ({ times_redeemed: times, max_redemptions: max }) =>
              max === null ? number(times) : t('sandbox.coupons.redeemedOf', { count: times, max }),
          },
          {
            key: 'active',
            header: t('sandbox.subscriptions.status'),
            render: (code) => <Usable {...code} />,
          },
        ]}
        empty={
          <EmptyState icon={<TicketPercent aria-hidden />} title={t('sandbox.coupons.empty')}>
            {t('sandbox.coupons.emptyText')}
          </EmptyState>
        }
      />
    </div>
  );
}

function Usable({ active, times_redeemed: times, max_redemptions: max }: SandboxPromotionCode) {
  const { t } = useTranslation();
  if (max !== null && times >= max) {
    return <Badge tone="warning">{t('sandbox.coupons.usedUp')}</Badge>;
  }
  return active ? (
    <Badge tone="success">{t('sandbox.coupons.active')}</Badge>
  ) : (
    <Badge>{t('sandbox.coupons.inactive')}</Badge>
  );
}
