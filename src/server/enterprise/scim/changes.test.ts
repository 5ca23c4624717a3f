import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { notificationTools } from '#server/platform/notifications/test/notifications.ts';
import { sharedApplication } from '#server/test/application.ts';
import {
  createProvisionedOrganization,
  isError,
  newScimUser,
  patchOf,
  userPath,
  type ScimJson,
} from './test/client.ts';

const product = await sharedApplication();
const { mailsTo } = notificationTools(product);
const disable = patchOf({ op: 'Replace', path: 'active', value: 'False' });

describe('What is not sent stays as it is (R-SCM-09)', () => {
  type Change = { method: 'PUT' | 'PATCH'; body: object };
  const put = (body: object): Change => ({ method: 'PUT', body });
  const patch = (...operations: object[]): Change => ({
    method: 'PATCH',
    body: patchOf(...operations),
  });

  const changes: [string, (email: string) => Change, number][] = [
    ['a PUT without active', (userName) => put({ userName, name: { givenName: 'Eva' } }), 200],
    ['a PUT with active null', (userName) => put({ userName, active: null }), 200],
    ['a PUT with active ""', (userName) => put({ userName, active: '' }), 400],
    [
      'a PATCH of a name',
      () => patch({ op: 'replace', path: 'name.givenName', value: 'Eva' }),
      200,
    ],
    ['a PATCH to null', () => patch({ op: 'Replace', path: 'active', value: null }), 400],
    ['a PATCH to ""', () => patch({ op: 'Replace', path: 'active', value: '' }), 400],
    ['a PATCH without a value', () => patch({ op: 'Replace', path: 'active' }), 400],
    ['an addition of null', () => patch({ op: 'Add', path: 'active', value: null }), 400],
    ['a removal', () => patch({ op: 'Remove', path: 'active' }), 400],
    ['null in an object', () => patch({ op: 'replace', value: { active: null } }), 400],
    ['another type', () => patch({ op: 'replace', path: 'active', value: 1 }), 400],
  ];

  test.each(changes)('%s restores no access', async (_what, change, status) => {
    const { scim, add, seatsTaken } = await createProvisionedOrganization(product);
    const member = await add(Role.Admin);
    const invited = newScimUser();
    const { body: invitation } = await scim('POST', '/Users', { body: invited });
    await scim('PATCH', userPath(member), { body: disable });
    await scim('PATCH', `/Users/${invitation['id']}`, { body: disable });
    for (const [path, email] of [
      [userPath(member), member.email],
      [`/Users/${invitation['id']}`, invited.userName],
    ] as const) {
      const { method, body } = change(email);
      expect((await scim(method, path, { body })).status).toBe(status);
      expect((await scim('GET', path)).body).toMatchObject({ active: false });
    }
    await expect(member.api.tenants.getCurrent()).rejects.toMatchObject({ code: 'notFound' });
    expect(await mailsTo(invited.userName)).toHaveLength(1);
    expect(await seatsTaken()).toBe(1);
  });

  test('an active member stays active, and a group keeps its members without any named', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const member = await add(Role.Admin);
    const body = { userName: member.email };
    expect((await scim('PUT', userPath(member), { body })).body).toMatchObject({ active: true });
    await scim('PUT', '/Groups/admin', { body: { displayName: 'Admin' } });
    await scim('PATCH', '/Groups/admin', {
      body: patchOf({ op: 'Add', path: 'members', value: null }),
    });
    await expect(member.api.tenants.getCurrent()).resolves.toMatchObject({
      currentUser: { role: Role.Admin },
    });
  });
});

const full = {
  externalId: 'e-1',
  name: { givenName: 'Eva', familyName: 'Reis' },
  displayName: 'Reis, Eva',
  phoneNumbers: [
    { value: '+55 11 1', type: 'work' },
    { value: '+55 11 2', type: 'mobile', primary: true },
  ],
};
type Kept = Partial<Record<keyof typeof full, unknown>>;
const kept = ({ externalId, name, displayName, phoneNumbers }: ScimJson): Kept => ({
  ...(externalId && { externalId }),
  ...(name && { name }),
  ...(displayName && { displayName }),
  ...(phoneNumbers && { phoneNumbers }),
});

