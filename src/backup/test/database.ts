import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { inject } from 'vitest';
import { createApplication } from '#server/app.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import {
  withConnection,
  databaseUrl,
  dropTestDatabases,
} from '#server/platform/database/test/cluster.ts';
import { openStorage } from '#server/platform/files/storage.ts';
import type { TestApplication } from '#server/test/application.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

const bucket = { name: 'restored', region: 'sa-east-1', keyId: 'a', secret: 'b', pathStyle: true };

/** Runs a command of the product as a process of its own and returns its output. */
export const runCommand = (verb: 'backup' | 'restore', file: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [main, verb, file], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
  });

/**
 * Creates a database without tables, whose owner is no superuser, and an empty folder or the bucket
 * `restored` at this address. Disposing removes them.
 */
export async function emptyDatabase(endpoint?: string) {
  const { adminUrl, template } = inject('testCluster');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  const keeper = `${name}_keeper`;
  await withConnection(adminUrl, async (admin) => {
    await admin.query(`create role ${keeper} login createrole password 'keeper'`);
    await admin.query(
      `grant pregao_runtime, pregao_accounts, pregao_operator to ${keeper} with admin option`,
    );
    await admin.query(`create database ${name} owner ${keeper}`);
  });
  const url = new URL(databaseUrl(adminUrl, name));
  [url.username, url.password] = [keeper, 'keeper'];
  const dataDir = await mkdtemp(join(tmpdir(), 'pregao-restored-'));
  return {
    url: url.href,
    storage: await openStorage({ bucket: endpoint ? { ...bucket, endpoint } : null, dataDir }),
    dataDir,
    // The test cluster runs without fsync.
    mayLose: true,
    [Symbol.asyncDispose]: async () => {
      await dropTestDatabases({ adminUrl, template: name });
      await withConnection(adminUrl, (admin) => admin.query(`drop role ${keeper}`));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens the product with the same settings on restored data; disposing closes it. */
export async function reopen({ context }: TestApplication, dataDir: string) {
  const open = await openDatabase({ dataDir });
  const again = await createApplication({ ...context.config, dataDir }, open, context.origin);
  return {
    ...again,
    open: { ...open, ...open.database },
    anyone: again.callerOf({}),
    [Symbol.asyncDispose]: async () => {
      await again.close();
      await open.close();
    },
  };
}

/** Returns the contents of a backup; undefined if zstd can't read it. */
export const decompress = (bytes: Buffer) => {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return undefined;
  }
};
