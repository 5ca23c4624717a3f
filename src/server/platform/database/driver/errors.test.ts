import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { ConnectionLost, mapDatabaseError, TransactionConflict } from './errors.ts';

const internal = (routine: string) =>
  Object.assign(new DatabaseError('of Citus', 0, 'error'), { code: 'XX000', routine });

test.each([
  ['a shard that was split meanwhile', 'LookupShardRelationFromCatalog', TransactionConflict],
  ['a broken connection to another node', 'ReportResultError', ConnectionLost],
  ['a transaction whose other node was lost', 'MarkRemoteTransactionFailed', ConnectionLost],
])('an internal error of Citus about %s can be repeated (R-REL-01)', (_, routine, Expected) => {
  expect(mapDatabaseError(internal(routine))).toBeInstanceOf(Expected);
});

test('any other internal error stays one', () => {
  const error = internal('exec_simple_query');
  expect(mapDatabaseError(error)).toBe(error);
});
