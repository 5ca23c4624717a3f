/** Values that a spreadsheet would run as a formula (CSV injection). */
const formula = /^[=+\-@\t\r]/;

const cellOf = (value: unknown) => {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns loaded rows as a CSV file, like the exports of the server. */
export const rowsToCsv = (header: readonly string[], rows: readonly (readonly unknown[])[]) =>
  new Blob(['\u{FEFF}', ...[header, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\n`)], {
    type: 'text/csv',
  });
