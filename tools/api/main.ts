/**
 * Generates the TypeScript client of the public API, `clients/typescript/calls.ts`, from the contract (`npm run generate`).
 * `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateAst, parseSpec, printAst } from 'oazapfts';
import { createContext } from 'oazapfts/context';
import { readArguments } from '#server/platform/command-line.ts';
import { report, root } from '#tools/files.ts';
import { describePublicApi } from './document.ts';

type Document = Exclude<Parameters<typeof parseSpec>[0], string>;

const { check } = readArguments('tools/api/main.ts [--check]', {
  check: { type: 'boolean' },
}).values;
const client = join(root, 'clients/typescript/calls.ts');

const spec = await parseSpec((await describePublicApi()) as unknown as Document);
const context = createContext(spec);
context.banner =
  'Calls of the public API, generated from the contract by npm run generate (docs/api.md).';
const calls = printAst(await generateAst(context));

if (!check) writeFileSync(client, calls);
else if (readFileSync(client, 'utf8') !== calls)
  report(['clients/typescript/calls.ts differs from the contract: npm run generate']);
