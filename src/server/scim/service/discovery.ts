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

type Characteristics = {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  subAttributes?: object[];
};

const attribute = (name: string, description: string, given: Characteristics = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
});

const typed = (value: string, characteristics: Characteristics = {}) => ({
  type: 'complex' as const,
  multiValued: true,
  ...characteristics,
  subAttributes: [
    attribute('value', value, characteristics),
    attribute('type', 'Always "work"', { mutability: 'readOnly' }),
  ],
});

const readOnly = { mutability: 'readOnly' } as const;

const userAttributes = [
  attribute('userName', 'Email address of the person, who alone can change it', {
    required: true,
    mutability: 'immutable',
    uniqueness: 'server',
  }),
  attribute('externalId', 'Id of the person in the directory', { caseExact: true }),
  attribute('name', 'Name of the member in this organization', {
    type: 'complex',
    subAttributes: [
      attribute('givenName', 'First name'),
      attribute('familyName', 'Last name'),
      attribute('formatted', 'Both names', readOnly),
    ],
  }),
  attribute('displayName', 'Both names, or the address', readOnly),
  attribute('active', 'False: no access, and no seat taken', { type: 'boolean' }),
  attribute('emails', 'The address', typed('Email address', readOnly)),
  attribute('phoneNumbers', 'Phone number', typed('Phone number')),
  attribute('groups', 'The role; owners have none', {
    ...readOnly,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the group', readOnly),
      attribute('display', 'Name of the group', readOnly),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', 'Name of the role', { ...readOnly, required: true }),
  attribute('members', 'Members with this role', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user', { mutability: 'immutable' }),
      attribute('display', 'Address of the user', readOnly),
    ],
  }),
];

const schema = (name: 'User' | 'Group', base: string) => {
  const id = name === 'User' ? userSchema : groupSchema;
  return {
    schemas: [`${core}:Schema`],
    id,
    name,
    description: name === 'User' ? 'Member of the organization' : 'Role in the organization',
    attributes: name === 'User' ? userAttributes : groupAttributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  };
};

const schemasOf = (base: string) => (['User', 'Group'] as const).map((name) => schema(name, base));

const byId = <T extends { id: string }>(all: readonly T[], id: string) => {
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!found) throw new ScimFailure(404, 'There is nothing with this id');
  return found;
};

/** Lists the schemas, or returns one (RFC 7644 §4). */
export const describeSchemas = (base: string, id?: string) =>
  id === undefined ? list(schemasOf(base)) : byId(schemasOf(base), id);

/** Lists the types of resources, or returns one. */
export const describeResourceTypes = (base: string, id?: string) =>
  id === undefined ? list(resourceTypesOf(base)) : byId(resourceTypesOf(base), id);
