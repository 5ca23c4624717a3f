import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { linkParameter, waitForMail } from '#server/identity/invitations/test/invitations.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { notificationTools } from '#server/platform/notifications/test/notifications.ts';
import { sharedApplication } from '#server/test/application.ts';
import {
  createProvisionedOrganization,
  isError,
  newScimUser,
  patchOf,
  scimClientOf,
  userPath,
} from './test/client.ts';

const product = await sharedApplication();
const { mailsTo } = notificationTools(product);
const { owner: store } = product.open;

const statusOf = async (id: string) => {
  const { rows } = await store.query<{ status: number; unaccepted: boolean }>(
    'select status, unaccepted from memberships where id = $1',
    [id],
  );
  return rows[0];
};

/** Returns the token of the last invitation to an address. */
const invitationTokenFor = async (email: string, count = 1) =>
  linkParameter(await waitForMail(product, email, { count }), 'i');

describe('Provisioning a user (R-SCM-03)', () => {
  test('answers the example of RFC 7644 §3.3 with its representation, location and version', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const userName = `bjensen-${randomUUID()}@example.com`;
    const created = await scim('POST', '/Users', {
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName,
        externalId: 'bjensen',
        name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      },
    });
    expect(created.status).toBe(201);
    const { id, meta } = created.body;
    expect(created.headers).toMatchObject({
      'content-type': expect.stringContaining('application/scim+json'),
      location: meta.location,
      etag: meta.version,
    });
    expect(created.body).toMatchObject({
      userName,
      externalId: 'bjensen',
      active: true,
      name: { givenName: 'Barbara', familyName: 'Jensen' },
      emails: [{ value: userName, primary: true }],
      groups: [{ value: 'member', display: 'Member' }],
      meta: { resourceType: 'User', location: expect.stringMatching(`/scim/v2/Users/${id}$`) },
    });
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(created.body);
  });

  test('invites by email: access begins when the person accepts', async () => {
    const { id, scim, seatsTaken } = await createProvisionedOrganization(product);
    const user = newScimUser();
    const { body } = await scim('POST', '/Users', { body: user });
    expect(await statusOf(body['id'])).toMatchObject({ status: MemberStatus.PendingInvitation });
    expect(await mailsTo(user.userName)).toHaveLength(1);
    expect(await seatsTaken()).toBe(2);
    const password = 'a password of Eva';
    const joined = await product.anyone.invitations.accept({
      params: { token: await invitationTokenFor(user.userName) },
      body: { email: user.userName, password, passwordConfirm: password },
    });
    expect(joined.user.currentTenant?.id).toBe(id);
    expect((await scim('GET', `/Users/${body['id']}`)).body).toMatchObject({ active: true });
  });

  test('never takes over an account that exists', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const person = await createTestUser(product);
    const { status, body } = await scim('POST', '/Users', {
      body: newScimUser({ userName: person.email }),
    });
    expect(status).toBe(201);
    expect(await statusOf(body['id'])).toMatchObject({ status: MemberStatus.PendingInvitation });
    // What the account has is not shown, and nothing of it changes.
    expect(body).toMatchObject({ name: { givenName: 'Eva' } });
    await expect(person.api.users.getCurrent()).resolves.toMatchObject({
      firstName: 'Rui',
      tenants: [],
    });
  });

  test('refuses members, invitations and requests that exist as duplicates', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    for (const status of Object.values(MemberStatus)) {
      const { email } = await add(Role.Member, { status });
      const body = newScimUser({ userName: email.toUpperCase() });
      expect(await scim('POST', '/Users', { body })).toEqual(isError(409, 'uniqueness'));
    }
  });

  test('refuses the seat beyond the plan, a userName that is no address, and no object', async () => {
    const { scim, seatsTaken } = await createProvisionedOrganization(product, 2);
    expect((await scim('POST', '/Users', { body: newScimUser() })).status).toBe(201);
    expect(await scim('POST', '/Users', { body: newScimUser() })).toEqual(isError(400));
    expect(await seatsTaken()).toBe(2);
    for (const userName of ['bjensen', '', 7, null]) {
      const refused = await scim('POST', '/Users', { body: newScimUser({ userName }) });
      expect(refused).toEqual(isError(400, 'invalidValue'));
    }
    for (const body of ['[', '[]', 'null', '"text"']) {
      expect(await scim('POST', '/Users', { body })).toEqual(isError(400, 'invalidSyntax'));
    }
  });

  test('of an inactive user sends nothing and takes no seat, until they are activated', async () => {
    const { scim, seatsTaken } = await createProvisionedOrganization(product);
    const user = newScimUser({ active: false });
    const { body } = await scim('POST', '/Users', { body: user });
    expect(body['active']).toBe(false);
    expect(await seatsTaken()).toBe(1);
    expect(await mailsTo(user.userName)).toEqual([]);
    const active = patchOf({ op: 'replace', path: 'active', value: true });
    await scim('PATCH', `/Users/${body['id']}`, { body: active });
    expect(await statusOf(body['id'])).toEqual({ status: 0, unaccepted: false });
    expect(await mailsTo(user.userName)).toHaveLength(1);
  });
});

