import type { AccountKey } from '#server/platform/database/isolation/scopes.ts';
import type { Compilable } from '#server/platform/database/query.ts';

/** Runs queries inside one transaction. */
export type DbTransaction = {
  /** Returns every row. */
  all<R>(query: Compilable<R>): Promise<R[]>;
  /** Returns the first row, if any. */
  first<R>(query: Compilable<R>): Promise<R | undefined>;
  /** Returns the first row; throws a plain error when there is none. */
  one<R>(query: Compilable<R>): Promise<R>;
  /** Runs a statement for its effect and returns the number of affected rows. */
  run(query: Compilable<unknown>): Promise<number>;
  /**
   * Lets the following statements read and change this account as well, in place of an earlier one.
   * Pipelined with the next statement, so that it costs no round trip.
   */
  openAccount(account: AccountKey): void;
};
