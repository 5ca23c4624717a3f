import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, written } from '#tools/files.ts';

/** Files with lines for a cluster outside of its folders, and why. */
const places = {
  'src/server/platform/database/open.ts': 'asks whether the database is one',
  'src/server/platform/database/driver/errors.ts': 'knows errors of other nodes by their names',
  'src/server/platform/database/lifecycle/adopt.ts': 'refuses one from before 0.1.0',
  'migrations/0011_transactions.sql': 'names the organization in one query more',
};
const isForCluster = /citus|\bcluster\/|distribut|coordinator|shard/i;

/** Returns the files of a folder with a line, but for comments, that names a cluster or what only one has. */
const filesFor = (folder: string) =>
  written(folder)
    .filter((path) => /\.(?:ts|sql)$/.test(path) && !/\/(?:cluster|test)\/|\.test\.ts$/.test(path))
    .filter((path) =>
      isForCluster.test(
        readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|(?:--|\/\/ ).*/g, ''),
      ),
    );

test('what only a cluster needs is in its folders of the server and of the migrations', () => {
  expect([...filesFor('src/server'), ...filesFor('migrations')].toSorted()).toEqual(
    Object.keys(places).toSorted(),
  );
});
