import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '#server/platform/database/test/cluster.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { openStorage } from '#server/platform/files/storage.ts';
import { installJobs } from '#server/platform/jobs/start-jobs.ts';
import { repetitions, seed } from '#tools/kit/seed.ts';
import { jsonPiece, writeArchive, type Head } from './archive.ts';
import { backUp } from './back-up.ts';
import { inspectBackup, restore } from './restore.ts';
import { decompress, emptyDatabase, runCommand } from './test/database.ts';

/** Tests that a backup that can't be restored completely is not restored at all (R-REL-05). */
const open = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'pregao-refused-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = await openStorage({ bucket: null, dataDir: folder });
const place = { url: open.ownerUrl, storage };
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const whole = join(folder, 'whole');
const sealed = join(folder, 'sealed');
const passphrase = 'a passphrase of the tests';

beforeAll(async () => {
  await installJobs(open.owner, quiet);
  const file = `${'a'.repeat(32)}.bin`;
  await storage.put(file, randomBytes(100_000));
  await open.owner.query(
    `insert into resources (title, type, file, size, sha256) values ('Robot', 0, $1, 100000, $2)`,
    [file, 'a'.repeat(64)],
  );
  await backUp(place, whole);
  await backUp(place, sealed, passphrase);
});

/** Writes a changed copy of a file and returns its path. */
const changed = async (path: string, change: (bytes: Buffer) => Buffer) => {
  const copy = join(folder, randomBytes(4).toString('hex'));
  await writeFile(copy, change(await readFile(path)));
  return copy;
};

/** Returns a whole number below `end`, determined by the seed. */
let chance = seed;
const below = (end: number) => {
  chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0;
  return chance % end;
};
const times = (n: number) => Array.from({ length: n }, (_, index) => index);
// Key derivation makes each passphrase slow to try, in these tests too.
const cases = [
  { name: 'whole', tries: repetitions(20, 2_000) },
  { name: 'sealed', tries: repetitions(2, 100) },
];

describe('a backup is refused (R-REL-05)', () => {
  const changes = [
    {
      how: 'with one changed bit',
      change: (bytes: Buffer) => {
        const at = below(bytes.length);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << below(8)), at);
        return bytes;
      },
    },
    { how: 'truncated', change: (bytes: Buffer) => bytes.subarray(0, below(bytes.length)) },
  ];
  const changedCases = changes.flatMap((one) => cases.map((other) => ({ ...one, ...other })));

  test.each(changedCases)('$how at any position ($name)', async ({ change, name, tries }) => {
    const contents = decompress(await readFile(whole)) ?? Buffer.alloc(0);
    for (const _ of times(tries)) {
      const path = await changed(join(folder, name), change);
      // A few bits of zstd mean nothing, such as those of its window or of its last, empty frame.
      if (decompress(await readFile(path))?.equals(contents)) continue;
      await expect(inspectBackup({ path, passphrase })).rejects.toThrow('cannot be restored');
    }
  });

  test('without its passphrase, or with another one', async () => {
    await expect(inspectBackup({ path: sealed })).rejects.toThrow('set BACKUP_PASSPHRASE');
    const other = { path: sealed, passphrase: 'another' };
    await expect(inspectBackup(other)).rejects.toThrow('not the one it was sealed with');
    expect(await inspectBackup({ path: sealed, passphrase })).toMatchObject({
      manifest: (await inspectBackup({ path: whole })).manifest,
    });
  });

  test.each([
    [
      'a later version’s tables',
      { migrations: [{ name: '9999_later.sql', checksum: 'a'.repeat(64) }] },
    ],
    ['a later version’s format', { format: 99, tables: 'otherwise' }],
  ])('with %s', async (_, other) => {
    const { head, manifest } = await inspectBackup({ path: whole });
    const path = join(folder, randomBytes(4).toString('hex'));
    async function* pieces() {
      yield jsonPiece('head.json', { ...head, tables: [], ...other } as Head);
      yield jsonPiece('manifest.json', { ...manifest, parts: [] });
    }
    await writeArchive(pieces(), createWriteStream(path), undefined);
    await expect(inspectBackup({ path })).rejects.toThrow(/version/);
  });

  test('by a place that is not empty, which stays unchanged', async () => {
    const dataDir = join(folder, 'full');
    await mkdir(join(dataDir, 'cluster'), { recursive: true });
    const attempt = runCommand('restore', whole, { DATA_DIR: dataDir });
    await expect(attempt).rejects.toMatchObject({
      code: 1,
      stderr: `Only an empty place is restored into; ${dataDir} has cluster.\n`,
    });
    expect(await readdir(join(dataDir, 'cluster'))).toEqual([]);
    const told = await inspectBackup({ path: whole });
    const used = restore({ path: whole }, told, { ...place, dataDir, mayLose: true });
    await expect(used).rejects.toThrow('the database has announcement');
    const { rows } = await open.owner.query('select title from resources');
    expect(rows).toEqual([{ title: 'Robot' }]);
  });

  test('when the file to write exists already', async () => {
    const before = await readFile(whole);
    await expect(backUp(place, whole)).rejects.toThrow('is there already');
    expect(before.equals(await readFile(whole))).toBe(true);
  });
});

test('a failed restore leaves nothing behind and can be repeated', async () => {
  await using empty = await emptyDatabase();
  const told = await inspectBackup({ path: whole });
  // Makes creating the folder fail.
  await writeFile(join(empty.dataDir, 'files'), '');
  await expect(restore({ path: whole }, told, empty)).rejects.toThrow('EEXIST');
  const tables = await withConnection(empty.url, (client) =>
    client.query('select * from pg_stat_user_tables'),
  );
  expect(tables.rows).toEqual([]);
  await rm(join(empty.dataDir, 'files'));
  await restore({ path: whole }, told, empty);
  const { rows } = await withConnection(empty.url, (client) =>
    client.query('select title from resources'),
  );
  expect(rows).toEqual([{ title: 'Robot' }]);
});

test('refuses to back up as a role from which a policy hides rows', async () => {
  const url = new URL(open.ownerUrl);
  const reader = `pregao_runtime_${url.pathname.slice(1)}_reader`;
  await open.owner.query(`create role ${reader} login password 'reader' in role pg_read_all_data`);
  [url.username, url.password] = [reader, 'reader'];
  const path = join(folder, 'partial');
  await expect(backUp({ url: url.href, storage }, path)).rejects.toThrow('Only the owner');
  expect(existsSync(path)).toBe(false);
});

test('lists files that are missing from the backup', async () => {
  const gone = `${'b'.repeat(32)}.bin`;
  await open.owner.query(
    `insert into resources (title, type, file, size, sha256) values ('Gone', 0, $1, 1, $2)`,
    [gone, 'a'.repeat(64)],
  );
  expect((await backUp(place, join(folder, 'lacking'))).missing).toEqual([gone]);
});
