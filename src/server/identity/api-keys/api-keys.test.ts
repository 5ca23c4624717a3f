import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { maxApiKeys } from '#contract/api-keys/api-keys.ts';
import { apiScopes, type ApiScope } from '#contract/api-keys/scopes.ts';
import { setPlanLimit } from '#server/billing/usage/test/limits.ts';
import { refusalOf } from '#server/identity/factors/test/factors.ts';
import {
  createTestOrganization,
  type TestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { recordStatements } from '#server/platform/database/test/statements.ts';
import { createSecret, tenantOfSecret } from '#server/platform/http/contract/api-key-secret.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { owner: store } = product.open;

const body = { description: 'PETR4', quantity: 1, price: 2.5, date: '2026-03-01' };
const everything: ApiScope[] = ['transactions:read', 'transactions:write', 'members:delete'];

/** Returns a client that sends a secret, and no tenant key. */
const clientOf = (secret: string, headers: Record<string, string> = {}) =>
  product.callerOf({ authorization: `Bearer ${secret}`, ...headers });

const createKey = async (
  { api }: TestOrganizationMember,
  wanted: { role?: 1 | 2 | 3; scopes?: ApiScope[]; days?: 30 | 90 | 365 | null } = {},
) => {
  const defaults = { name: 'Import', role: Role.Admin, scopes: everything, days: 90 } as const;
  const key = await api.apiKeys.create({ body: { ...defaults, ...wanted } });
  return { ...key, secret: key.key, client: clientOf(key.key) };
};

const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

const createOnPro = async () => {
  const organization = await createTestOrganization(product);
  const admin = await organization.add(Role.Admin);
  return { ...organization, admin };
};

/** Sends a request with a secret and returns its status and headers. */
const getAll = (secret: string) =>
  product.app.inject({
    url: '/api/Transaction/GetAll',
    headers: { authorization: `Bearer ${secret}` },
  });

describe('The secret of a key', () => {
  test('names its organization, ends with a checksum and is stored as a hash only (R-KEY-01)', async () => {
    const { id, owner } = await createOnPro();
    const { secret, prefix } = await createKey(owner);
    expect(secret).toMatch(/^prg_[\dA-Za-z]{60}$/);
    expect(tenantOfSecret(secret)).toBe(id);
    expect(secret.startsWith(prefix.slice(0, -1))).toBe(true);
    const { rows } = await store.query<{ row: string; hash: Buffer }>(
      'select to_jsonb(k)::text as row, token_hash as hash from api_keys k where tenant_id = $1',
      [id],
    );
    expect(rows[0]?.hash).toEqual(tokenHash(secret));
    expect(rows[0]?.row).not.toContain(secret.slice(12));
    const [listed] = await owner.api.apiKeys.getAll();
    expect(listed).not.toHaveProperty('key');
  });

  test('is refused without asking the database when it is mistyped (R-KEY-01)', async () => {
    const secret = createSecret('01a21933-ffe7-7fd5-a85a-ff7e35a72f99');
    const typos = [10, 40, 62].map((at) => {
      const wrong = secret[at] === 'a' ? 'b' : 'a';
      return secret.slice(0, at) + wrong + secret.slice(at + 1);
    });
    const { sent, stop } = recordStatements();
    for (const typo of [...typos, secret.slice(0, -1), `${secret}0`, 'prg_']) {
      expect(tenantOfSecret(typo)).toBeNull();
      expect(await codeOf(clientOf(typo).transactions.getAll())).toBe('apiKey.invalid');
    }
    stop();
    expect([...sent.keys()].filter((sql) => sql.includes('authorize_key'))).toEqual([]);
  });
});

describe('A key', () => {
  test('makes the calls of its scopes, without a tenant key (R-KEY-02)', async () => {
    const { owner } = await createOnPro();
    const { client } = await createKey(owner, { scopes: ['transactions:read'] });
    await owner.api.transactions.create({ body });
    expect((await client.transactions.getAll()).items).toHaveLength(1);
    const refusal = await refusalOf(client.transactions.create({ body }));
    expect([refusal.code, refusal.params]).toEqual([
      'apiKey.scope',
      { scope: 'transactions:write' },
    ]);
    expect(await codeOf(client.apiKeys.getAll())).toBe('apiKey.notAllowed');
    expect(await codeOf(client.users.getCurrent())).toBe('apiKey.notAllowed');
  });

  test('stays in its organization (R-KEY-03)', async () => {
    const [mine, other] = [await createOnPro(), await createOnPro()];
    const { secret } = await createKey(mine.owner);
    const elsewhere = clientOf(secret, { 'x-tenant-key': other.id });
    expect(await codeOf(elsewhere.transactions.getAll())).toBe('notFound');
    const here = clientOf(secret, { 'x-tenant-key': mine.id });
    await expect(here.transactions.create({ body })).resolves.toMatchObject({ quantity: 1 });
  });

  test('never has more rights than its role and its creator (R-KEY-03)', async () => {
    const { admin, owner, id } = await createOnPro();
    const guest = await createKey(owner, { role: Role.Guest });
    expect(await codeOf(guest.client.transactions.create({ body }))).toBe('tenant.onlyMember');
    const { client } = await createKey(admin);
    await client.transactions.create({ body });
    const setRole = (role: Role) =>
      store.query('update memberships set role = $2 where tenant_id = $3 and user_id = $1', [
        admin.id,
        role,
        id,
      ]);
    await setRole(Role.Guest);
    expect(await codeOf(client.transactions.create({ body }))).toBe('tenant.onlyMember');
    await setRole(Role.Admin);
    await client.transactions.create({ body });
    await owner.api.members.deactivate({ params: { id: admin.member } });
    expect(await codeOf(client.transactions.getAll())).toBe('apiKey.invalid');
    const listed = (await owner.api.apiKeys.getAll()).find(({ createdBy }) => createdBy === null);
    expect(listed).toMatchObject({ role: Role.Admin, expired: false });
    await owner.api.members.reactivate({ params: { id: admin.member } });
    await client.transactions.getAll();
    await store.query('update users set active = false where id = $1', [admin.id]);
    expect(await codeOf(client.transactions.getAll())).toBe('apiKey.invalid');
  });

  test('grants no more than Member, and only by inviting (R-KEY-02)', async () => {
    const { owner, add } = await createOnPro();
    const { client } = await createKey(owner, { scopes: [...apiScopes] });
    const names = { firstName: 'Rui', lastName: 'Alves' };
    const invite = (role: Role) =>
      client.invitations.invite({
        body: { ...names, role, email: `${crypto.randomUUID()}@example.com` },
      });
    const inviteMany = (role: Role) =>
      client.invitations.inviteMany({
        body: { role, addresses: [`${crypto.randomUUID()}@example.com`] },
      });
    for (const role of [Role.Owner, Role.Admin]) {
      expect(await codeOf(invite(role))).toBe('apiKey.inviteRole');
      expect(await codeOf(inviteMany(role))).toBe('apiKey.inviteRole');
    }
    for (const role of [Role.Member, Role.Guest]) {
      const { id } = await invite(role);
      await client.invitations.resend({ params: { id } });
      expect(await inviteMany(role)).toMatchObject([{ result: 'invited' }]);
    }
    const admin = await owner.api.invitations.invite({
      body: { ...names, role: Role.Admin, email: `${crypto.randomUUID()}@example.com` },
    });
    const params = { id: admin.id };
    expect(await codeOf(client.invitations.resend({ params }))).toBe('apiKey.inviteRole');

    const { member } = await add(Role.Member);
    const forPeople = [
      () => client.members.update({ params: { id: member }, body: { ...names, role: Role.Guest } }),
      () => client.members.reactivate({ params: { id: member } }),
      () => client.invitations.acceptUser({ params: { id: member }, body: { accepted: true } }),
      () =>
        client.invitations.updateSettings({
          body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
        }),
    ];
    for (const call of forPeople) expect(await codeOf(call())).toBe('apiKey.notAllowed');
  });

  test('is bound to the plan and the suspension of its organization (R-KEY-03)', async () => {
    const { owner, id } = await createOnPro();
    const { client } = await createKey(owner);
    await setPlanLimit(product, id, { tier: 1 });
    expect(await codeOf(client.transactions.getAll())).toBe('access.tier');
    await setPlanLimit(product, id, { tier: 3 });
    await store.query(
      `update tenants set suspended_at = now(), suspension_reason = 'Test' where id = $1`,
      [id],
    );
    expect(await codeOf(client.transactions.getAll())).toBe('tenant.suspended');
  });

  test('is refused once it expired (R-KEY-03)', async () => {
    const { owner } = await createOnPro();
    const { client, id } = await createKey(owner, { days: 30 });
    await store.query('update api_keys set expires_at = now() where id = $1', [id]);
    const refusal = await refusalOf(client.transactions.getAll());
    expect([refusal.code, refusal.status]).toEqual(['apiKey.expired', 401]);
    expect((await owner.api.apiKeys.getAll())[0]).toMatchObject({ id, expired: true });
    expect(await codeOf(owner.api.apiKeys.rotate({ params: { id }, body: { overlap: 0 } }))).toBe(
      'apiKey.expired',
    );
  });
});

describe('The keys of an organization', () => {
  test('are hidden from members and other organizations (R-KEY-04)', async () => {
    const [mine, other] = [await createOnPro(), await createOnPro()];
    const member = await mine.add(Role.Member);
    const { id, client } = await createKey(mine.owner);
    const params = { id };
    expect(await codeOf(member.api.apiKeys.getAll())).toBe('tenant.onlyAdmin');
    expect(await codeOf(createKey(member))).toBe('tenant.onlyAdmin');
    expect(await codeOf(member.api.apiKeys.revoke({ params }))).toBe('tenant.onlyAdmin');
    const { apiKeys } = other.owner.api;
    expect(await apiKeys.getAll()).toEqual([]);
    expect(await codeOf(apiKeys.rotate({ params, body: { overlap: 0 } }))).toBe('notFound');
    expect(await codeOf(apiKeys.revoke({ params }))).toBe('notFound');
    await client.transactions.getAll();
  });

  test('are created and revoked by admins, and work until then (R-KEY-04)', async () => {
    const { admin, owner } = await createOnPro();
    const { client, id } = await createKey(admin, { days: null });
    await client.transactions.getAll();
    const [listed] = await owner.api.apiKeys.getAll();
    expect(listed).toMatchObject({
      id,
      name: 'Import',
      expiresAt: null,
      createdBy: { id: admin.id, name: 'Rui Alves' },
      scopes: everything.toSorted(),
    });
    expect(listed?.lastUsedAt).not.toBeNull();
    await owner.api.apiKeys.revoke({ params: { id } });
    expect(await codeOf(client.transactions.getAll())).toBe('apiKey.invalid');
    expect(await codeOf(owner.api.apiKeys.revoke({ params: { id } }))).toBe('notFound');
  });

  test('are at most fifty, also of parallel requests (R-KEY-04)', async () => {
    const { owner } = await createOnPro();
    for (let created = 0; created < maxApiKeys - 2; created += 1) await createKey(owner);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => createKey(owner)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await codeOf(createKey(owner))).toBe('apiKey.limit');
  });

  test('are refused with errors at the fields', async () => {
    const { owner } = await createOnPro();
    const bad = owner.api.apiKeys.create({ body: { name: ' ', role: 2, scopes: [], days: 30 } });
    expect((await refusalOf(bad)).fields).toEqual({
      name: ['field.required'],
      scopes: ['field.required'],
    });
    const lines = owner.api.apiKeys.create({
      body: { name: 'A\nB', role: 2, scopes: ['audit:read'], days: 30 },
    });
    expect((await refusalOf(lines)).fields).toEqual({ name: ['field.invalid'] });
  });
});

