import { useQuery } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/api.ts';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { RevenueCard } from './revenue.tsx';

const overview = { queryKey: ['operator', 'overview'], queryFn: () => api.overview.get() };

/** Renders the operator's overview. Each figure links to the rows that it counts (R-OPR-06). */
export default function AdminDashboard() {
  const { t } = useTranslation();
  const found = useQuery(overview);
  const { data, error } = found;
  if (error && !data) throw error;
  return (
    <>
      <PageTitle>{t('overview.title')}</PageTitle>
      <PageHeader
        title={t('overview.title')}
        description={t('overview.text')}
        actions={<ReloadButton list={found} />}
      />
      <OverviewFigures overview={data} />
      {!data && <Skeleton className="h-96" />}
      {data?.revenue.map((revenue) => (
        <RevenueCard key={revenue.currency} revenue={revenue} />
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
