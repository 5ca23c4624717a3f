import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { sharedApplication } from '#server/test/application.ts';
import type { Attribute } from './service/attributes.ts';
import {
  createProvisionedOrganization,
  isError,
  newScimUser,
  patchOf,
  userPath,
  type ScimJson,
  type ScimTestClient,
} from './test/client.ts';

/** Compares the documents that the service publishes about itself with its behavior. */
const product = await sharedApplication();

const schemasOf = async (scim: ScimTestClient) => {
  const { body } = await scim('GET', '/Schemas');
  const entries = body['Resources'].map((one: { id: string; attributes: Attribute[] }) => [
    one.id,
    one.attributes,
  ]);
  return new Map<string, Attribute[]>(entries);
};

const isTyped: Record<Attribute['type'], (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  complex: (value) => typeof value === 'object' && value !== null,
  dateTime: (value) => !Number.isNaN(Date.parse(String(value))) && String(value).endsWith('Z'),
  reference: (value) => URL.canParse(String(value)),
};

/** Returns what a reply has otherwise than its description. */
const differences = (value: ScimJson, attributes: readonly Attribute[], at = ''): string[] => [
  ...Object.keys(value).flatMap((name) =>
    attributes.some((one) => one.name === name) || (at === '' && name === 'schemas')
      ? []
      : [`${at}${name} is not described`],
  ),
  ...attributes.flatMap(({ name, type, multiValued, returned, required, subAttributes = [] }) => {
    const path = `${at}${name}`;
    const given = value[name] as unknown;
    if (given === undefined) {
      return returned === 'always' || required ? [`${path} is missing`] : [];
    }
    if (Array.isArray(given) !== multiValued) return [`${path} has another number`];
    return [given]
      .flat()
      .flatMap((one) =>
        isTyped[type](one)
          ? type === 'complex'
            ? differences(one as ScimJson, subAttributes, `${path}.`)
            : []
          : [`${path} has another type`],
      );
  }),
];

const fullUser = () =>
  newScimUser({
    externalId: `e-${randomUUID()}`,
    phoneNumbers: [
      { value: '+55 11 1', type: 'work' },
      { value: '+55 11 2', type: 'mobile', primary: true },
    ],
  });

describe('/Schemas (R-SCM-11)', () => {
  test('describes every attribute of every reply, with its type and number', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const schemas = await schemasOf(scim);
    const member = await add(Role.Admin);
    await add(Role.Guest, { status: MemberStatus.Inactive });
    const { body: created } = await scim('POST', '/Users', { body: fullUser() });
    const { body: bare } = await scim('POST', '/Users', { body: newScimUser({ name: null }) });
    const patched = await scim('PATCH', `/Users/${created['id']}`, {
      body: patchOf({ op: 'replace', path: 'name.givenName', value: 'Ana' }),
    });
    const lists = await Promise.all([
      scim('GET', '/Users'),
      scim('GET', '/Groups'),
      scim('POST', '/.search', { body: {} }),
    ]);
    const resources: ScimJson[] = [
      created,
      bare,
      patched.body,
      (await scim('GET', userPath(member))).body,
      (await scim('GET', '/Groups/admin')).body,
      ...lists.flatMap(({ body }) => body['Resources'] as ScimJson[]),
    ];
    expect(resources.length).toBeGreaterThan(15);
    const seen = resources.map((one) => {
      const attributes = schemas.get(one['schemas'][0]) ?? [];
      return differences(one, attributes);
    });
    expect(seen.flat()).toEqual([]);
  });

  test('names what can be changed: a change of the rest is refused or has no effect', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const schemas = await schemasOf(scim);
    const { body } = await scim('POST', '/Users', { body: fullUser() });
    const attributes = schemas.get(body['schemas'][0]) ?? [];
    const path = `/Users/${body['id']}`;
    const values: Record<string, unknown> = {
      userName: 'other@example.com',
      emails: [{ value: 'other@example.com' }],
      groups: [{ value: 'admin' }],
      meta: { version: 'W/"1"' },
      name: { givenName: 'Ana', familyName: 'Lima' },
      phoneNumbers: [{ value: '+55 11 9', type: 'other' }],
      active: false,
    };
    for (const { name, mutability } of attributes) {
      const value = values[name] ?? 'other';
      const { body: before } = await scim('GET', path);
      const sent = await scim('PUT', path, { body: { ...before, [name]: value } });
      const { body: after } = await scim('GET', path);
      const isTaken = JSON.stringify(before[name]) !== JSON.stringify(after[name]);
      expect([name, isTaken, sent.status]).toEqual([
        name,
        mutability === 'readWrite',
        mutability === 'immutable' ? 400 : 200,
      ]);
      const taken = mutability === 'readWrite' ? value : before[name];
      expect({ [name]: after[name] }).toMatchObject({ [name]: taken });
    }
  });
});

