/** Renders a decorative candlestick chart in the colors of the theme. */
export function Illustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 180" aria-hidden className={className}>
      <g className="stroke-line" strokeWidth="1">
        <path d="M16 40H304M16 80H304M16 120H304M16 160H304" strokeDasharray="2 6" />
      </g>
      <path
        d="M16 148 62 128 108 134 154 96 200 104 246 66 304 34V160H16Z"
        className="fill-accent-soft"
      />
      <path
        d="M16 148 62 128 108 134 154 96 200 104 246 66 304 34"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent-ink"
      />
      {candles.map(({ x, high, low, top, height, rises }) => (
        <g key={x} className={rises ? 'fill-success stroke-success' : 'fill-muted stroke-muted'}>
          <path d={`M${x + 7} ${high}V${low}`} strokeWidth="2" strokeLinecap="round" />
          <rect x={x} y={top} width="14" height={height} rx="3" strokeWidth="0" />
        </g>
      ))}
      <circle cx="304" cy="34" r="12" className="fill-accent opacity-25" />
      <circle cx="304" cy="34" r="5" className="fill-accent" />
    </svg>
  );
}

const candles = [
  { x: 44, high: 86, low: 124, top: 96, height: 20, rises: true },
  { x: 90, high: 80, low: 128, top: 92, height: 28, rises: false },
  { x: 136, high: 50, low: 94, top: 60, height: 26, rises: true },
  { x: 182, high: 56, low: 104, top: 66, height: 28, rises: false },
  { x: 228, high: 20, low: 66, top: 30, height: 26, rises: true },
];
