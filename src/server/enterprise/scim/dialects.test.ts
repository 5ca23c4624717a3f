import { expect, test } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';
import {
  createProvisionedOrganization,
  newScimUser,
  patchOf,
  type ScimJson,
} from './test/client.ts';

const product = await sharedApplication();

type Wanted = Record<string, unknown>;

/** One change of a user: its attributes as a directory knows them, by the paths that Entra ID writes. */
const steps: Wanted[] = [
  { 'name.givenName': 'Ana' },
  { 'name.familyName': 'Lima' },
  { 'name.givenName': 'José', 'name.familyName': 'da Silva' },
  { externalId: 'e-2' },
  { displayName: 'da Silva, José (São Paulo)' },
  { 'phoneNumbers[type eq "work"].value': '+55 11 1' },
  { 'phoneNumbers[type eq "mobile"].value': '+55 11 2' },
  { 'phoneNumbers[type eq "fax"].value': '+55 11 3' },
  { 'phoneNumbers[type eq "mobile"].value': '+55 11 4', 'name.givenName': 'Zoë' },
  { 'phoneNumbers[type eq "work"].value': '' },
  { active: false },
  { 'name.familyName': '' },
  { 'phoneNumbers[type eq "mobile"].value': '' },
  { active: true, externalId: 'e-3', displayName: 'Zoë' },
  { displayName: '' },
  { 'name.givenName': '', 'name.familyName': 'Reis' },
  { externalId: '' },
  { 'phoneNumbers[type eq "work"].value': '+55 11 5', externalId: 'e-4' },
  { 'phoneNumbers[type eq "fax"].value': '', active: false },
  { 'name.givenName': 'Eva', active: true },
];

/** Returns a value of a resource by its path; an absent one is empty. */
const read = (user: ScimJson, path: string): unknown => {
  const [, kind] = /^phoneNumbers\[type eq "(\w+)"\]/.exec(path) ?? [];
  if (kind) {
    const numbers = (user['phoneNumbers'] ?? []) as { type: string; value: string }[];
    return numbers.find(({ type }) => type === kind)?.value ?? '';
  }
  const found = path
    .split('.')
    .reduce<unknown>((at, name) => (at as ScimJson | undefined)?.[name], user);
  return found ?? '';
};

/** Returns the whole user as Okta sends it. */
const wholeOf = (userName: string, known: Wanted) => {
  const text = (path: string) => String(known[path] ?? '');
  const kinds = ['work', 'mobile', 'fax'];
  const phones = kinds.map((type) => [type, text(`phoneNumbers[type eq "${type}"].value`)]);
  return {
    ...newScimUser({ userName, externalId: text('externalId') }),
    name: { givenName: text('name.givenName'), familyName: text('name.familyName') },
    ...('displayName' in known && { displayName: known['displayName'] }),
    emails: [{ primary: true, value: userName, type: 'work' }],
    phoneNumbers: phones.flatMap(([type, value]) => (value ? [{ type, value }] : [])),
    active: known['active'],
    locale: 'en-US',
    groups: [],
  };
};

type Send = (userName: string, step: Wanted, known: Wanted) => ['PUT' | 'PATCH', unknown];

const shown = (value: unknown) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : value);

/** How directories write the same change. */
const dialects: Record<string, Send> = {
  'Entra ID, an operation for each attribute': (_, step) => [
    'PATCH',
    patchOf(
      ...Object.entries(step).map(([path, value]) =>
        value === '' ? { op: 'Remove', path } : { op: 'Add', path, value: shown(value) },
      ),
    ),
  ],
  'Entra ID, replacing': (_, step) => [
    'PATCH',
    patchOf(
      ...Object.entries(step).map(([path, value]) => ({
        op: 'Replace',
        path,
        value: shown(value),
      })),
    ),
  ],
  'Entra ID, dotted keys without a path': (_, step) => [
    'PATCH',
    patchOf({ op: 'replace', value: step }),
  ],
  'Okta, the whole user': (userName, _, known) => ['PUT', wholeOf(userName, known)],
  'Okta, a profile in one PATCH': (userName, _, known) => [
    'PATCH',
    patchOf({ op: 'replace', value: wholeOf(userName, known) }),
  ],
  'Okta, the user without active, and active alone': (userName, step, known) => {
    const { active, ...profile } = wholeOf(userName, known);
    return 'active' in step
      ? ['PATCH', patchOf({ op: 'replace', value: { ...step, active } })]
      : ['PUT', profile];
  },
};

test.each(Object.entries(dialects))(
  'every change reads back as it was sent: %s (R-SCM-14)',
  async (_name, send) => {
    const { scim } = await createProvisionedOrganization(product);
    const { body } = await scim('POST', '/Users', { body: newScimUser({ externalId: 'e-1' }) });
    const { id, userName } = body;
    let known: Wanted = {
      externalId: 'e-1',
      'name.givenName': 'Eva',
      'name.familyName': 'Reis',
      active: true,
    };
    const requests = steps.map((step) => {
      known = { ...known, ...step };
      const [method, sent] = send(userName, step, known);
      return { method, sent, known };
    });
    for (const { method, sent, known: expected } of requests) {
      const reply = await scim(method, `/Users/${id}`, { body: sent });
      expect([sent, reply.status]).toEqual([sent, 200]);
      const { body: stored } = await scim('GET', `/Users/${id}`);
      expect(reply.body).toEqual(stored);
      const seen = Object.keys(expected).map((path) => [path, read(stored, path)]);
      expect([sent, Object.fromEntries(seen)]).toEqual([sent, expected]);
    }
  },
);
