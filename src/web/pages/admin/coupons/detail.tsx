import { useQuery } from '@tanstack/react-query';
import { Ban, RotateCcw } from 'lucide-react';
import type { CouponRecord } from '#contract/coupons.ts';
import { Failure } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/detail.ts';
import { couponQuery, performanceQuery } from './queries.ts';
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

/** Deactivates an active coupon after a confirmation, and activates a deactivated one again. */
function CouponActions({ coupon }: { coupon: CouponRecord }) {
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

/** Renders redemptions, current subscriptions and the discount given, by currency. */
function CouponPerformance({ coupon }: { coupon: CouponRecord }) {
  const { t } = useTranslation();
  const texts = useCouponTexts();
  const { number } = useFormats();
  const { data, error, refetch, isFetching, isRefetching } = useQuery(performanceQuery);
  const own = data?.find(({ id }) => id === coupon.id);
  const missing = isFetching ? <Skeleton className="h-5 w-24" /> : '–';
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
            value: own ? number(own.subscriptions) : missing,
          },
          {
            key: 'discount',
            label: t('coupons.performance.discount'),
            value: own ? texts.given(own) : missing,
          },
        ]}
      />
    </Card>
  );
}