describe('ServiceProviderConfig (R-SCM-12)', () => {
  test('promises what the service does', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const { body: config } = await scim('GET', '/ServiceProviderConfig');
    const path = userPath(await add(Role.Member));
    const { maxResults } = config['filter'];
    const many = await scim('GET', `/Users?count=${maxResults + 1}&filter=active eq true`);
    const list = (Array.isArray(many.body['Resources']) && many.body['Resources']) || [];
    expect([many.status, list.length]).toEqual([200, 2]);
    const patch = patchOf({ op: 'replace', path: 'externalId', value: 'e-1' });
    const patched = await scim('PATCH', path, { body: patch });
    const headers = { 'if-match': 'W/"none"' };
    const stale = await scim('PATCH', path, { body: patch, headers });
    const bulk = await scim('POST', '/Bulk', { body: { Operations: [] } });
    const password = await scim('PATCH', path, {
      body: patchOf({ op: 'replace', path: 'password', value: 'a password' }),
    });
    expect({
      patch: { supported: patched.status === 200 },
      etag: { supported: stale.status === 412 },
      bulk: { supported: bulk.status !== 501, maxOperations: 0, maxPayloadSize: 0 },
      changePassword: { supported: 'password' in password.body },
      sort: { supported: false },
    }).toEqual({
      patch: config['patch'],
      etag: config['etag'],
      bulk: config['bulk'],
      changePassword: config['changePassword'],
      sort: config['sort'],
    });
  });
});

describe('What other software sends (R-SCM-13)', () => {
  test('has times of changes, by which a delta import filters', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const [first, second] = [await add(Role.Member), await add(Role.Member)];
    const { body: before } = await scim('GET', userPath(first));
    const since = before['meta'].lastModified as string;
    const changed = await scim('PATCH', userPath(first), {
      body: patchOf({ op: 'replace', path: 'externalId', value: 'e-1' }),
    });
    expect(changed.body['meta'].lastModified > since).toBe(true);
    const { body: other } = await scim('GET', userPath(second));
    const listed = async (filter: string) => {
      const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      return body['Resources'].map(({ id }: ScimJson) => id);
    };
    const latest = other['meta'].lastModified as string;
    expect(await listed(`meta.lastModified gt "${latest}"`)).toEqual([first.member]);
    expect(await listed(`meta.lastModified ge "${latest}"`)).toContain(second.member);
    // A change of the account counts: its name and address are in the reply.
    const now = changed.body['meta'].lastModified as string;
    await second.api.users.update({
      params: { id: second.id },
      body: { firstName: 'Lia', lastName: 'Reis' },
    });
    expect(await listed(`meta.lastModified gt "${now}"`)).toEqual([second.member]);
  });

  test('selects sub-attributes, and searches users and groups at the root', async () => {
    const { scim, add, owner } = await createProvisionedOrganization(product);
    const { member } = await add(Role.Admin);
    const { body: user } = await scim('POST', '/Users', { body: fullUser() });
    const { id, schemas } = user;
    const at = (query: string) => scim('GET', `/Users/${id}?${query}`);
    expect((await at('attributes=name.givenName,emails.value')).body).toEqual({
      schemas,
      id,
      name: { givenName: 'Eva' },
      emails: [{ value: user['userName'] }],
    });
    const without = await at('excludedAttributes=name.formatted,meta,emails.primary');
    expect(without.body).not.toHaveProperty('meta');
    expect(without.body['name']).toEqual({ givenName: 'Eva', familyName: 'Reis' });
    const search = async (body: object) => {
      const reply = await scim('POST', '/.search', { body });
      const { totalResults, Resources = [] } = reply.body;
      return [totalResults, Resources.map((one: ScimJson) => one['id'])];
    };
    const all = [owner.member, member, id, 'admin', 'member', 'guest'];
    expect(await search({})).toEqual([6, all]);
    expect(await search({ startIndex: 3, count: 2 })).toEqual([6, all.slice(2, 4)]);
    expect(await search({ filter: `members eq "${member}"` })).toEqual([1, ['admin']]);
    expect(await search({ filter: 'meta.resourceType eq "Group"' })).toEqual([3, all.slice(3)]);
    expect(await scim('POST', '/.search', { body: { filter: 'nickName eq "x"' } })).toEqual(
      isError(400, 'invalidFilter'),
    );
    const filter = `id eq "admin" and members eq "${member}"`;
    const { body } = await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: 'admin' }] });
  });

  test('is answered 405 for other methods, and read as JSON without a content type', async () => {
    const { scim } = await createProvisionedOrganization(product);
    for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes', '/Users/1']) {
      const reply = await scim('POST', path, { body: {} });
      expect([path, reply]).toEqual([path, isError(405)]);
      expect(reply.headers['allow']).toContain('GET');
    }
    expect(await scim('DELETE', '/Users')).toEqual(isError(405));
    expect((await scim('POST', '/Users', { body: newScimUser(), type: '' })).status).toBe(201);
    expect(await scim('POST', '/Users', { body: '{', type: '' })).toEqual(isError(400));
  });
});
