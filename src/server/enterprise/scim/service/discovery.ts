import { groupAttributes, userAttributes } from './attributes.ts';
import { ScimFailure } from './errors.ts';
import { maxResults } from './list.ts';
import { groupSchema, userSchema } from './resources.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** Returns what the service supports (RFC 7643 §5). */
export const serviceProviderConfig = (base: string) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an owner creates in the settings of the organization',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const list = (resources: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

const resourceType = (name: 'User' | 'Group', base: string) => ({
  schemas: [`${core}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: name === 'User' ? userSchema : groupSchema,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

const resourceTypesOf = (base: string) =>
  (['User', 'Group'] as const).map((name) => resourceType(name, base));

function schema(name: 'User' | 'Group', base: string) {
  const id = name === 'User' ? userSchema : groupSchema;
  return {
    schemas: [`${core}:Schema`],
    id,
    name,
    description: name === 'User' ? 'Member of the organization' : 'Role in the organization',
    attributes: name === 'User' ? userAttributes : groupAttributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  };
}

const schemasOf = (base: string) => (['User', 'Group'] as const).map((name) => schema(name, base));

function byId<T extends { id: string }>(all: readonly T[], id: string) {
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!found) throw new ScimFailure(404, 'There is nothing with this id');
  return found;
}

/** Lists the schemas, or returns one (RFC 7644 §4). */
export const describeSchemas = (base: string, id?: string) =>
  id === undefined ? list(schemasOf(base)) : byId(schemasOf(base), id);

/** Lists the types of resources, or returns one. */
export const describeResourceTypes = (base: string, id?: string) =>
  id === undefined ? list(resourceTypesOf(base)) : byId(resourceTypesOf(base), id);
