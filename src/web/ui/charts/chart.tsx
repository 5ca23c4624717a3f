import { clsx } from 'clsx';
import { Suspense } from 'react';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export type ChartSeries = {
  key: string;
  name: string;
  /** One value for each label, in order. */
  values: readonly number[];
  /** CSS color; by default the next one of the chart's palette. */
  color?: string;
};

export type ChartProps = {
  /** Description of the chart for screen readers. */
  label: string;
  /** Names of the points, bars or slices. */
  labels: readonly string[];
  /** Data series; a doughnut shows the first one only. */
  series: readonly ChartSeries[];
  /** Formats a value; unchanged by default. */
  format?: (value: number) => string;
  /** Formats a value at the axis, where there is less room; by default like all others. */
  formatTick?: (value: number) => string;
  /** Id of a table on the page that has these values. Without it, the chart has a table of its own. */
  tableId?: string;
  className?: string;
};

export type ChartKind = 'line' | 'bar' | 'stacked' | 'doughnut';

const Canvas = lazyPart(async () => (await import('./chart-canvas.tsx')).ChartCanvas);

function Chart({ kind, ...props }: ChartProps & { kind: ChartKind }) {
  const { label, labels, series, format = String, formatTick = format } = props;
  const { tableId, className } = props;
  return (
    <figure className={clsx('min-w-0', className)}>
      <div role="img" aria-label={label} aria-details={tableId} className="h-64 overflow-x-clip">
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <Canvas {...{ kind, labels, series, format, formatTick }} />
        </Suspense>
      </div>
      {!tableId && <ValueTable {...{ label, labels, series, format }} />}
    </figure>
  );
}

/** Renders the values of a chart as a table that opens below it. */
function ValueTable({ label, labels, series, format = String }: ChartProps) {
  const texts = useKitTexts();
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">
        {texts.chartTable}
      </summary>
      <table className="mt-2 w-full text-right tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <td>&nbsp;</td>
            {series.map(({ key, name }) => (
              <th key={key} scope="col" className="py-1.5 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((name, index) => (
            <tr key={name}>
              <th scope="row" className="py-1.5 text-left font-normal text-muted">
                {name}
              </th>
              {series.map(({ key, values }) => (
                <td key={key}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Renders values over time. The chart code loads with the first chart. */
export function LineChart(props: ChartProps) {
  return <Chart kind="line" {...props} />;
}

/** Renders values side by side. */
export function BarChart(props: ChartProps) {
  return <Chart kind="bar" {...props} />;
}

/** Renders values on top of each other, negative ones below the line. */
export function StackedBarChart(props: ChartProps) {
  return <Chart kind="stacked" {...props} />;
}

/** Renders parts of a whole. */
export function DoughnutChart(props: ChartProps) {
  return <Chart kind="doughnut" {...props} />;
}
