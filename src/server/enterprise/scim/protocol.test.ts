import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { sharedApplication } from '#server/test/application.ts';
import {
  createProvisionedOrganization,
  isError,
  newScimUser,
  patchOf,
  userPath,
  type ScimJson,
  type ScimTestClient,
} from './test/client.ts';

/** The protocol: examples of RFC 7644 §3, and requests as Entra ID and Okta document them (R-SCM-06). */
const product = await sharedApplication();

const listOf = async (scim: ScimTestClient, path: string) => {
  const { status, body } = await scim('GET', path);
  expect(status).toBe(200);
  return body as {
    totalResults: number;
    startIndex: number;
    itemsPerPage: number;
    Resources: ScimJson[];
  };
};
const filterUsers = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`;

describe('Discovery (RFC 7644 §4)', () => {
  test('describes the service, its schemas and types', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const { body } = await scim('GET', '/ServiceProviderConfig');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = await listOf(scim, '/ResourceTypes');
    expect(types.Resources.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups']);
    const schemas = await listOf(scim, '/Schemas');
    for (const { id } of schemas.Resources) {
      expect((await scim('GET', `/Schemas/${id}`)).body).toMatchObject({ id });
    }
    expect(await scim('GET', '/Schemas/urn:unknown')).toEqual(isError(404));
    expect((await scim('GET', '/ResourceTypes/User')).body).toMatchObject({ name: 'User' });
  });

  test('says what is not supported', async () => {
    const { scim } = await createProvisionedOrganization(product);
    expect(await scim('GET', '/Me')).toEqual(isError(501));
    expect(await scim('POST', '/Bulk', { body: {} })).toEqual(isError(501));
    expect(await scim('GET', '/Robots')).toEqual(isError(404));
    const text = await scim('POST', '/Users', { body: 'a', type: 'text/plain' });
    expect(text).toEqual(isError(415));
  });
});

describe('Lists (RFC 7644 §3.4.2)', () => {
  test('have pages of the requested size, by age', async () => {
    const { scim, add, owner } = await createProvisionedOrganization(product);
    const members = [owner];
    for (let count = 0; count < 4; count += 1) members.push(await add(Role.Member));
    await add(Role.Member, { status: MemberStatus.PendingAcceptance });
    const seen: string[] = [];
    for (const startIndex of [1, 3, 5, 7]) {
      const page = await listOf(scim, `/Users?startIndex=${startIndex}&count=2`);
      expect(page).toMatchObject({ totalResults: 5, startIndex });
      expect(page.itemsPerPage).toBe(page.Resources.length);
      seen.push(...page.Resources.map(({ id }) => id));
    }
    expect(seen).toEqual(members.map(({ member }) => member));
    expect(await listOf(scim, '/Users?count=0')).toMatchObject({ totalResults: 5, Resources: [] });
    expect(await listOf(scim, '/Users?startIndex=-3&count=-1')).toMatchObject({ startIndex: 1 });
    expect(await listOf(scim, '/Users?count=100000')).toMatchObject({ itemsPerPage: 5 });
    expect(await scim('GET', '/Users?startIndex=one')).toEqual(isError(400));
  });

  test('are filtered as clients write it', async () => {
    const { scim, owner, add } = await createProvisionedOrganization(product);
    const away = await add(Role.Guest, { status: MemberStatus.Inactive });
    const externalId = `e-${randomUUID()}`;
    const sent = newScimUser({ externalId, displayName: 'Reis, Eva' });
    const { body: eva } = await scim('POST', '/Users', { body: sent });
    const idsOf = async (filter: string) =>
      (await listOf(scim, filterUsers(filter))).Resources.map(({ id }) => id);
    const { id, userName } = eva;
    const exact: Record<string, string[]> = {
      [`userName eq "${userName}"`]: [id],
      [`USERNAME Eq "${userName.toUpperCase()}"`]: [id],
      [`externalId eq "${externalId}"`]: [id],
      [`externalId eq "${externalId.toUpperCase()}"`]: [],
      [`id eq "${id}"`]: [id],
      [`emails eq "${userName}"`]: [id],
      [`emails.value eq "${userName}"`]: [id],
      [`emails[type eq "work" and value eq "${userName}"]`]: [id],
      [`emails[type eq "home"]`]: [],
      [`urn:ietf:params:scim:schemas:core:2.0:User:userName sw "${userName.slice(0, 9)}"`]: [id],
      [`name.givenName eq "eva" and name.familyName ew "EIS"`]: [id],
      [`displayName co "IS, e"`]: [id],
      'displayName pr': [id],
      'externalId pr': [id],
      'not (externalId pr)': [owner.member, away.member],
      'active eq false': [away.member],
      'active eq "False"': [away.member],
      'active ne false': [owner.member, id],
      [`active eq true and (userName eq "${userName}" or externalId eq "none")`]: [id],
      [`userName ne "${userName}" and active eq true`]: [owner.member],
      'meta.created gt "2020-01-01T00:00:00Z"': [owner.member, away.member, id],
      'meta.created lt "2020-01-01T00:00:00Z"': [],
    };
    for (const [filter, expected] of Object.entries(exact)) {
      expect([filter, await idsOf(filter)]).toEqual([filter, expected]);
    }
    const search = await scim('POST', '/Users/.search', {
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        attributes: ['displayName', 'userName'],
        filter: `userName eq "${userName}"`,
        startIndex: 1,
        count: 10,
      },
    });
    expect(search.body['Resources']).toEqual([
      { schemas: eva['schemas'], id, userName, displayName: 'Reis, Eva' },
    ]);
  });

  test.each([
    'userName',
    'userName eq',
    'userName eq eva',
    'userName eq "a',
    'userName xx "a"',
    'password eq "x"',
    'users.password_hash co "argon2"',
    'constructor eq "x"',
    '__proto__ eq "x"',
    'toString pr',
    'userName eq "a" or 1=1',
    `userName eq "' or true --"; drop table users`,
    'active gt true',
    'meta.created eq "yesterday"',
    'userName eq "\\u0000"',
    `${'('.repeat(400)}userName pr${')'.repeat(400)} and x pr`,
    `userName eq "${'a'.repeat(2_000)}"`,
  ])('refuse the filter %s', async (filter) => {
    const { scim } = await createProvisionedOrganization(product);
    expect(await scim('GET', filterUsers(filter))).toEqual(isError(400, 'invalidFilter'));
  });

  test.each([
    `userName eq "' or true --"`,
    'userName co "%"',
    'userName sw "_"',
    String.raw`displayName eq "\") or (\"1\" eq \"1"`,
  ])('compare text literally: %s finds no one', async (filter) => {
    const { scim } = await createProvisionedOrganization(product);
    expect(await listOf(scim, filterUsers(filter))).toMatchObject({ totalResults: 0 });
  });

  test('of groups are filtered by name, and leave out members on request', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const { member } = await add(Role.Admin);
    const found = await listOf(
      scim,
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Admin"')}`,
    );
    expect(found.Resources).toMatchObject([{ id: 'admin', displayName: 'Admin' }]);
    expect(found.Resources[0]).not.toHaveProperty('members');
    const withMember = encodeURIComponent(`members.value eq "${member}"`);
    expect(await listOf(scim, `/Groups?filter=${withMember}`)).toMatchObject({
      Resources: [{ id: 'admin', members: [{ value: member }] }],
    });
    expect(await scim('GET', '/Groups?filter=displayName')).toEqual(isError(400, 'invalidFilter'));
  });
});

