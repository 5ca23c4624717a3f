import type { Pool } from 'pg';

/** Settings with which PostgreSQL logs every refused statement and its reason. */
export const errorLogSettings = {
  log_min_messages: 'error',
  log_min_error_statement: 'error',
  log_error_verbosity: 'verbose',
};

/** SQL states that the product expects and maps to a code of the contract. */
const expectedStates = new Set([
  // app.refuse
  'PR001',
  // unique violation
  '23505',
  // conflict with another transaction: serialization failure, deadlock, lock timeout
  '40001',
  '40P01',
  '55P03',
  // follow-up error of an earlier refusal in the same pipeline
  '25P02',
]);

const file = `coalesce(pg_current_logfile(), current_setting('data_directory') || '/../postgres.log')`;
const refusal = /ERROR: {2}(\w{5}): (.*)(?:\n\t.*|\n.*LOCATION: .*)*(?:\n.*STATEMENT: {2}(.*))?/g;

/**
 * Follows PostgreSQL's log: each call returns the unexpected errors since the last one. Requires the
 * settings {@link errorLogSettings}; databases without them log nothing.
 */
export async function followSqlLog(owner: Pool) {
  const size = `select size::int from pg_stat_file(${file})`;
  const sizeOf = async () => (await owner.query<{ size: number }>(size)).rows[0]?.size ?? 0;
  let read = await sizeOf();
  return async () => {
    const end = await sizeOf();
    const { rows } = await owner.query<{ text: Buffer }>(
      `select pg_read_binary_file(${file}, $1, $2) as text`,
      [read, end - read],
    );
    read = end;
    const log = rows[0]?.text.toString('utf8') ?? '';
    return [...log.matchAll(refusal)]
      .filter(([, state = '']) => !expectedStates.has(state))
      .map(([, state, message, statement = '']) => ({
        what: `SQL error ${state}: ${message}`,
        example: statement.slice(0, 300),
      }));
  };
}
