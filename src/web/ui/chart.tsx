import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
import { useKitTexts } from './kit-texts.tsx';
import { Skeleton } from './skeleton.tsx';

export interface ChartSeries {
  key: string;
  name: string;
  /** One for every label, in their order. */
  values: readonly number[];
}

export interface ChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** Names of the points, bars or slices. */
  labels: readonly string[];
  /** A doughnut draws the first alone. */
  series: readonly ChartSeries[];
  /** Writes a value; as it is unless given. */
  format?: (value: number) => string;
  className?: string;
}

const Canvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }));

function Chart({ kind, ...props }: ChartProps & { kind: 'line' | 'bar' | 'doughnut' }) {
  const { label, labels, series, format = String, className } = props;
  const texts = useKitTexts();
  return (
    <figure className={clsx('min-w-0', className)}>
      <div role="img" aria-label={label} className="h-64">
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <Canvas kind={kind} labels={labels} series={series} format={format} />
        </Suspense>
      </div>
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
    </figure>
  );
}

/** Values over time. Charts load with the first one shown. */
export function LineChart(props: ChartProps) {
  return <Chart kind="line" {...props} />;
}

/** Values side by side. */
export function BarChart(props: ChartProps) {
  return <Chart kind="bar" {...props} />;
}

/** Parts of a whole. */
export function DoughnutChart(props: ChartProps) {
  return <Chart kind="doughnut" {...props} />;
}
