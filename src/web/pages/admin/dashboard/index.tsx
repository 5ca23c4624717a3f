import { useQuery } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import { Suspense } from 'react';
import { api } from '#web/api/api.ts';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { PeriodControl } from './period-control.tsx';
import { usePeriod } from './use-period.ts';

const overview = { queryKey: ['operator', 'overview'], queryFn: () => api.overview.get() };

/** Loads with the first figures, after the scripts that the page needs immediately. */
const RevenueCard = lazyPart(async () => (await import('./revenue.tsx')).RevenueCard);

/** Renders the operator's overview. Each figure links to the rows that it counts (R-OPR-06). */
export default function AdminDashboard() {
  const { t } = useTranslation();
  const { months: range } = usePeriod();
  const found = useQuery(overview);
  const { data, error } = found;
  if (error && !data) throw error;
  return (
    <>
      <PageTitle>{t('overview.title')}</PageTitle>
      <PageHeader
        title={t('overview.title')}
        description={t('overview.text')}
        actions={
          <>
            <PeriodControl />
            <ReloadButton list={found} />
          </>
        }
      />
      <OverviewFigures overview={data} />
      {!data && <Skeleton className="h-96" />}
      {data?.revenue.map((revenue, index) => (
        <Suspense key={revenue.currency} fallback={<Skeleton className="h-96" />}>
          <RevenueCard {...{ revenue, range, isExplained: index === 0 }} />
        </Suspense>
      ))}
      {data?.revenue.length === 0 && (
        <Card>
          <EmptyState icon={<CircleDollarSign aria-hidden />} title={t('overview.noRevenue')}>
            {t('overview.noRevenueText')}
          </EmptyState>
        </Card>
      )}
    </>
  );
}