describe('A rotation (R-KEY-05)', () => {
  const rotate = async ({ owner }: TestOrganization, id: string, overlap: 0 | 24) =>
    clientOf((await owner.api.apiKeys.rotate({ params: { id }, body: { overlap } })).key);

  test('leaves the former secret valid for the chosen time', async () => {
    const organization = await createOnPro();
    const { client: first, id } = await createKey(organization.owner);
    const second = await rotate(organization, id, 24);
    await Promise.all([first, second].map((client) => client.transactions.getAll()));
    const [listed] = await organization.owner.api.apiKeys.getAll();
    const hours = (Date.parse(listed?.formerUntil ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    await store.query('update api_keys set former_until = now() where id = $1', [id]);
    expect(await codeOf(first.transactions.getAll())).toBe('apiKey.invalid');
    await second.transactions.getAll();
    expect((await organization.owner.api.apiKeys.getAll())[0]?.formerUntil).toBeNull();
  });

  test('ends the former secret immediately without an overlap, and the one before always', async () => {
    const organization = await createOnPro();
    const { client: first, id } = await createKey(organization.owner);
    const second = await rotate(organization, id, 24);
    const third = await rotate(organization, id, 24);
    expect(await codeOf(first.transactions.getAll())).toBe('apiKey.invalid');
    await Promise.all([second, third].map((client) => client.transactions.getAll()));
    const last = await rotate(organization, id, 0);
    for (const client of [second, third])
      expect(await codeOf(client.transactions.getAll())).toBe('apiKey.invalid');
    await last.transactions.getAll();
  });

  test('at the same time as another leaves the last secret and the one before', async () => {
    const organization = await createOnPro();
    const { client: first, id } = await createKey(organization.owner);
    const clients = await Promise.all([1, 2, 3].map(() => rotate(organization, id, 24)));
    expect(await codeOf(first.transactions.getAll())).toBe('apiKey.invalid');
    const results = await Promise.allSettled(clients.map((client) => client.transactions.getAll()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});

test('A change by a key is logged as one of the key (R-KEY-07)', async () => {
  const { owner } = await createOnPro();
  const { client, prefix, secret } = await createKey(owner, {
    scopes: ['transactions:write', 'audit:read'],
  });
  await client.transactions.create({ body });
  const query = { action: 'transaction.created' };
  const { items } = await client.audit.getAll({ query });
  expect(items).toMatchObject([{ actor: null, service: `API key ${prefix}` }]);
  const exported = await (
    await client.audit.export({ query: { ...query, format: 'jsonl' } })
  ).text();
  expect(exported).toContain(`"service":"API key ${prefix}"`);
  const { items: all } = await owner.api.audit.getAll();
  expect(all).toContainEqual(expect.objectContaining({ action: 'apiKey.created' }));
  expect(JSON.stringify(all)).not.toContain(secret.slice(12));
});

describe('The limit of a key (R-KEY-06)', () => {
  test('is in the headers of each answer, and counts one key', async () => {
    const limited = await testApplication({ RATE_LIMITS: 'on', INSTANCES: '1' });
    const organization = await createTestOrganization(limited);
    const create = async () =>
      (
        await organization.owner.api.apiKeys.create({
          body: { name: 'Import', role: 2, scopes: ['transactions:read'], days: 30 },
        })
      ).key;
    const [one, other] = [await create(), await create()];
    const get = (secret: string, visitor = 0) =>
      limited.app.inject({
        url: '/api/Transaction/GetAll',
        remoteAddress: `203.0.113.${visitor}`,
        headers: { authorization: `Bearer ${secret}` },
      });
    const first = await get(one);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"key";q=600;w=60',
      ratelimit: expect.stringMatching(/^"key";r=\d+;t=\d+$/),
    });
    const answers = [first];
    // A minute may end meanwhile, after which the key may call again.
    while (answers.length < 1_300 && !answers.some(({ statusCode }) => statusCode === 429)) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => get(one, at)))));
    }
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"key";r=0;t=\d+$/),
      'retry-after': expect.stringMatching(/^\d+$/),
    });
    expect((await get(other)).statusCode).toBeLessThan(300);
  });

  test('is not in the headers of a session', async () => {
    const { owner } = await createOnPro();
    const { headers } = await product.app.inject({
      url: '/api/Transaction/GetAll',
      headers: owner.headers,
    });
    expect(headers).not.toHaveProperty('ratelimit');
    const { secret } = await createKey(owner);
    expect((await getAll(secret)).statusCode).toBe(204);
  });
});
