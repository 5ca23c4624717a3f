import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { scopeOf } from '#contract/api-keys/scopes.ts';
import type { Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { schemaOf } from '#server/platform/http/contract/route-schema.ts';
import { registerApiDocs } from '#server/platform/http/docs/docs.ts';
import type { OpenApiDocument } from '#server/platform/http/docs/openapi.ts';

/**
 * Returns the OpenAPI document of the calls that API keys may make, the public API (docs/api.md). It follows from the
 * contract: no product runs.
 */
export async function describePublicApi(): Promise<OpenApiDocument> {
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
