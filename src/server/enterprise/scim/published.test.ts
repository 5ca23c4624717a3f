import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { runInTransaction } from '#server/platform/database/test/rows.ts';
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

/** Adds members to an organization, without the trigger that counts seats, which is slow. */
const addMembers = async (tenant: string, count: number) => {
  const client = await product.open.owner.connect();
  await runInTransaction(
    client,
    'set local session_replication_role = replica',
    `with people as (
       insert into users (email, first_name)
       select '${randomUUID()}' || n || '@example.com', 'Ana' from generate_series(1, ${count}) n
       returning id
     )
     insert into memberships (tenant_id, user_id, role, status, joined)
     select '${tenant}', id, 2, 2, 1 from people`,
  );
  client.release();
};

describe('ServiceProviderConfig (R-SCM-12)', () => {
  const configured = async () => {
    const organization = await createProvisionedOrganization(product);
    const { body: config } = await organization.scim('GET', '/ServiceProviderConfig');
    return { ...organization, config };
  };

  test('promises filters, and the maximum of results of any list', async () => {
    const { scim, config, id } = await configured();
    const { maxResults } = config['filter'];
    await addMembers(id, maxResults);
    const sent = { count: maxResults + 1 };
    const lists = await Promise.all([
      scim('GET', `/Users?count=${sent.count}`),
      scim('GET', `/Users?count=${sent.count}&filter=active eq true`),
      scim('POST', '/.search', { body: sent }),
    ]);
    for (const { status, body } of lists) {
      expect([status, body['itemsPerPage'], body['Resources'].length]).toEqual([
        200,
        maxResults,
        maxResults,
      ]);
      expect(body['totalResults']).toBeGreaterThan(maxResults);
    }
    const none = await scim('GET', '/Users?filter=active eq false');
    expect([config['filter'].supported, none.body['totalResults']]).toEqual([true, 0]);
  });

  test('promises no order: a list that should be sorted is in its own', async () => {
    const { scim, config } = await configured();
    for (const letter of ['b', 'c', 'a']) {
      const body = newScimUser({ userName: `${letter}${randomUUID()}@example.com` });
      await scim('POST', '/Users', { body });
    }
    const namesOf = async (query: string) => {
      const { status, body } = await scim('GET', `/Users?${query}`);
      expect(status).toBe(200);
      return body['Resources'].map((one: ScimJson) => one['userName'] as string) as string[];
    };
    const own = await namesOf('');
    const asked = await namesOf('sortBy=userName&sortOrder=descending');
    expect(own.toSorted().toReversed()).not.toEqual(own);
    expect(config['sort']).toEqual({ supported: String(asked) !== String(own) });
  });

  test('promises no operations in bulk: they are refused, and none is done', async () => {
    const { scim, config } = await configured();
    const operation = { method: 'POST', path: '/Users', bulkId: '1', data: newScimUser() };
    const bulk = await scim('POST', '/Bulk', { body: { Operations: [operation] } });
    expect(config['bulk']).toEqual({ supported: false, maxOperations: 0, maxPayloadSize: 0 });
    expect(bulk).toEqual(isError(501));
    expect((await scim('GET', '/Users')).body['totalResults']).toBe(1);
  });

  test('promises what the service does with one resource', async () => {
    const { scim, add, config } = await configured();
    const path = userPath(await add(Role.Member));
    const patch = patchOf({ op: 'replace', path: 'externalId', value: 'e-1' });
    const patched = await scim('PATCH', path, { body: patch });
    const stale = await scim('PATCH', path, { body: patch, headers: { 'if-match': 'W/"none"' } });
    const known = { 'if-none-match': String(patched.headers['etag']) };
    const unchanged = await scim('GET', path, { headers: known });
    const password = await scim('PATCH', path, {
      body: patchOf({ op: 'replace', path: 'password', value: 'a password' }),
    });
    expect({
      patch: { supported: patched.status === 200 },
      etag: { supported: stale.status === 412 && unchanged.status === 304 },
      changePassword: { supported: 'password' in password.body },
    }).toEqual({
      patch: config['patch'],
      etag: config['etag'],
      changePassword: config['changePassword'],
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
    const without = await at('excludedAttributes=name.givenName,meta,emails.primary');
    expect(without.body).not.toHaveProperty('meta');
    expect(without.body['name']).toEqual({ familyName: 'Reis' });
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
