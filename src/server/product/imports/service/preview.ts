import type { HandlerInput } from '#contract/endpoint.ts';
import type { ImportPreview, imports } from '#contract/imports/imports.ts';
import { previewErrors, previewRows } from '#contract/imports/limits.ts';
import { isCompleteMapping } from '#contract/imports/mapping.ts';
import { fromMinor, toMinor } from '#contract/money.ts';
import type { TransactionInput } from '#contract/transactions.ts';
import type { Locale } from '#locales/locales.ts';
import { listUsage } from '#server/billing/usage/service/list.ts';
import type { TenantReader } from '#server/platform/http/contract/guard.ts';
import { readCurrency } from '#server/product/transactions/service/currency.ts';
import { checkRows } from './check-rows.ts';
import { suggestColumns } from './column-names.ts';
import { findExisting } from './existing.ts';
import type { CsvTable } from './read-file.ts';
import { suggestDateFormat, suggestDecimalMark } from './suggest.ts';

type PreviewBody = HandlerInput<(typeof imports)['endpoints']['preview']>['body'];

/** Longest text of a cell in a preview. */
const maxExample = 80;

/**
 * Returns what an import of the file would store, and what is wrong with it, and suggests what the caller doesn't give.
 * Stores nothing (R-IMP-03, R-IMP-04).
 */
export const previewImport = async (
  tenant: TenantReader,
  { content, ...given }: PreviewBody,
  locale: Locale,
): Promise<ImportPreview> => {
  const { readCsv } = await import('./read-file.ts');
  const table = readCsv(content);
  const columns = given.columns ?? suggestColumns(table.header);
  const mapping = {
    columns,
    dateFormat: given.dateFormat ?? suggestDateFormat(table, columns),
    decimalMark: given.decimalMark ?? suggestDecimalMark(table, columns, locale),
  };
  const { valid, wrong, errors } = isCompleteMapping(mapping)
    ? checkRows(table, mapping, await readCurrency(tenant))
    : { valid: [], wrong: 0, errors: [] };
  const { existing, from } = await findExisting(tenant.read, valid);
  return {
    ...mapping,
    encoding: table.encoding,
    separator: table.separator,
    headerLine: table.headerLine,
    header: headerOf(table),
    rows: valid.slice(0, previewRows).map(({ line, input }) => ({ line, ...toPreview(input) })),
    valid: valid.length,
    wrong,
    errors: errors.slice(0, previewErrors),
    existing: {
      rows: existing.size,
      from: from ? { fileName: from.file_name, createdAt: from.created_at.toISOString() } : null,
    },
    left: await transactionsLeft(tenant),
  };
};

const headerOf = ({ header, rows }: CsvTable) =>
  header.map((name, column) => ({
    name: name.slice(0, maxExample),
    example: firstText(rows, column)?.slice(0, maxExample) ?? '',
  }));

const firstText = (rows: CsvTable['rows'], column: number) =>
  rows.find(({ cells }) => cells[column]?.trim())?.cells[column]?.trim();

const toPreview = ({ image: _image, category, ...input }: TransactionInput) => ({
  ...input,
  amount: fromMinor(input.quantity * toMinor(input.price, null), null),
  category: category || null,
});

/** Returns how many transactions the plan still includes this month; null: unlimited. */
const transactionsLeft = async (tenant: TenantReader) => {
  const limits = await listUsage(tenant);
  const { used = 0, included = null } = limits.find(({ key }) => key === 'transactions') ?? {};
  return included === null ? null : Math.max(included - used, 0);
};
