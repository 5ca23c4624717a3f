/**
 * Runs the backup commands: `npm run backup -- <file>` writes everything to one file, whether the
 * product runs or not; `npm run restore -- <file>` restores it into an empty place. BACKUP_PASSPHRASE
 * encrypts the file.
 */
import { statSync } from 'node:fs';
import { readConfig } from '#server/config.ts';
import { readArguments, refuseArguments } from '#server/platform/command-line.ts';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { createEncryption } from '#server/platform/encryption.ts';
import { checkStoredSecrets, describeSecrets } from '#server/platform/stored-secrets.ts';
import type { Manifest } from './archive.ts';
import { backUp } from './back-up.ts';
import { openEmptyPlace, openPlace } from './place.ts';
import { inspectBackup, restore } from './restore.ts';

const usage = 'npm run backup -- <file>\nnpm run restore -- <file>';
const [verb = '', path = ''] = readArguments(usage, {}, 2).positionals;
const passphrase = process.env['BACKUP_PASSPHRASE'] || undefined;

async function runBackup(): Promise<void> {
  const began = performance.now();
  const config = readConfig(process.env);
  await using place = await openPlace(config);
  const manifest = await backUp(place, path, passphrase);
  console.log(`Backed up ${summary(manifest)} into ${path} in ${secondsSince(began)} s.`);
  const { keyName } = createEncryption(config);
  console.log(`The key of its secrets is not in it: keep ${keyName} in another place.`);
  const { missing } = manifest;
  if (missing.length === 0) return;
  console.error(`Rows name ${missing.length} files that are not there: ${missing.join(', ')}`);
  process.exitCode = 1;
}

async function runRestore(): Promise<void> {
  const began = performance.now();
  const backup = { path, passphrase };
  const told = await inspectBackup(backup);
  const config = readConfig(process.env);
  await using place = await openEmptyPlace(config);
  try {
    await restore(backup, told, place);
  } catch (error) {
    await place.discard();
    throw error;
  }
  const { taken } = told.head;
  const what = summary(told.manifest);
  console.log(`Restored ${what} as they were at ${taken} in ${secondsSince(began)} s.`);
  await reportSecrets(place.url, createEncryption(config));
}

/** Says which of the restored secrets were encrypted with another key than that of this place (R-OPR-18). */
async function reportSecrets(url: string, encryption: ReturnType<typeof createEncryption>) {
  const owner = createPool({ connectionString: url, max: 1 });
  try {
    const check = await checkStoredSecrets(owner, encryption);
    for (const line of describeSecrets(check, encryption)) console.error(line);
  } finally {
    await owner.end();
  }
}

function summary({ parts }: Manifest): string {
  const rows = parts.reduce((sum, { rows = 0 }) => sum + rows, 0);
  const files = parts.filter(({ name }) => name.startsWith('files/')).length;
  const megabytes = (statSync(path).size / 1e6).toFixed(2);
  return `${rows} rows and ${files} files (${megabytes} MB)`;
}

const secondsSince = (began: number) => ((performance.now() - began) / 1_000).toFixed(1);

const run = { backup: runBackup, restore: runRestore }[verb];
if (!run || !path)
  refuseArguments(usage, run ? 'The file is missing' : `Unknown command '${verb}'`);
try {
  await run();
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  console.error(message || code);
  process.exitCode = 1;
}
