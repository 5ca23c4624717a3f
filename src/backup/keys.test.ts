import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { enrolledOwner } from '#server/identity/factors/test/factors.ts';
import { reportSecrets } from '#server/serving.ts';
import { testApplication } from '#server/test/application.ts';
import { reopen, runCommand } from './test/database.ts';

/** Tests what the commands say about the encryption key, which is in no backup (R-OPR-18). */
const product = await testApplication({ INSTANCES: '1' });
const folder = await mkdtemp(join(tmpdir(), 'pregao-keys-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { isCitus } = inject('testCluster');

test.skipIf(isCitus)(
  'a restore without the key names the secrets that need it, and so does the start of it (R-OPR-18)',
  { timeout: 180_000 },
  async () => {
    await enrolledOwner(product);
    const { dataDir } = product.context.config;
    const [file, target] = [join(folder, 'backup'), join(folder, 'restored')];
    const source = { DATABASE_URL: product.open.ownerUrl, DATA_DIR: dataDir };
    const { stdout } = await runCommand('backup', file, source);
    expect(stdout).toContain(`keep ${dataDir}/encryption-key`);
    const { stderr } = await runCommand('restore', file, { DATA_DIR: target });
    expect(stderr).toContain('1 stored secrets were encrypted with another key');
    expect(stderr).toContain('authenticator apps: 1');
    await using again = await reopen(product, target);
    const lines: string[] = [];
    reportSecrets(again, again.open, (line) => lines.push(line));
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toContain('1 stored secrets were encrypted with another key');
  },
);
