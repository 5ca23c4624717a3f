import { useQuery } from '@tanstack/react-query';
import { Plus, TicketPercent } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CouponRecord } from '#contract/coupons.ts';
import { couponList } from '#contract/lists/local.ts';
import type { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { differencesQuery } from '#web/pages/admin/products/queries.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { couponsQuery, performanceQuery } from './queries.ts';
import { CouponStateBadge } from './state-badge.tsx';
import { useCouponTexts } from './use-coupon-texts.ts';

/** Lists the coupons with their state and redemptions, and says when the provider's differ (R-CPN-03). */
export default function CouponList() {
  const { t } = useTranslation();
  const list = useQuery(couponsQuery);
  if (list.error && !list.data) throw list.error;
  const may = useMayCall();
  const add = may('coupons/create') && (
    <Button render={<Link to="new" />}>
      <Plus aria-hidden className="size-4" />
      {t('coupons.new')}
    </Button>
  );
  return (
    <ListPage
      title={t('coupons.title')}
      text={t('coupons.text')}
      list={list}
      actions={list.data?.length !== 0 && add}
    >
      <CouponRecordTable coupons={list.data} add={add} />
      <ProviderDifferences />
    </ListPage>
  );
}

/** Links to the comparison while coupons differ; below the list, which it would move by appearing. */
function ProviderDifferences() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(differencesQuery);
  if (!data.some(({ kind }) => kind === 'coupon')) return null;
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('coupons.differs')}
      action={
        <Button size="sm" render={<Link to="/admin/products/provider" />}>
          {t('coupons.compare')}
        </Button>
      }
    >
      {t('coupons.differsText')}
    </Banner>
  );
}

type Props = {
  coupons: readonly CouponRecord[] | undefined;
  /** Link that creates the first one. */
  add: ReactNode;
};

/** Lists the coupons; those of the provider have no page, because they are managed there. */
function CouponRecordTable({ coupons, add }: Props) {
  const { t } = useTranslation();
  const texts = useCouponTexts();
  const { number } = useFormats();
  const performance = usePerformance();
  const { state, rows, csv } = useLocalList(coupons, couponList, {
    columns: [
      {
        key: 'code',
        header: t('coupons.field.code'),
        render: ({ id, code }) => (
          <span className="flex flex-wrap items-center gap-2">
            {id ? (
              <Link to={id} className="font-medium underline-offset-4 hover:underline">
                {code}
              </Link>
            ) : (
              <>
                {code}
                <Badge tone="info" title={t('coupons.foreignText')}>
                  {t('coupons.foreign')}
                </Badge>
              </>
            )}
          </span>
        ),
      },
      { key: 'discount', header: t('coupons.field.kind'), render: texts.discount },
      { key: 'duration', header: t('coupons.field.duration'), render: texts.duration },
      { key: 'products', header: t('coupons.field.products'), render: texts.products },
      {
        key: 'redemptions',
        header: t('coupons.field.redemptions'),
        align: 'end',
        render: texts.redemptions,
      },
      {
        key: 'subscriptions',
        header: t('coupons.performance.subscriptions'),
        align: 'end',
        phone: 'hidden',
        render: (coupon) => performance(coupon, ({ subscriptions }) => number(subscriptions)),
      },
      {
        key: 'discountGiven',
        header: t('coupons.performance.discount'),
        align: 'end',
        phone: 'hidden',
        render: (coupon) => performance(coupon, texts.given),
      },
      {
        key: 'expiresAt',
        header: t('coupons.field.expiresAt'),
        phone: 'hidden',
        render: ({ expiresAt }) => (expiresAt ? <DateTime at={expiresAt} /> : t('coupons.never')),
      },
      {
        key: 'state',
        header: t('coupons.field.state'),
        phone: 'first',
        render: (coupon) => <CouponStateBadge {...coupon} />,
      },
    ],
    filters: {
      state: {
        label: t('coupons.field.state'),
        choices: choicesOf(['active', 'expired', 'usedUp', 'deactivated'], (value) =>
          t(`coupons.state.${value}`),
        ),
      },
      expiresAt: { label: t('coupons.field.expiresAt') },
    },
    values: {
      code: ({ code }) => code,
      redemptions: ({ redemptions }) => redemptions,
      expiresAt: ({ expiresAt }) => expiresAt,
      state: ({ state }) => state,
    },
  });
  return (
    <DataList
      name="operator.coupons"
      state={state}
      caption={t('coupons.title')}
      rows={rows}
      csv={csv}
      totals={rows && { count: rows.length, sums: [] }}
      rowKey={({ id, code, createdAt }) => id ?? `${code} ${createdAt}`}
      empty={
        <EmptyState
          icon={<TicketPercent aria-hidden />}
          title={t('coupons.emptyTitle')}
          action={add}
        >
          {t('coupons.emptyText')}
        </EmptyState>
      }
    />
  );
}

type Performance = Awaited<ReturnType<typeof api.coupons.getPerformance>>[number];

/** Returns a function that renders a part of a coupon's performance, which loads after the list. */
function usePerformance() {
  const { data, isPending } = useQuery(performanceQuery);
  return ({ id }: CouponRecord, render: (own: Performance) => string) => {
    const own = data?.find((one) => one.id === id);
    if (own) return render(own);
    return id && isPending ? <Skeleton className="ml-auto h-4 w-12" /> : '–';
  };
}
