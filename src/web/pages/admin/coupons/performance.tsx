import { useQuery } from '@tanstack/react-query';
import type { CouponRecord } from '#contract/coupons.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { performanceQuery } from './queries.ts';
import { useCouponTexts } from './use-coupon-texts.ts';

/** Renders redemptions, current subscriptions and the discount given, by currency. */
export function CouponPerformance({ coupon }: { coupon: CouponRecord }) {
  const { t } = useTranslation();
  const texts = useCouponTexts();
  const { number } = useFormats();
  const { data, error, refetch, isRefetching } = useQuery(performanceQuery);
  const own = data?.find(({ id }) => id === coupon.id);
  const loading = <Skeleton className="h-5 w-24" />;
  if (error && !data) {
    return (
      <Card title={t('coupons.performance.title')}>
        <Banner
          tone="danger"
          role="alert"
          title={t('coupons.performance.failed')}
          action={
            <Button size="sm" loading={isRefetching} onClick={() => void refetch()}>
              {t('common.action.retry')}
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <Card title={t('coupons.performance.title')}>
      <DetailsList
        details={[
          {
            key: 'redemptions',
            label: t('coupons.performance.redemptions'),
            value: texts.redemptions(coupon),
          },
          {
            key: 'subscriptions',
            label: t('coupons.performance.subscriptions'),
            value: own ? number(own.subscriptions) : loading,
          },
          {
            key: 'discount',
            label: t('coupons.performance.discount'),
            value: own ? texts.given(own) : loading,
          },
        ]}
      />
    </Card>
  );
}
