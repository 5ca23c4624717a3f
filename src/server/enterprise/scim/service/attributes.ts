/** Description of an attribute (RFC 7643 §7). */
export type Attribute = {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'dateTime' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'always' | 'default';
  uniqueness: 'none' | 'server';
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
};

const attribute = (
  name: string,
  description: string,
  given: Partial<Omit<Attribute, 'name' | 'description'>> = {},
): Attribute => ({
  name,
  type: given.subAttributes ? 'complex' : 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
});

const readOnly = { mutability: 'readOnly' } as const;
const immutable = { mutability: 'immutable' } as const;

const reference = (types: readonly string[]) =>
  ({ ...readOnly, type: 'reference', caseExact: true, referenceTypes: types }) as const;

const id = attribute('id', 'Id in this service', {
  ...readOnly,
  caseExact: true,
  returned: 'always',
  uniqueness: 'server',
});

const metaOf = (...times: readonly Attribute[]) =>
  attribute('meta', 'About the resource', {
    ...readOnly,
    subAttributes: [
      attribute('resourceType', 'Name of the type', { ...readOnly, caseExact: true }),
      ...times,
      attribute('location', 'Address of the resource', reference(['uri'])),
      attribute('version', 'Entity tag', { ...readOnly, caseExact: true }),
    ],
  });

/** Attributes of a user: what replies contain, `/Schemas` describes and requests may select (R-SCM-11). */
export const userAttributes: readonly Attribute[] = [
  id,
  attribute('externalId', 'Id of the person in the directory', { caseExact: true }),
  attribute('userName', 'Email address of the person, who alone can change it', {
    ...immutable,
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'Name of the member in this organization', {
    subAttributes: [attribute('givenName', 'First name'), attribute('familyName', 'Last name')],
  }),
  attribute('displayName', 'Name in the directory, which the app doesn’t show'),
  attribute('active', 'False: no access, and no seat taken', { type: 'boolean' }),
  attribute('emails', 'The address in userName, and no other', {
    ...immutable,
    multiValued: true,
    subAttributes: [
      attribute('value', 'Email address', immutable),
      attribute('type', 'Always "work"', readOnly),
      attribute('primary', 'Always true', { ...readOnly, type: 'boolean' }),
    ],
  }),
  attribute('phoneNumbers', 'Phone numbers; the app shows the primary one, or that of work', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'Phone number'),
      attribute('type', 'Kind, such as "work" or "mobile"', { caseExact: true }),
      attribute('primary', 'True for one number at most', { type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The role; owners have none', {
    ...readOnly,
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the group', readOnly),
      attribute('display', 'Name of the group', readOnly),
      attribute('type', 'Always "direct"', readOnly),
      attribute('$ref', 'Address of the group', reference(['Group'])),
    ],
  }),
  metaOf(
    attribute('created', 'Time of the creation', { ...readOnly, type: 'dateTime' }),
    attribute('lastModified', 'Time of the last change', { ...readOnly, type: 'dateTime' }),
  ),
];

/** Attributes of a group, in the same way. */
export const groupAttributes: readonly Attribute[] = [
  id,
  attribute('displayName', 'Name of the role', { ...immutable, required: true }),
  attribute('members', 'Members with this role', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user', immutable),
      attribute('display', 'Address of the user', readOnly),
      attribute('type', 'Always "User"', readOnly),
      attribute('$ref', 'Address of the user', reference(['User'])),
    ],
  }),
  metaOf(),
];

/** Names of attributes that are read only, and of parts of messages. */
const otherNames =
  'schemas Operations op path preferredLanguage locale filter startIndex count attributes excludedAttributes'.split(
    ' ',
  );

const described = [...userAttributes, ...groupAttributes];

/** Names of attributes and of parts of messages by their lower case: clients write them in any (RFC 7643 §2.1). */
const names = new Map(
  [
    ...described.flatMap(({ name, subAttributes = [] }) => [
      name,
      ...subAttributes.map((sub) => sub.name),
    ]),
    ...otherNames,
  ].map((name) => [name.toLowerCase(), name]),
);

/** Returns the name of an attribute as the schemas write it. */
export const attributeName = (name: string) => names.get(name.toLowerCase()) ?? name;

/** Attributes that a request wants, and those that it does not want, in lower case. */
export type Selection = {
  attributes?: readonly string[] | null | undefined;
  excludedAttributes?: readonly string[] | null | undefined;
};

type Json = Record<string, unknown>;

/**
 * Returns a resource with the attributes that its description has and a request wants, sub-attributes included
 * (RFC 7644 §3.9).
 */
export function selectAttributes(
  resource: Json,
  attributes: readonly Attribute[],
  { attributes: wanted, excludedAttributes }: Selection,
): Json {
  const listed = wanted && pathsOf(wanted);
  const excluded = pathsOf(excludedAttributes ?? []);
  const isShown = (path: string, { returned }: Attribute) => {
    if (returned === 'always') return true;
    if (!listed) return !excluded.has(path);
    const [root = ''] = path.split('.');
    return listed.has(path) || listed.has(root);
  };
  const select = (value: Json, described: readonly Attribute[], parent: string): Json =>
    Object.fromEntries(
      described.flatMap((one) => {
        const inner = value[one.name];
        const path = `${parent}${one.name}`.toLowerCase();
        const subs = one.subAttributes;
        const isAncestor = listed && [...listed].some((each) => each.startsWith(`${path}.`));
        if (inner === undefined || !(isShown(path, one) || isAncestor)) return [];
        if (!subs) return [[one.name, inner]];
        const part = (each: unknown) => select(each as Json, subs, `${path}.`);
        return [[one.name, Array.isArray(inner) ? inner.map(part) : part(inner)]];
      }),
    );
  return { schemas: resource['schemas'], ...select(resource, attributes, '') };
}

/** Returns the paths of attributes without the URN of their schema. */
const pathsOf = (list: readonly string[]) =>
  new Set(list.map((path) => path.split(':').at(-1) ?? ''));