describe('Deactivating over SCIM (R-SCM-04)', () => {
  const deactivate = patchOf({ op: 'replace', value: { active: false } });
  const activate = patchOf({ op: 'replace', value: { active: true } });

  test('ends access, frees the seat, and is undone by activating', async () => {
    const { scim, add, seatsTaken } = await createProvisionedOrganization(product);
    const member = await add(Role.Admin);
    const { body } = await scim('PATCH', userPath(member), { body: deactivate });
    expect(body['active']).toBe(false);
    await expect(member.api.tenants.getCurrent()).rejects.toMatchObject({ code: 'notFound' });
    expect(await seatsTaken()).toBe(1);
    await scim('PATCH', userPath(member), { body: activate });
    await expect(member.api.tenants.getCurrent()).resolves.toMatchObject({
      currentUser: { role: Role.Admin },
    });
  });

  test('of an invitation ends its link, and activating needs acceptance again', async () => {
    const { scim, owner } = await createProvisionedOrganization(product);
    const user = newScimUser();
    const { body } = await scim('POST', '/Users', { body: user });
    const former = await invitationTokenFor(user.userName);
    await scim('PATCH', `/Users/${body['id']}`, { body: deactivate });
    expect(await statusOf(body['id'])).toEqual({ status: 3, unaccepted: true });
    await expect(
      product.anyone.invitations.get({ params: { token: former } }),
    ).rejects.toMatchObject({ code: 'notFound' });
    await expect(
      owner.api.members.reactivate({ params: { id: body['id'] } }),
    ).resolves.toMatchObject({ status: MemberStatus.PendingInvitation });
    const token = await invitationTokenFor(user.userName, 2);
    await expect(product.anyone.invitations.get({ params: { token } })).resolves.toMatchObject({
      invitation: { user: { email: user.userName } },
    });
  });

  test('refuses the last owner and a seat beyond the plan', async () => {
    const { scim, owner, add, owners } = await createProvisionedOrganization(product, 2);
    expect(await scim('PATCH', userPath(owner), { body: deactivate })).toEqual(isError(400));
    expect(await scim('DELETE', userPath(owner))).toEqual(isError(400, 'mutability'));
    expect(await owners()).toBe(1);
    const away = await add(Role.Member, { status: MemberStatus.Inactive });
    await add(Role.Member);
    expect(await scim('PATCH', userPath(away), { body: activate })).toEqual(isError(400));
  });

  test('removes with DELETE, once', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const member = await add(Role.Member);
    expect((await scim('DELETE', userPath(member))).status).toBe(204);
    expect(await scim('DELETE', userPath(member))).toEqual(isError(404));
    expect(await scim('GET', userPath(member))).toEqual(isError(404));
    await expect(member.api.users.getCurrent()).resolves.toMatchObject({ tenants: [] });
  });

  test('never changes the address, and changes names of the membership only', async () => {
    const { scim, add } = await createProvisionedOrganization(product);
    const member = await add(Role.Member);
    const other = { ...newScimUser(), externalId: 'e-7' };
    expect(await scim('PUT', userPath(member), { body: other })).toEqual(
      isError(400, 'mutability'),
    );
    const body = { ...other, userName: member.email, phoneNumbers: [{ value: '+55 11 2' }] };
    expect((await scim('PUT', userPath(member), { body })).body).toMatchObject({
      externalId: 'e-7',
      name: { givenName: 'Eva', familyName: 'Reis' },
      phoneNumbers: [{ value: '+55 11 2' }],
    });
    await expect(member.api.users.getCurrent()).resolves.toMatchObject({ firstName: 'Rui' });
  });
});

