import { useQuery } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/detail.ts';
import { CouponActions } from './coupon-actions.tsx';
import { CouponPerformance } from './performance.tsx';
import { couponQuery } from './queries.ts';
import { CouponStateBadge } from './state-badge.tsx';
import { useCouponTexts } from './use-coupon-texts.ts';

export const handle: RouteHandle = { title: 'coupons.coupon' };

/** Renders a coupon with its terms and performance (R-CPN-03). */
export default function CouponDetail({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const texts = useCouponTexts();
  const { data: coupon, error } = useQuery(couponQuery(params.id));
  if (error instanceof Failure && error.code === 'notFound') return <UnknownRecord error={error} />;
  if (error && !coupon) throw error;
  if (!coupon) {
    return (
      <>
        <PageTitle>{t('coupons.coupon')}</PageTitle>
        <Skeleton className="h-64" />
      </>
    );
  }
  const details = [
    { key: 'kind', value: texts.discount(coupon) },
    { key: 'duration', value: texts.duration(coupon) },
    { key: 'products', value: texts.products(coupon) },
    { key: 'maxRedemptions', value: coupon.maxRedemptions ?? t('coupons.unlimited') },
    {
      key: 'expiresAt',
      value: coupon.expiresAt ? <DateTime at={coupon.expiresAt} /> : t('coupons.never'),
    },
    { key: 'createdAt', value: <DateTime at={coupon.createdAt} /> },
  ] as const;
  return (
    <>
      <PageTitle>{coupon.code}</PageTitle>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3 wrap-anywhere">
            {coupon.code}
            <CouponStateBadge {...coupon} />
          </span>
        }
        actions={<CouponActions coupon={coupon} />}
      />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card title={t('coupons.terms')}>
          <DetailsList
            details={details.map(({ key, value }) => ({
              key,
              label: t(`coupons.field.${key}`),
              value,
            }))}
          />
        </Card>
        <CouponPerformance coupon={coupon} />
      </div>
    </>
  );
}
