import {
  createProvisionedOrganization,
  newScimUser,
  patchOf,
} from '#server/enterprise/scim/test/client.ts';
import type { StallStage } from './stall-inputs.ts';
import { bodyInputs, inputOf, jsonType, KiB, type RouteInputs } from './stall-requests.ts';

const many = (count: number, of: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => of(n));
const anyOf = (comparison: string) => Array.from({ length: 12 }, () => comparison).join(' or ');

const filters = [
  `${'userName eq "a" or '.repeat(300)}userName eq "a"`,
  '('.repeat(3_000),
  'not ('.repeat(1_000),
  `userName co "${'a'.repeat(8_000)}"`,
  'a.'.repeat(4_000),
  'a['.repeat(3_000),
  ' '.repeat(8_000),
  '"'.repeat(8_000),
  '\\'.repeat(8_000),
  'emails[type eq "a"]'.repeat(300),
];

const filterOf = (n: number) => `members[${anyOf(`value eq "${n}"`)}]`;
const telephones = (count: number) => many(count, (n) => ({ value: String(n), type: 'work' }));

/** Operations on a group whose work was a product of members, operations and comparisons. */
const groupOperations: Record<string, object[]> = {
  'members, then filters': [
    {
      op: 'add',
      path: 'members',
      value: many(4_000, (n) => ({
        value: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      })),
    },
    ...many(99, (n) => ({ op: 'remove', path: filterOf(n) })),
  ],
  'many operations': many(1_000, (n) => ({ op: 'remove', path: filterOf(n) })),
};

const userOperations: Record<string, object[]> = {
  'as many values as are admitted': many(100, () => ({
    op: 'replace',
    path: 'phoneNumbers',
    value: telephones(20),
  })),
  'filters of telephone numbers': [
    { op: 'add', path: 'phoneNumbers', value: telephones(20) },
    ...many(99, (n) => ({
      op: 'replace',
      path: `phoneNumbers[${anyOf(`value eq "${n}"`)}].value`,
      value: '1',
    })),
  ],
  'many telephone numbers': [{ op: 'add', path: 'phoneNumbers', value: telephones(3_000) }],
};

type Headers = Record<string, string>;
const bytes = 1_000 * KiB;

const listInputs = (stage: StallStage, url: string, headers: Headers) => {
  const search = { method: 'POST', url: `${url}/.search`, headers };
  return [
    ...bodyInputs(stage, { method: 'POST', url, headers }, bytes),
    ...bodyInputs(stage, search, bytes),
    ...filters.flatMap((text, n) => {
      const query = encodeURIComponent(text)
        .slice(0, 12_000)
        .replace(/%[^%]?$/, '');
      const body = JSON.stringify({ filter: text.repeat(6) });
      return [
        inputOf(stage, `filter ${n}`, { method: 'GET', url: `${url}?filter=${query}`, headers }),
        inputOf(stage, `filter ${n}`, { ...search, body }),
      ];
    }),
  ];
};

const recordInputs = (
  stage: StallStage,
  { url, headers }: { url: string; headers: Headers },
  operations: Record<string, object[]>,
) => [
  ...bodyInputs(stage, { method: 'PUT', url, headers }, bytes),
  ...bodyInputs(stage, { method: 'PATCH', url, headers }, bytes),
  ...Object.entries(operations).map(([name, all]) => {
    const body = JSON.stringify(patchOf(...all));
    return inputOf(stage, name, { method: 'PATCH', url, headers, body });
  }),
];

/** Inputs of SCIM, with the token of an organization. */
export const scimInputs: RouteInputs = async (stage) => {
  const { token, scim: client } = await createProvisionedOrganization(stage.product);
  const headers = { authorization: `Bearer ${token}`, ...jsonType('application/scim+json') };
  const { body } = await client('POST', '/Users', { body: newScimUser() });
  const user = `/scim/v2/Users/${body['id'] as string}`;
  const group = '/scim/v2/Groups/member';
  return [
    ...listInputs(stage, '/scim/v2/Users', headers),
    ...listInputs(stage, '/scim/v2/Groups', headers),
    ...recordInputs(stage, { url: user, headers }, userOperations),
    ...recordInputs(stage, { url: group, headers }, groupOperations),
  ];
};
