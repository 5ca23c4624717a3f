/**
 * Generates the TypeScript client of the public API, `build/calls.ts` or another file, from the contract
 * (`npm run generate`).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { generateAst, parseSpec, printAst } from 'oazapfts';
import { createContext } from 'oazapfts/context';
import { scopeOf } from '#contract/api-keys/scopes.ts';
import type { Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { readArguments } from '#server/platform/command-line.ts';
import { schemaOf } from '#server/platform/http/contract/route-schema.ts';
import { registerApiDocs } from '#server/platform/http/docs/docs.ts';
import type { OpenApiDocument } from '#server/platform/http/docs/openapi.ts';
import { root } from '#tools/files.ts';

/**
 * Returns the OpenAPI document of the calls that API keys may make, the public API (docs/api.md). It follows from the
 * contract: no product runs.
 */
async function describePublicApi(): Promise<OpenApiDocument> {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await registerApiDocs(app);
  for (const { name, endpoints } of Object.values<Subject>(contract)) {
    for (const endpoint of Object.values(endpoints)) {
      if (scopeOf(name, endpoint) === null) continue;
      const { method, path } = endpoint;
      const handler = () => Promise.resolve();
      app.route({ method, url: `/api${path}`, schema: schemaOf(name, endpoint), handler });
    }
  }
  await app.ready();
  const document = app.swagger() as unknown as OpenApiDocument;
  await app.close();
  for (const operation of Object.values(document.paths ?? {}).flatMap(Object.values<Operation>)) {
    // A key belongs to one organization, which no header needs to name.
    operation.parameters = operation.parameters?.filter(isNotTenantKey) ?? [];
  }
  return document;
}

type Operation = NonNullable<OpenApiDocument['paths']>[string][string];

const isNotTenantKey = ({ $ref }: Record<string, unknown>) => !String($ref).endsWith('TenantKey');

type Document = Exclude<Parameters<typeof parseSpec>[0], string>;

const { positionals } = readArguments('tools/api/main.ts [FILE]', {}, 1);
const file = resolve(root, positionals[0] ?? 'build/calls.ts');

const spec = await parseSpec((await describePublicApi()) as unknown as Document);
const context = createContext(spec);
context.banner = 'Calls of the public API, generated from the contract (docs/api.md).';
const calls = printAst(await generateAst(context));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, calls);
