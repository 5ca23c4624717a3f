import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { schemaOf } from '#server/http/contract/route-schema.ts';
import { registerApiDocs } from '#server/http/docs/docs.ts';
import type { OpenApiDocument } from '#server/http/docs/openapi.ts';

type Operations = NonNullable<OpenApiDocument['paths']>[string];

const isForKeys = (operation: Operations[string]) =>
  (operation['security'] as object[] | undefined)?.some((scheme) => 'apiKey' in scheme) === true;

/** Removes the header that a key makes unnecessary, and the schemas that nothing refers to. */
const reduce = (document: OpenApiDocument): OpenApiDocument => {
  const text = JSON.stringify(document);
  const schemas = Object.entries(document.components?.['schemas'] ?? {});
  const used = schemas.filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
  const components = { ...document.components, schemas: Object.fromEntries(used) };
  return used.length < schemas.length ? reduce({ ...document, components }) : document;
};

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
      const { method, path } = endpoint;
      const handler = () => Promise.resolve();
      app.route({ method, url: `/api${path}`, schema: schemaOf(name, endpoint), handler });
    }
  }
  await app.ready();
  const whole = app.swagger() as unknown as OpenApiDocument;
  await app.close();
  const paths = Object.entries(whole.paths ?? {}).map(([path, operations]) => {
    const ofKeys = Object.entries(operations).filter(([, operation]) => isForKeys(operation));
    const described = ofKeys.map(([method, operation]) => [method, withoutTenant(operation)]);
    return [path, Object.fromEntries(described) as Operations] as const;
  });
  const offered = paths.filter(([, operations]) => Object.keys(operations).length > 0);
  return reduce({ ...whole, paths: Object.fromEntries(offered) });
}

const withoutTenant = ({ parameters = [], ...operation }: Operations[string]) => ({
  ...operation,
  parameters: parameters.filter(({ $ref }) => !String($ref).endsWith('TenantKey')),
});