describe('Groups (R-SCM-05)', () => {
  const named = ({ member }: { member: string }) => ({ value: member });

  test('are the roles: joining sets one, leaving sets Guest', async () => {
    const { scim, add, owner } = await createProvisionedOrganization(product);
    const [one, other] = [await add(Role.Member), await add(Role.Member)];
    const { body: list } = await scim('GET', '/Groups');
    expect(list['Resources'].map((group: { id: string }) => group.id)).toEqual([
      'admin',
      'member',
      'guest',
    ]);
    const join = patchOf({ op: 'add', path: 'members', value: [named(one), named(owner)] });
    const { body } = await scim('PATCH', '/Groups/admin', { body: join });
    expect(body['members'].map(({ value }: { value: string }) => value)).toEqual([one.member]);
    await expect(one.api.tenants.getCurrent()).resolves.toMatchObject({ currentUser: { role: 1 } });
    const leave = patchOf({ op: 'remove', path: `members[value eq "${one.member}"]` });
    await scim('PATCH', '/Groups/admin', { body: leave });
    await expect(one.api.tenants.getCurrent()).resolves.toMatchObject({ currentUser: { role: 3 } });
    await scim('PUT', '/Groups/member', { body: { displayName: 'Member', members: [named(one)] } });
    await expect(one.api.tenants.getCurrent()).resolves.toMatchObject({ currentUser: { role: 2 } });
    await expect(other.api.tenants.getCurrent()).resolves.toMatchObject({
      currentUser: { role: 3 },
    });
    await expect(owner.api.tenants.getCurrent()).resolves.toMatchObject({
      currentUser: { role: 0 },
    });
  });

  test('can’t be created, renamed or deleted, and take known members only', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const create = (displayName: string) => scim('POST', '/Groups', { body: { displayName } });
    expect(await create('admin')).toEqual(isError(409, 'uniqueness'));
    expect(await create('Traders')).toEqual(isError(403));
    const rename = await scim('PUT', '/Groups/admin', { body: { displayName: 'Traders' } });
    expect(rename).toEqual(isError(400, 'mutability'));
    expect(await scim('DELETE', '/Groups/admin')).toEqual(isError(403));
    expect(await scim('GET', '/Groups/owner')).toEqual(isError(404));
    const body = patchOf({ op: 'add', path: 'members', value: [{ value: randomUUID() }] });
    expect(await scim('PATCH', '/Groups/guest', { body })).toEqual(isError(400, 'invalidValue'));
  });
});

