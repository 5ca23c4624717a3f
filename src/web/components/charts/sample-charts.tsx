import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { BarChart, DoughnutChart, LineChart } from '#web/ui/charts/chart.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { sampleNumbers } from './sample-numbers.ts';

const charts = {
  line: { Chart: LineChart, series: ['first', 'second'], points: 12 },
  bar: { Chart: BarChart, series: ['first', 'second'], points: 6 },
  doughnut: { Chart: DoughnutChart, series: ['first'], points: 4 },
} as const;
type Kind = keyof typeof charts;

/** Renders a chart of each kind with random numbers that can be drawn again (R-APP-06). */
export function SampleCharts() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <SampleChart kind="line" className="lg:col-span-2" />
      <SampleChart kind="bar" />
      <SampleChart kind="doughnut" />
    </div>
  );
}

const sampleOf = (kind: Kind) =>
  charts[kind].series.map((key) => ({ key, values: sampleNumbers(charts[kind].points) }));

function SampleChart({ kind, className }: { kind: Kind; className?: string }) {
  const { t } = useTranslation();
  const monthName = new Intl.DateTimeFormat(useTranslation().locale, {
    month: 'short',
    timeZone: 'UTC',
  });
  const [sample, setSample] = useState(() => sampleOf(kind));
  const { Chart, points } = charts[kind];
  const title = t(`demo.charts.${kind}`);
  return (
    <Card
      title={title}
      {...(className && { className })}
      actions={
        <IconButton
          label={t('demo.charts.reload', { chart: title })}
          onClick={() => setSample(sampleOf(kind))}
        >
          <RotateCw aria-hidden />
        </IconButton>
      }
    >
      <Chart
        label={title}
        labels={Array.from({ length: points }, (_, month) =>
          monthName.format(Date.UTC(2026, month)),
        )}
        series={sample.map((series) => ({ ...series, name: t(`demo.charts.${series.key}`) }))}
      />
    </Card>
  );
}
