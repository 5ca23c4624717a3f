import { encode } from 'uqr';

type Props = {
  value: string;
  /** Text for screen readers. */
  label: string;
};

/** Renders a QR code, dark on white in every theme: scanners don't recognize an inverted one. */
export function QrCode({ value, label }: Props) {
  const { data, size } = encode(value, { border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border border-line forced-color-adjust-none"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