describe('Tokens (R-SCM-01, R-SCM-02)', () => {
  test('are two at most: the next one works before the former is revoked', async () => {
    const { owner, scim, tokenId, token } = await createProvisionedOrganization(product);
    const next = await owner.api.scim.createToken({ body: { days: 365 } });
    const second = scimClientOf(product, next.token);
    for (const client of [scim, second]) expect((await client('GET', '/Users')).status).toBe(200);
    await expect(owner.api.scim.createToken({ body: { days: 90 } })).rejects.toMatchObject({
      code: 'scim.tokenLimit',
    });
    const listed = await owner.api.scim.getTokens();
    expect(listed.map(({ id }) => id)).toEqual([next.id, tokenId]);
    expect(listed[0]?.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(listed)).not.toContain(token);
    await owner.api.scim.revokeToken({ params: { id: tokenId } });
    expect(await scim('GET', '/Users')).toEqual(isError(401));
    expect((await second('GET', '/Users')).status).toBe(200);
  });

  test('are refused when missing, wrong, expired, of another kind or of another organization', async () => {
    const { token, tokenId, scim, owner } = await createProvisionedOrganization(product);
    const other = await createProvisionedOrganization(product);
    const tenantOf = (of: string) => of.split('_')[1] ?? '';
    const session = (owner.headers['authorization'] ?? '').replace('Bearer ', '');
    const wrong = [
      '',
      `${token}x`,
      token.slice(0, -1),
      token.replace(tenantOf(token), tenantOf(other.token)),
      session,
      `scim_${'0'.repeat(32)}_${'a'.repeat(43)}`,
    ];
    for (const one of wrong) {
      const refused = await scimClientOf(product, one)('GET', '/Users');
      expect(refused).toEqual(isError(401));
      expect(refused.headers['www-authenticate']).toContain('Bearer');
    }
    await store.query('update scim_tokens set expires_at = now() where id = $1', [tokenId]);
    expect(await scim('GET', '/Users')).toEqual(isError(401));
    // It opens nothing else.
    await expect(
      product.callerOf({ authorization: `Bearer ${other.token}` }).users.getCurrent(),
    ).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('work only while the organization is entitled and not suspended', async () => {
    const { id, scim } = await createProvisionedOrganization(product);
    await store.query(
      `update tenants set suspended_at = now(), suspension_reason = 'x' where id = $1`,
      [id],
    );
    expect(await scim('GET', '/Users')).toEqual(isError(403));
    await store.query(
      'update tenants set suspended_at = null, suspension_reason = null where id = $1',
      [id],
    );
    await store.query('delete from tenant_products where tenant_id = $1', [id]);
    expect(await scim('GET', '/Users')).toEqual(isError(403));
    const bare = await createTestOrganization(product);
    await store.query('delete from tenant_products where tenant_id = $1', [bare.id]);
    await expect(bare.owner.api.scim.getTokens()).rejects.toMatchObject({ code: 'access.tier' });
  });

  test('are for owners, who alone see them', async () => {
    const { add, tokenId } = await createProvisionedOrganization(product);
    const admin = await add(Role.Admin);
    for (const call of [
      () => admin.api.scim.getTokens(),
      () => admin.api.scim.createToken({ body: { days: 90 } }),
      () => admin.api.scim.revokeToken({ params: { id: tokenId } }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'tenant.onlyOwner' });
    }
  });
});

test('A read-only organization refuses every change but deactivation and removal (R-SCM-15)', async () => {
  const { id, scim, add } = await createProvisionedOrganization(product);
  const [one, other] = [await add(Role.Member), await add(Role.Guest)];
  await store.query(`update tenant_products set status = 'paused' where tenant_id = $1`, [id]);
  const { body: user } = await scim('GET', userPath(one));
  const members = [{ value: one.member }];
  const change = (value: object) => ({ body: patchOf({ op: 'replace', value }) });
  for (const refused of [
    await scim('POST', '/Users', { body: newScimUser({ active: false }) }),
    await scim('PUT', userPath(one), { body: { ...user, displayName: 'Eva' } }),
    await scim('PUT', '/Groups/admin', { body: { members } }),
    await scim('PUT', '/Groups/member', { body: { members: [] } }),
  ])
    expect(refused).toEqual(isError(403));
  expect((await scim('GET', userPath(one))).body).toEqual(user);
  expect((await scim('PUT', userPath(one), { body: user })).status).toBe(200);
  expect((await scim('PUT', '/Groups/member', { body: { members } })).status).toBe(200);
  const leave = change({ active: false, displayName: 'Eva' });
  expect((await scim('PATCH', userPath(one), leave)).body).toMatchObject({ active: false });
  expect(await scim('PATCH', userPath(one), change({ active: true }))).toEqual(isError(403));
  expect((await scim('DELETE', userPath(other))).status).toBe(204);
});

describe('Isolation and the log (R-SCM-08, R-SEC-02)', () => {
  test('users of other organizations are 404, and in no list', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const there = await createTestOrganization(product);
    const stranger = await there.add(Role.Member);
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const body =
        method === 'PATCH'
          ? patchOf({ op: 'replace', path: 'active', value: false })
          : { userName: stranger.email };
      const options = method === 'PUT' || method === 'PATCH' ? { body } : {};
      expect(await scim(method, userPath(stranger), options)).toEqual(isError(404));
    }
    for (const id of ['me', '1', "' or true --"]) {
      expect(await scim('GET', `/Users/${encodeURIComponent(id)}`)).toEqual(isError(404));
    }
    const { body } = await scim('GET', `/Users?filter=userName eq "${stranger.email}"`);
    expect(body['totalResults']).toBe(0);
    const members = patchOf({ op: 'add', path: 'members', value: [{ value: stranger.member }] });
    expect((await scim('PATCH', '/Groups/admin', { body: members })).status).toBe(400);
    await expect(stranger.api.tenants.getCurrent()).resolves.toMatchObject({
      currentUser: { role: 2 },
    });
  });

  test('names the service and the beginning of its token in the audit log, and never the token', async () => {
    const { owner, scim, token } = await createProvisionedOrganization(product);
    const { body } = await scim('POST', '/Users', { body: newScimUser() });
    const { items } = await owner.api.audit.getAll();
    const entry = items.find(({ targetId }) => targetId === body['id']);
    expect(entry).toMatchObject({
      action: 'member.created',
      actor: null,
      service: `SCIM scim_…${token.split('_').slice(2).join('_').slice(0, 6)}`,
    });
    expect(JSON.stringify(items)).not.toContain(token);
    expect(items.find(({ action }) => action === 'scimToken.created')).toMatchObject({
      actor: { id: owner.id },
      service: null,
    });
  });
});
