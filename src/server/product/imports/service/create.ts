import { randomUUIDv7 } from 'node:crypto';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { imports } from '#contract/imports/imports.ts';
import { db } from '#server/platform/database/query.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';
import { toTransactionRow } from '#server/product/transactions/service.ts';
import { readCurrency } from '#server/product/transactions/service/currency.ts';
import { checkRows, type ValidRow } from './check-rows.ts';
import { findExisting } from './existing.ts';
import { loadImport } from './list.ts';

type CreateBody = HandlerInput<(typeof imports)['endpoints']['create']>['body'];

/** Rows of one statement: on a Citus, more of them take longer than a statement may. */
const batchSize = 500;

/**
 * Imports the rows of a file in one transaction. Throws `import.wrongRows` if some are wrong, unless these are skipped,
 * `import.noRows` without a valid one, or if all exist already and these are skipped, and `usage.transactions` beyond the limit of the plan (R-IMP-05).
 */
export async function createImport(
  { tenant, session }: Pick<Member, 'tenant' | 'session'>,
  { content, fileName, skipWrong, skipExisting, ...mapping }: CreateBody,
) {
  const { readCsv } = await import('./read-file.ts');
  const { valid, wrong } = checkRows(readCsv(content), mapping, await readCurrency(tenant));
  if (wrong > 0 && !skipWrong) {
    throw new Failure('import.wrongRows', { params: { count: wrong } });
  }
  if (valid.length === 0) throw new Failure('import.noRows');
  return tenant.run(async (tx) => {
    const id = randomUUIDv7();
    const { existing } = skipExisting
      ? await findExisting((query) => tx.all(query), valid)
      : { existing: new Set<ValidRow>() };
    const added = valid.filter((row) => !existing.has(row));
    if (added.length === 0) throw new Failure('import.noRows');
    // In the order of the file: lists sort equal dates by id.
    const ids = added.map(() => randomUUIDv7()).toSorted();
    const row = {
      tenant_id: tenant.id,
      id,
      file_name: fileName,
      rows: ids.length,
      first_id: ids.at(0) ?? id,
      last_id: ids.at(-1) ?? id,
      created_by: session.user,
    };
    // Before the transactions: it counts them all.
    await tx.run(db.insertInto('transaction_imports').values(row));
    const rows = added.map(({ input }, index) => ({
      tenant_id: tenant.id,
      id: ids[index],
      import_id: id,
      ...toTransactionRow(input),
    }));
    for (let start = 0; start < rows.length; start += batchSize) {
      await tx.run(db.insertInto('transactions').values(rows.slice(start, start + batchSize)));
    }
    return loadImport(tx, id);
  });
}
