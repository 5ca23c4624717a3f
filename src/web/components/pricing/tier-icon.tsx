import { clsx } from 'clsx';

const candles = [
  { wick: 'M6 13v14', body: { x: 3.5, y: 16, height: 8 } },
  { wick: 'M16 6v17', body: { x: 13.5, y: 10, height: 9 } },
  { wick: 'M26 3v16', body: { x: 23.5, y: 5, height: 10 } },
];

/** Renders the logo with as many lit candles as the tier is high. */
export function TierIcon({ tier, className = 'size-8' }: { tier: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={clsx('shrink-0', className)}>
      {candles.map(({ wick, body }, index) => (
        <g
          key={wick}
          strokeWidth="1.5"
          strokeLinecap="round"
          className={index < tier ? 'fill-accent-ink stroke-accent-ink' : 'fill-line stroke-line'}
        >
          <path d={wick} />
          <rect {...body} width="5" rx="1.25" strokeWidth="0" />
        </g>
      ))}
    </svg>
  );
}