describe('Versions (RFC 7644 §3.14)', () => {
  test('answer 304 to the one that the client has, and 412 to a change of another', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const member = await add(Role.Member);
    const path = userPath(member);
    const { headers } = await scim('GET', path);
    const etag = String(headers['etag']);
    const known = await scim('GET', path, { headers: { 'if-none-match': etag } });
    expect(known.status).toBe(304);
    const rename = (givenName: string) =>
      patchOf({ op: 'replace', value: { name: { givenName } } });
    const changed = await scim('PATCH', path, {
      body: rename('Bia'),
      headers: { 'if-match': etag },
    });
    expect(changed.body).toMatchObject({ name: { givenName: 'Bia' } });
    const late = { body: rename('Lia'), headers: { 'if-match': etag } };
    expect(await scim('PATCH', path, late)).toEqual(isError(412));
    expect(await scim('DELETE', path, { headers: { 'if-match': etag } })).toEqual(isError(412));
    const current = { 'if-match': String(changed.headers['etag']) };
    expect((await scim('DELETE', path, { headers: current })).status).toBe(204);
  });

  test('let one of concurrent changes of a version take effect', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const path = userPath(await add(Role.Member));
    const headers = { 'if-match': String((await scim('GET', path)).headers['etag']) };
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        scim('PATCH', path, {
          headers,
          body: patchOf({ op: 'replace', path: 'externalId', value: `e-${n}` }),
        }),
      ),
    );
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });
});

