import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startEmbedded } from './platform/database/lifecycle/embedded.ts';
import { readMigrations } from './platform/database/lifecycle/migrate.ts';
import { withConnection } from './platform/database/test/cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'pregao-migrate-'));
const dataDir = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));

const runMigrate = () =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), '--migrate'], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, DATA_DIR: dataDir },
    encoding: 'utf8',
    timeout: 60_000,
  });

/** Sends one statement to the database of the folder, which no process uses. */
async function query<T extends object>(text: string): Promise<T[]> {
  const { ownerUrl, stop } = await startEmbedded({ dataDir });
  try {
    return await withConnection(ownerUrl, async (client) => (await client.query<T>(text)).rows);
  } finally {
    await stop();
  }
}

test(
  'the command applies every migration once, creates no account and exits (R-REL-10)',
  {
    timeout: 150_000,
  },
  async () => {
    for (let times = 0; times < 2; times += 1) {
      const { status, stdout, stderr } = runMigrate();
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('all migrations');
    }
    const [found] = await query(`
    select (select array_agg(name order by name) from app.migrations) as names,
      (select count(*)::int from users) as people,
      to_regclass('graphile_worker.jobs') is not null as has_queue`);
    const names = readMigrations().map(({ name }) => name);
    expect(found).toEqual({ names, people: 0, has_queue: true });
  },
);

test(
  'the command exits with 1 and names a migration that can not be applied (R-REL-10)',
  {
    timeout: 150_000,
  },
  async () => {
    const [first] = await query<{ name: string }>(`
    update app.migrations set checksum = 'another'
    where name = (select min(name) from app.migrations) returning name`);
    const { status, stderr } = runMigrate();
    expect(status).toBe(1);
    expect(stderr).toContain(`Migration ${first?.name} was changed`);
  },
);