describe('What is answered with 200 was done (R-SCM-10)', () => {
  const { name, displayName, phoneNumbers, externalId } = full;
  const [work, mobile] = phoneNumbers;
  const remove = (path: string, value?: unknown) => [{ op: 'Remove', path, value }];
  const replace = (path: string, value: unknown) => [{ op: 'Replace', path, value }];

  const patches: [string, object[], Kept][] = [
    ['removes all numbers', remove('phoneNumbers'), { externalId, name, displayName }],
    [
      'removes a number by its type',
      remove('phoneNumbers[type eq "mobile"]'),
      { ...full, phoneNumbers: [work] },
    ],
    [
      'removes the value of a number',
      remove('phoneNumbers[type eq "work"].value'),
      { ...full, phoneNumbers: [mobile] },
    ],
    [
      'removes a number by its value',
      remove('phoneNumbers', [{ value: '+55 11 1' }]),
      { ...full, phoneNumbers: [mobile] },
    ],
    ['removes the name', remove('name'), { externalId, displayName, phoneNumbers }],
    ['removes a part of it', remove('name.familyName'), { ...full, name: { givenName: 'Eva' } }],
    ['empties a part', replace('name.familyName', ''), { ...full, name: { givenName: 'Eva' } }],
    [
      'empties a part in an object',
      replace('name', { givenName: '' }),
      { ...full, name: { familyName: 'Reis' } },
    ],
    ['removes the externalId', remove('externalId'), { name, displayName, phoneNumbers }],
    ['empties the externalId', replace('externalId', ''), { name, displayName, phoneNumbers }],
    ['removes the display name', remove('displayName'), { externalId, name, phoneNumbers }],
    ['changes the display name', replace('displayName', 'Eva'), { ...full, displayName: 'Eva' }],
    [
      'changes the value of a type',
      replace('phoneNumbers[type eq "mobile"].value', '+55 11 3'),
      { ...full, phoneNumbers: [work, { ...mobile, value: '+55 11 3' }] },
    ],
    [
      'adds a type',
      [{ op: 'Add', path: 'phoneNumbers[type eq "fax"].value', value: '+55 11 4' }],
      { ...full, phoneNumbers: [work, mobile, { value: '+55 11 4', type: 'fax' }] },
    ],
    [
      'has one primary number',
      [{ op: 'add', path: 'phoneNumbers', value: { value: '+55 11 5', primary: true } }],
      {
        ...full,
        phoneNumbers: [work, { ...mobile, primary: false }, { value: '+55 11 5', primary: true }],
      },
    ],
  ];

  test.each(patches)('a PATCH that %s', async (_what, operations, expected) => {
    const { scim } = await createProvisionedOrganization(product);
    const { body } = await scim('POST', '/Users', { body: newScimUser(full) });
    expect(kept(body)).toEqual(full);
    const path = `/Users/${body['id']}`;
    const changed = await scim('PATCH', path, { body: patchOf(...operations) });
    expect([changed.status, kept(changed.body)]).toEqual([200, expected]);
    expect((await scim('GET', path)).body).toEqual(changed.body);
  });

  const puts: [string, object, Kept][] = [
    ['without attributes', {}, {}],
    ['with null', { externalId: null, name: null, phoneNumbers: null }, {}],
    ['with empty values', { externalId: '', name: {}, phoneNumbers: [] }, {}],
    ['with a part of the name', { name: { familyName: 'Reis' } }, { name: { familyName: 'Reis' } }],
    ['with one number', { phoneNumbers: [mobile] }, { phoneNumbers: [mobile] }],
    ['with everything', full, full],
  ];

  test.each(puts)('a PUT %s', async (_what, values, expected) => {
    const { scim } = await createProvisionedOrganization(product);
    const { userName, ...created } = newScimUser(full);
    const { body } = await scim('POST', '/Users', { body: { ...created, userName } });
    const path = `/Users/${body['id']}`;
    const changed = await scim('PUT', path, { body: { userName, ...values } });
    expect([changed.status, kept(changed.body)]).toEqual([200, expected]);
    expect((await scim('GET', path)).body).toEqual(changed.body);
  });

  test('a number that is changed in the app is the one that it shows', async () => {
    const { scim, owner } = await createProvisionedOrganization(product);
    const { body } = await scim('POST', '/Users', { body: newScimUser(full) });
    const { id } = body;
    await expect(owner.api.members.get({ params: { id } })).resolves.toMatchObject({
      phone: mobile?.value,
    });
    const details = { role: Role.Member, firstName: 'Eva', lastName: 'Reis', phone: '+1 555' };
    await owner.api.members.update({ params: { id }, body: details });
    expect(kept((await scim('GET', `/Users/${id}`)).body)).toEqual({
      ...full,
      phoneNumbers: [work, { ...mobile, value: '+1 555' }],
    });
  });

  test('a number that was removed in the app takes no other with it', async () => {
    const { scim, owner } = await createProvisionedOrganization(product);
    const numbers = [work, { value: 'tel:+55-11-3', type: 'home' }];
    const body = newScimUser({ ...full, phoneNumbers: numbers });
    const { id } = (await scim('POST', '/Users', { body })).body;
    const details = { role: Role.Member, firstName: 'Eva', lastName: 'Reis', phone: '' };
    await owner.api.members.update({ params: { id }, body: details });
    const path = `/Users/${id}`;
    const named = patchOf({ op: 'replace', path: 'name.givenName', value: 'Lia' });
    for (const change of [disable, named, named]) {
      expect((await scim('PATCH', path, { body: change })).body).toMatchObject({
        phoneNumbers: numbers.slice(1),
      });
    }
    const removal = patchOf(...remove('phoneNumbers', [{ value: 'tel:+55-11-3' }]));
    expect((await scim('PATCH', path, { body: removal })).status).toBe(200);
    expect((await scim('GET', path)).body).not.toHaveProperty('phoneNumbers');
  });

  test.each([
    { op: 'replace', path: 'members' },
    { op: 'replace', path: 'members', value: null },
    { op: 'replace', path: 'members', value: '' },
    { op: 'replace', value: { members: null } },
    { op: 'replace', path: 'displayName' },
    { op: 'replace', path: 'id' },
  ])('refuses a change of a group without a value: %j', async (operation) => {
    const { scim, add } = await createProvisionedOrganization(product);
    const member = await add(Role.Admin);
    const answer = await scim('PATCH', '/Groups/admin', { body: patchOf(operation) });
    expect(answer.status).toBe(400);
    await expect(member.api.tenants.getCurrent()).resolves.toMatchObject({
      currentUser: { role: Role.Admin },
    });
  });

  const other = 'other@example.com';
  test.each([
    ['PATCH', patchOf({ op: 'Replace', path: 'emails[type eq "work"].value', value: other })],
    ['PATCH', patchOf({ op: 'Add', path: 'emails', value: [{ value: other }] })],
    ['PATCH', patchOf({ op: 'replace', path: 'groups', value: [{ value: 'admin' }] })],
    ['PATCH', patchOf({ op: 'replace', path: 'meta.version', value: 'W/"1"' })],
    ['PATCH', patchOf({ op: 'replace', path: 'emails[type eq "work"].primary', value: false })],
    ['PATCH', patchOf({ op: 'replace', path: 'emails[type eq "work"].type', value: 'home' })],
    ['PUT', { emails: [{ value: other, primary: true }] }],
    ['PUT', { userName: other }],
  ] as const)('refuses what it can’t change with mutability: %s %j', async (method, values) => {
    const { scim, add } = await createProvisionedOrganization(product);
    const { email: userName, ...member } = await add(Role.Member);
    const before = (await scim('GET', userPath(member))).body;
    const body = method === 'PUT' ? { userName, ...values } : values;
    expect(await scim(method, userPath(member), { body })).toEqual(isError(400, 'mutability'));
    expect((await scim('GET', userPath(member))).body).toEqual(before);
  });

  test('refuses a creation with another address, and accepts the same one', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const body = newScimUser({ emails: [{ value: other, type: 'work' }] });
    expect(await scim('POST', '/Users', { body })).toEqual(isError(400, 'mutability'));
    const { email: userName, ...member } = await add(Role.Member);
    const same = { userName, emails: [{ value: userName.toUpperCase(), type: 'work' }] };
    expect((await scim('PUT', userPath(member), { body: same })).status).toBe(200);
  });

  test.each([
    ['another name', { op: 'replace', path: 'displayName', value: 'Traders' }],
    ['an externalId, which it does not keep', { op: 'add', value: { externalId: 'g-1' } }],
  ])('refuses %s of a group', async (_what, operation) => {
    const { scim } = await createProvisionedOrganization(product);
    const body = patchOf(operation);
    expect(await scim('PATCH', '/Groups/admin', { body })).toEqual(isError(400, 'mutability'));
    const put = { displayName: 'Admin', externalId: 'g-1' };
    expect(await scim('PUT', '/Groups/admin', { body: put })).toEqual(isError(400));
  });
});
