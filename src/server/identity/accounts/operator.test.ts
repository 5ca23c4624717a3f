import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadOrCreateSecret } from '#server/platform/secret-file.ts';

test('processes that start at once read one generated password (R-OPR-07)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pregao-operator-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  for (let round = 0; round < 50; round += 1) {
    const folder = join(dataDir, String(round));
    const passwords = await Promise.all(
      Array.from({ length: 4 }, () => loadOrCreateSecret(folder, 'operator-password', 12)),
    );
    const stored = await readFile(join(folder, 'operator-password'), 'utf8');
    expect(stored).toMatch(/^[\w-]{16}\n$/);
    expect(passwords).toEqual(passwords.map(() => stored.trim()));
    expect(await readdir(folder)).toEqual(['operator-password']);
  }
});
