/**
 * Verifies the digests of all audit logs: `npm run verify-audit-log`, whether the product runs or not. With
 * `-- --save <file>` it writes the last digest of each log, to be kept outside of the server; with
 * `-- --compare <file>` it also finds logs that were replaced as a whole since then (docs/operations.md).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readConfig } from '#server/config.ts';
import { readArguments } from '#server/platform/command-line.ts';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { verifyLogs } from '#server/product/audit/service/verify.ts';
import { openPlace } from './place.ts';

const heads = z.array(z.object({ tenant: z.uuid(), number: z.int(), hash: z.hex() }));

const { values: files } = readArguments(
  'npm run verify-audit-log -- [--save <file>] [--compare <file>]',
  { save: { type: 'string' }, compare: { type: 'string' } },
);

async function verify(): Promise<void> {
  const earlier = files.compare ? heads.parse(JSON.parse(readFileSync(files.compare, 'utf8'))) : [];
  await using place = await openPlace(readConfig(process.env));
  const pool = createPool({ connectionString: place.url });
  try {
    const found = await verifyLogs(pool, earlier);
    for (const problem of found.problems) console.error(problem);
    const { logs, entries, problems } = found;
    console.log(`${logs} logs, ${entries} entries with digests, ${problems.length} problems.`);
    process.exitCode = problems.length > 0 ? 1 : 0;
    if (files.save) writeFileSync(files.save, `${JSON.stringify(found.heads, null, 2)}\n`);
  } finally {
    await pool.end();
  }
}

verify().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
