import type { Api } from '#contract/api-client.ts';

/** Encodes a file as bodies carry it. */
export const toContent = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

/** Mapping of files whose columns are those fields, in this order, without a currency. */
export const plainMapping = {
  columns: { description: 0, quantity: 1, price: 2, date: 3, category: 4, currency: null },
  dateFormat: 'iso',
  decimalMark: 'point',
} as const;

/** Returns a file with these rows below a header. */
export const csvText = (...rows: string[]) =>
  ['description,quantity,price,date,category', ...rows, ''].join('\n');

/** Returns a file with so many valid rows. */
export const longCsv = (count: number) =>
  csvText(...Array.from({ length: count }, (_, n) => `Order ${n},1,${n}.5,2026-01-05,Stocks`));

/** Imports a file with the plain mapping. */
export const importFile = (
  api: Api,
  text: string,
  options: { skipWrong?: boolean; skipExisting?: boolean } = {},
) =>
  api.imports.create({
    body: { ...plainMapping, fileName: 'orders.csv', content: toContent(text), ...options },
  });
