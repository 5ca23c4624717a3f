import { Link } from 'react-router';
import { SampleCharts } from '#web/components/charts/sample-charts.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const handle: RouteHandle = { title: 'demo.charts.title' };

/** Renders the charts of the UI kit with sample data (R-APP-06). */
export default function Charts() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('demo.charts.title')}</PageTitle>
      <PageHeader
        above={<Badge className="self-start">{t('demo.mark')}</Badge>}
        title={t('demo.charts.title')}
        description={t('demo.charts.text')}
        actions={
          <Button variant="white" render={<Link to="/app/dashboard/charts" />}>
            {t('demo.charts.onDashboard')}
          </Button>
        }
      />
      <SampleCharts />
    </>
  );
}
