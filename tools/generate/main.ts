/**
 * Writes everything that is generated from migrations and the contract (`npm run generate`): table types, the tables of
 * build/access.md, and the client of the API.
 */
import { readArguments } from '#server/platform/command-line.ts';
import { report } from '#tools/files.ts';
import { run } from '#tools/run.ts';

const generators = ['tools/db-types.ts', 'tools/access.ts', 'tools/api/main.ts'] as const;

/** Runs all generators, and returns what those said that failed. */
export async function generateAll(): Promise<string[]> {
  const results = await Promise.all(generators.map((generator) => run(generator)));
  return results.filter(({ ok }) => !ok).map(({ output }) => output.trim());
}

if (import.meta.main) {
  readArguments('npm run generate', {});
  report(await generateAll());
}
