import type { Spread } from './ratios.ts';

/** Formats a number with three significant digits; a dash when nothing was measured. */
export const figure = (value: number) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–';

/** Formats the median with the range of the rounds. */
export const range = ({ median, min, max }: Spread) =>
  Number.isFinite(max) ? `${figure(median)} [${figure(min)}–${figure(max)}]` : '–';

/** Formats a Markdown table with aligned columns. */
export function table(head: string[], rows: (string | number)[][]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)),
  );
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join(
    '\n',
  );
}
