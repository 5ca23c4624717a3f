import type { Pool } from 'pg';

/** What a database has to be told so that its log names every statement it refuses, and why. */
export const tellsErrors = {
  log_min_messages: 'error',
  log_min_error_statement: 'error',
  log_error_verbosity: 'verbose',
};

/** Refusals that the product asks the database for, and answers with a code of the contract. */
const meant = new Set([
  // app.refuse
  'PR001',
  // app.admit
  'PR002',
  // a duplicate
  '23505',
  // another transaction was in the way: serialization, deadlock, lock not in time
  '40001',
  '40P01',
  '55P03',
  // only because an earlier statement of the same flight was refused
  '25P02',
]);

const file = `coalesce(pg_current_logfile(), current_setting('data_directory') || '/../postgres.log')`;
const refusal = /ERROR: {2}(\w{5}): (.*)(?:\n\t.*|\n.*LOCATION: .*)*(?:\n.*STATEMENT: {2}(.*))?/g;

/**
 * Reads PostgreSQL's own log: each call answers the errors since the last one, but for those that are
 * meant. The database must have been told {@link tellsErrors}; other databases are silent there.
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
      .filter(([, state = '']) => !meant.has(state))
      .map(([, state, message, statement = '']) => ({
        what: `SQL error ${state}: ${message}`,
        example: statement.slice(0, 300),
      }));
  };
}
