import type { Locale } from '#locales/locales.ts';
import { formats } from '#web/theme/formats.ts';
import { Card } from '#web/ui/card.tsx';
import { BarChart, DoughnutChart, LineChart } from '#web/ui/charts/chart.tsx';
import { GallerySection } from './section.tsx';

const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'];
const bought = { key: 'bought', name: 'Bought', values: [12, 19, 8, 31, 24, 38] };
const sold = { key: 'sold', name: 'Sold', values: [7, 11, 15, 18, 29, 26] };
const parts = { key: 'parts', name: 'Share', values: [42, 27, 14, 9, 8] };

export function Charts({ locale }: { locale: Locale }) {
  const { date, money } = formats(locale);
  const labels = months.map((month) => date(month, 'mini'));
  const format = (value: number) => money(value, 'usd');
  return (
    <GallerySection id="charts" title="Charts">
      <div className="grid gap-5 lg:grid-cols-3">
        <Card title="Line">
          <LineChart
            label="Bought and sold, by month"
            {...{ labels, format }}
            series={[bought, sold]}
          />
        </Card>
        <Card title="Bar">
          <BarChart label="Bought, by month" {...{ labels, format }} series={[bought]} />
        </Card>
        <Card title="Doughnut">
          <DoughnutChart
            label="Shares by market"
            labels={['Index', 'Dollar', 'Coffee', 'Gold', 'Corn']}
            series={[parts]}
          />
        </Card>
      </div>
    </GallerySection>
  );
}
