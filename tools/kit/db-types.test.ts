import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '#tools/run.ts';

test('ends and names the migration that has an error', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pregao-migrations-'));
  try {
    await writeFile(join(folder, '0001_broken.sql'), 'create tabel notes ();\n');
    const { ok, output } = await run('tools/db-types.ts', [`--from=${folder}`]);
    expect(ok).toBe(false);
    expect(output).toContain('Migration 0001_broken.sql failed in line 1');
  } finally {
    await rm(folder, { recursive: true });
  }
});