describe('The requests of Entra ID', () => {
  test('look a user up, create, change, soft-delete, restore and delete it', async () => {
    const { scim, seatsTaken } = await createProvisionedOrganization(product);
    // The connection test: a user that can't exist.
    expect(await listOf(scim, filterUsers(`userName eq "${randomUUID()}"`))).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const userName = `Test_User_${randomUUID()}@example.com`;
    const { status, body } = await scim('POST', '/Users', {
      body: {
        schemas: [
          'urn:ietf:params:scim:schemas:core:2.0:User',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
        ],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName,
        active: true,
        emails: [{ primary: true, type: 'work', value: userName }],
        meta: { resourceType: 'User' },
        name: {
          formatted: 'Givenname Familyname',
          familyName: 'Familyname',
          givenName: 'Givenname',
        },
        roles: [],
      },
    });
    expect(status).toBe(201);
    const path = `/Users/${body['id']}`;
    expect(await listOf(scim, filterUsers(`userName eq "${userName}"`))).toMatchObject({
      totalResults: 1,
      Resources: [{ id: body['id'], active: true }],
    });
    const multi = await scim('PATCH', path, {
      body: patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: userName },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555 0100' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Sales',
        },
        { op: 'Replace', value: { 'name.givenName': 'updatedGivenName', displayName: 'x' } },
      ),
    });
    expect(multi.body).toMatchObject({
      userName: body['userName'],
      name: { givenName: 'updatedGivenName', familyName: 'updatedFamilyName' },
      displayName: 'x',
      phoneNumbers: [{ value: '+1 555 0100' }],
    });
    const disable = patchOf({ op: 'Replace', path: 'active', value: 'False' });
    expect((await scim('PATCH', path, { body: disable })).body['active']).toBe(false);
    expect(await seatsTaken()).toBe(1);
    const enable = patchOf({ op: 'Replace', path: 'active', value: 'True' });
    expect((await scim('PATCH', path, { body: enable })).body['active']).toBe(true);
    expect((await scim('DELETE', path)).status).toBe(204);
  });

  test('find a group without members, add one and remove one by its value', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const { member: value } = await add(Role.Guest);
    const group = (await scim('GET', '/Groups/admin?excludedAttributes=members')).body;
    expect(group).not.toHaveProperty('members');
    const change = (op: string) =>
      scim('PATCH', '/Groups/admin', {
        body: patchOf({ op, path: 'members', value: [{ $ref: null, value }] }),
      });
    expect((await change('Add')).body['members']).toMatchObject([{ value }]);
    expect((await change('Remove')).body['members']).toEqual([]);
  });
});

