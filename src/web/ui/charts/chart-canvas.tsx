import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Pie,
  PieChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ChartKind, ChartProps } from './chart.tsx';

type Props = Required<Pick<ChartProps, 'labels' | 'series' | 'format' | 'formatTick'>> & {
  kind: ChartKind;
};

const paletteColor = (index: number) => `var(--chart-${(index % 5) + 1})`;
const colored = (series: Props['series']) =>
  series.map((one, index) => ({ ...one, color: one.color ?? paletteColor(index) }));
const tick = { fill: 'var(--muted)', fontSize: 12 };
// The last label of the axis needs half of its width beside the chart.
const margin = { top: 8, right: 20, bottom: 0, left: 0 };

/** Renders a chart with Recharts, which is in a chunk of its own. */
export function ChartCanvas(props: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      {props.kind === 'doughnut' ? <Doughnut {...props} /> : <Cartesian {...props} />}
    </ResponsiveContainer>
  );
}

function Doughnut({ labels, series, format, ...size }: Props) {
  const slices = labels.map((name, index) => ({
    name,
    value: series[0]?.values[index] ?? 0,
    fill: paletteColor(index),
  }));
  return (
    <PieChart {...size} accessibilityLayer={false}>
      <Pie
        data={slices}
        dataKey="value"
        nameKey="name"
        innerRadius="62%"
        outerRadius="92%"
        stroke="var(--surface)"
        strokeWidth={3}
      />
      <Tooltip {...tooltip(format)} />
      <Legend itemSorter={null} iconType="circle" iconSize={8} formatter={legendText} />
    </PieChart>
  );
}

function Cartesian({ kind, labels, series, format, formatTick, ...size }: Props) {
  const points = labels.map((name, index) => ({
    name,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values[index]])),
  }));
  const Frame = kind === 'line' ? AreaChart : BarChart;
  return (
    <Frame
      {...size}
      data={points}
      margin={margin}
      accessibilityLayer={false}
      stackOffset={kind === 'stacked' ? 'sign' : 'none'}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="name"
        tick={tick}
        tickLine={false}
        axisLine={false}
        tickMargin={8}
        interval="equidistantPreserveStart"
      />
      <YAxis
        tick={tick}
        tickLine={false}
        axisLine={false}
        width="auto"
        tickCount={3}
        tickFormatter={formatTick}
      />
      <Tooltip {...tooltip(format)} />
      {series.length > 1 && (
        <Legend itemSorter={null} iconType="circle" iconSize={8} formatter={legendText} />
      )}
      {kind === 'stacked' && <ReferenceLine y={0} stroke="var(--line-strong)" />}
      {colored(series).map(({ key, name, color }, index) =>
        kind === 'line' ? (
          <Area
            key={key}
            dataKey={key}
            name={name}
            type="monotone"
            stroke={color}
            strokeWidth={2}
            fill={color}
            fillOpacity={index === 0 ? 0.1 : 0}
          />
        ) : (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            fill={color}
            maxBarSize={32}
            {...(kind === 'stacked' ? { stackId: 'all' } : { radius: 4 })}
          />
        ),
      )}
    </Frame>
  );
}

function tooltip(format: (value: number) => string) {
  return {
    formatter: (value: unknown) => format(Number(value)),
    cursor: { fill: 'var(--sunken)', stroke: 'var(--line-strong)', fillOpacity: 0.5 },
    contentStyle: {
      background: 'var(--raised)',
      border: '1px solid var(--line)',
      borderRadius: 'var(--radius-md)',
      color: 'var(--ink)',
      fontSize: 13,
    },
    itemStyle: { color: 'var(--ink)' },
    labelStyle: { color: 'var(--muted)' },
  };
}

function legendText(name: string) {
  return <span className="text-sm text-muted">{name}</span>;
}
