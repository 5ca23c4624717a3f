import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createApplication } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { startEmbedded } from '#server/platform/database/lifecycle/embedded.ts';
import { connectDatabase } from '#server/platform/database/open.ts';
import { startWriteChecks } from '#server/platform/database/test/write-checks.ts';
import { spoolUpload } from '#server/platform/files/spool.ts';
import { openStorage } from '#server/platform/files/storage.ts';
import { registerOwner } from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';

/** Tests the product and its embedded PostgreSQL on a full disk (R-REL-01, R-SEC-15, R-OPR-17). */
const MiB = 1024 * 1024;
const disk = mkdtempSync(join(tmpdir(), 'pregao-disk-'));
const mount = (options: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0;
const canMount = process.getuid?.() === 0 && process.platform === 'linux' && mount('size=640m');
if (!canMount) process.stdout.write('A full disk is not tried: only root may mount one.\n');
afterAll(() => {
  if (canMount) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Resizes the disk so that this many bytes are free. */
const leave = (bytes: number) => {
  const { blocks, bfree, bsize } = statfsSync(disk);
  const size = (blocks - bfree) * bsize + bytes;
  expect(mount(`remount,size=${size}`)).toBe(true);
};

test.runIf(canMount)('an upload to a full disk leaves no file behind', async () => {
  const dataDir = join(disk, 'uploads');
  mkdirSync(dataDir);
  const upload = (content: AsyncIterable<Uint8Array>) =>
    spoolUpload(content, { dataDir, limit: 999 * MiB });
  async function* filling() {
    for (let n = 0; n < 8; n += 1) {
      yield Buffer.alloc(MiB);
      if (n === 2) leave(MiB);
    }
  }
  await expect(upload(filling())).rejects.toMatchObject({ code: 'upload.noSpace' });
  expect(await readdir(join(dataDir, 'spool'))).toEqual([]);
  // Space reserved for the database is not used for files.
  leave(200 * MiB);
  async function* small() {
    yield Buffer.alloc(10);
  }
  await expect(upload(small())).rejects.toMatchObject({ code: 'upload.noSpace' });
  leave(600 * MiB);
  await using kept = await upload(small());
  expect(kept.size).toBe(10);
});

test.runIf(canMount)(
  "uploads of pictures don't use the disk space reserved for the database",
  async () => {
    const dataDir = join(disk, 'pictures');
    const storage = openStorage({ bucket: null, dataDir });
    const name = `${'0'.repeat(32)}.webp`;
    leave(200 * MiB);
    await expect(storage.put(name, 'a picture')).rejects.toMatchObject({ code: 'upload.noSpace' });
    leave(600 * MiB);
    await storage.put(name, 'a picture');
    expect(await storage.exists(name)).toBe(true);
  },
);

test.runIf(canMount)('a full disk fails only writes, until there is space again', async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = join(disk, 'data');
  const embedded = await startEmbedded({ dataDir });
  stack.defer(() => embedded.stop());
  const open = await connectDatabase(embedded.ownerUrl);
  stack.defer(() => open.close());
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DATA_DIR: dataDir });
  const product = await createApplication(config, open, () => 'http://pregao.test');
  stack.defer(() => product.close());
  const visitor = { ...product, open: { ...open.database, ...open }, anyone: product.callerOf({}) };
  const { headers } = await registerOwner(visitor);

  let written = 0;
  const write = async () => {
    const payload = { description: 'x'.repeat(200), quantity: 1, price: 1, date: '2026-03-01' };
    const url = '/api/Transaction/Create';
    const { statusCode } = await product.app.inject({ method: 'POST', url, headers, payload });
    if (statusCode === 200) written += 1;
    return statusCode;
  };
  // PostgreSQL may have removed a file meanwhile.
  const writeOnFullDisk = () => {
    leave(0);
    return write();
  };
  const read = async (path: string) =>
    (await product.app.inject({ method: 'GET', url: path, headers })).statusCode;
  const started = () => open.owner.query('select pg_postmaster_start_time()');
  const since = (await started()).rows;
  using checks = startWriteChecks(open);

  for (let round = 0; round < repetitions(1, 20); round += 1) {
    expect(await write()).toBe(200);
    let status = 200;
    for (let n = 0; n < 500 && status === 200; n += 1) status = await writeOnFullDisk();
    expect(status).toBe(503);
    expect(await writeOnFullDisk()).toBe(503);
    expect(await read('/api/Transaction/GetAll?limit=5')).toBe(200);
    expect(await read('/api/User/GetCurrent')).toBe(200);
    expect(await checks.checked()).toMatchObject({ code: '53100' });
    leave(40 * MiB);
    await expect.poll(write, { timeout: 15_000 }).toBe(200);
    expect(await checks.checked()).toBeNull();
  }
  const { rows } = await open.owner.query('select count(*)::int as kept from transactions');
  expect(rows).toEqual([{ kept: written }]);
  expect((await started()).rows).toEqual(since);
  figure(
    'faults',
    `the disk full ${repetitions(1, 20)} times: ${written} acknowledged writes, all kept`,
  );
});