describe('The requests of Okta', () => {
  test('look a user up, create, replace, deactivate and reactivate it', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const userName = `${randomUUID()}@example.com`;
    const lookup = await listOf(
      scim,
      `${filterUsers(`userName eq "${userName}"`)}&startIndex=1&count=100`,
    );
    expect(lookup).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0 });
    const created = await scim('POST', '/Users', {
      type: 'application/scim+json; charset=utf-8',
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName,
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: userName, type: 'work' }],
        displayName: 'Test User',
        locale: 'en-US',
        externalId: '00ujl29u0le5T6Aj10h7',
        groups: [],
        password: '1mz050nq',
        active: true,
      },
    });
    expect(created.status).toBe(201);
    expect(JSON.stringify(created.body)).not.toContain('1mz050nq');
    const { id } = created.body;
    const profile = (await scim('GET', `/Users/${id}`)).body;
    const replaced = await scim('PUT', `/Users/${id}`, {
      body: { ...profile, name: { givenName: 'Another', familyName: 'User' } },
    });
    expect(replaced.body).toMatchObject({ id, name: { givenName: 'Another' } });
    const setActive = (active: boolean) =>
      scim('PATCH', `/Users/${id}`, { body: patchOf({ op: 'replace', value: { active } }) });
    expect((await setActive(false)).body['active']).toBe(false);
    expect((await setActive(true)).body['active']).toBe(true);
  });

  test('link a group, and push its members', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const { member: value } = await add(Role.Member);
    const { Resources: all } = await listOf(scim, '/Groups?startIndex=1&count=100');
    expect(all).toHaveLength(3);
    const push = patchOf(
      { op: 'replace', value: { id: 'guest', displayName: 'Guest' } },
      { op: 'replace', path: 'members', value: [{ value, display: 'x@example.com' }] },
    );
    const { status, body } = await scim('PATCH', '/Groups/guest', { body: push });
    expect(status).toBe(200);
    expect(body['members']).toMatchObject([{ value }]);
  });
});

describe('PATCH of a group', () => {
  test('removes the members that a filter names by their ids, and refuses other filters (R-SCM-05)', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const [one, two, three] = [await add(Role.Admin), await add(Role.Admin), await add(Role.Admin)];
    const path = `members[value eq "${one.member}" or value eq "${two.member.toUpperCase()}"]`;
    const removed = await scim('PATCH', '/Groups/admin', { body: patchOf({ op: 'remove', path }) });
    expect(removed.body['members']).toMatchObject([{ value: three.member }]);
    for (const filter of ['display eq "Ana"', 'value sw "0"', 'not (value eq "0")']) {
      const body = patchOf({ op: 'remove', path: `members[${filter}]` });
      expect(await scim('PATCH', '/Groups/admin', { body })).toEqual(isError(400));
    }
    const added = patchOf({ op: 'add', path: `members[value eq "${one.member}"]`, value: 'x' });
    expect(await scim('PATCH', '/Groups/admin', { body: added })).toEqual(isError(400));
  });
});

describe('PATCH refuses', () => {
  test.each([
    ['no operations', {}],
    ['an unknown operation', patchOf({ op: 'move', path: 'active', value: true })],
    ['an invalid path', patchOf({ op: 'replace', path: 'name..x[', value: 'x' })],
    ['a polluting path', patchOf({ op: 'add', path: '__proto__.admin', value: true })],
    ['removing nothing', patchOf({ op: 'remove' })],
    ['an invalid value', patchOf({ op: 'replace', path: 'active', value: 'perhaps' })],
    ['removing the userName', patchOf({ op: 'remove', path: 'userName' })],
    [
      'more operations than a change of a user needs',
      patchOf(
        ...Array.from({ length: 101 }, () => ({ op: 'replace', path: 'externalId', value: 'e' })),
      ),
    ],
    [
      'more values than a user has, also when a later operation removes them',
      patchOf(
        {
          op: 'add',
          path: 'phoneNumbers',
          value: Array.from({ length: 21 }, (_, n) => ({ value: `${n}` })),
        },
        { op: 'remove', path: 'phoneNumbers' },
      ),
    ],
  ])('%s', async (_what, body) => {
    const { scim, add } = await createProvisionedOrganization(product);
    const member = await add(Role.Member);
    const before = (await scim('GET', userPath(member))).body;
    expect(await scim('PATCH', userPath(member), { body })).toEqual(isError(400));
    expect((await scim('GET', userPath(member))).body).toEqual(before);
    expect({}).not.toHaveProperty('admin');
  });
});
