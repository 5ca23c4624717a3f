import { useTranslation } from 'react-i18next';
import { PageTitle } from '#web/components/page-title.tsx';
import { SampleCharts } from '#web/components/sample-charts.tsx';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { NewTransaction } from './new-transaction.tsx';

export const handle: Titled = { title: 'demo.charts.title' };

/** Renders the dashboard with sample charts instead of the organization's figures. */
export default function DashboardCharts() {
  const { t } = useTranslation();
  const title = t('app.dashboard.title');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} description={t('demo.charts.text')} actions={<NewTransaction />} />
      <SampleCharts />
    </>
  );
}
