import type { Pool } from 'pg';

/** Number of rows of one statement: on a Citus, more of them take longer than a statement may. */
const batchSize = 500;

/** Runs a statement for the numbers from 1 to `count`, a range of them at a time. */
export async function inBatches(
  count: number,
  insert: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= count; from += batchSize) {
    await insert(from, Math.min(count, from + batchSize - 1));
  }
}

/** Adds transactions with addresses of pictures that have no files, below the limits of calls. */
export const addPicturedRows = (
  store: Pick<Pool, 'query'>,
  { tenant, count }: { tenant: string; count: number },
): Promise<void> =>
  inBatches(count, (from, to) =>
    store.query(
      `insert into transactions (tenant_id, description, quantity, price, date, image)
       select $1, 'a', 1, 1, '2026-01-01', '/files/' || md5(n::text) || '.webp'
       from generate_series($2::int, $3::int) as n`,
      [tenant, from, to],
    ),
  );
