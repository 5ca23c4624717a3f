import { candles, turns, trail } from './session-drawing.ts';

/** A session of trading, drawn: prices as candles, and the line at which the robot changes sides. */
export function Session() {
  return (
    <svg
      viewBox="0 0 960 420"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden
      className="absolute right-0 bottom-0 -z-10 h-64 w-full mask-[linear-gradient(to_right,transparent_38%,black_72%)] max-lg:opacity-60 lg:h-full lg:w-4/5"
    >
      {candles.map(({ x, high, low, top, height, isUp }) => (
        <g
          key={x}
          className={
            isUp ? 'fill-line-strong stroke-line-strong' : 'fill-sunken stroke-line-strong'
          }
        >
          <path d={`M${x} ${high}V${low}`} strokeWidth="1.5" />
          <rect x={x - 5} y={top} width="10" height={height} rx="1.5" strokeWidth="1.5" />
        </g>
      ))}
      {trail.map((path) => (
        <path
          key={path}
          d={path}
          strokeWidth="2.5"
          strokeLinejoin="round"
          className="fill-none stroke-accent-ink"
        />
      ))}
      {turns.map(({ x, y }) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r="6"
          strokeWidth="3"
          className="fill-canvas stroke-accent-ink"
        />
      ))}
    </svg>
  );
}
