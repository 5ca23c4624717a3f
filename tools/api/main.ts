/**
 * Generates the TypeScript client of the public API, `clients/typescript/calls.ts`, from the contract (`npm run generate`). `--check` compares
 * only, and names breaking changes since the last release that the change log doesn't name; `--release` records the
 * API as that of the last release (docs/releases.md).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateAst, parseSpec, printAst } from 'oazapfts';
import { createContext } from 'oazapfts/context';
import { readArguments } from '#server/platform/command-line.ts';
import type { OpenApiDocument } from '#server/platform/http/docs/openapi.ts';
import { report, root } from '#tools/files.ts';
import { breakingChanges } from './breaking.ts';
import { undeclared } from './declared.ts';
import { describePublicApi } from './document.ts';

type Document = Exclude<Parameters<typeof parseSpec>[0], string>;

const { check, release } = readArguments('tools/api/main.ts [--check | --release]', {
  check: { type: 'boolean' },
  release: { type: 'boolean' },
}).values;
const client = join(root, 'clients/typescript/calls.ts');
const released = join(root, 'clients/released.json');
const read = (path: string) => readFileSync(path, 'utf8');

const document = await describePublicApi();
const spec = await parseSpec(structuredClone(document) as unknown as Document);
const context = createContext(spec);
context.banner =
  'Calls of the public API, generated from the contract by npm run generate (docs/api.md).';
const calls = printAst(await generateAst(context));

if (release) {
  writeFileSync(released, `${JSON.stringify(document, null, 1)}\n`);
} else if (check) {
  const changes = breakingChanges(JSON.parse(read(released)) as OpenApiDocument, document);
  const changeLog = read(join(root, 'CHANGELOG.md'));
  const stale =
    read(client) === calls
      ? []
      : ['clients/typescript/calls.ts differs from the contract: npm run generate'];
  report([
    ...stale,
    ...undeclared(changes, changeLog).map((change) => `Breaks programs: ${change}`),
  ]);
} else {
  writeFileSync(client, calls);
}
