import { SampleCharts } from '#web/components/charts/sample-charts.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { NewTransactionLink } from './new-transaction-link.tsx';

export const handle: RouteHandle = { title: 'demo.charts.title' };

/** Renders the dashboard with sample charts instead of the organization's figures. */
export default function DashboardCharts() {
  const { t } = useTranslation();
  const title = t('app.dashboard.title');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={title}
        description={t('demo.charts.text')}
        actions={<NewTransactionLink />}
      />
      <SampleCharts />
    </>
  );
}
