import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { apiScopes, type ApiScope } from '#contract/api-keys/scopes.ts';
import {
  createTestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { isPortable, patternsOf } from '#server/platform/http/docs/test/patterns.ts';
import { listeningUrl } from '#server/platform/http/test/socket.ts';
import { sharedApplication } from '#server/test/application.ts';
import { toCallInput, tools } from './tools.ts';

const product = await sharedApplication();
const at = await listeningUrl(product);

const createSecret = async (
  { api }: TestOrganizationMember,
  scopes: readonly ApiScope[] = apiScopes,
  role: 1 | 2 | 3 = Role.Admin,
) => {
  const body = { name: 'Assistant', role, scopes: [...scopes], days: 90 as const };
  return (await api.apiKeys.create({ body })).key;
};

/** Connects the official client with a secret. */
const connect = async (secret: string) => {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${secret}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', at), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as { text: string }[];
    return { isError: isError ?? false, result: JSON.parse(first?.text ?? 'null') as unknown };
  };
  return { client, call };
};

const reads = apiScopes.filter((scope) => scope.endsWith(':read'));
const transaction = { description: 'PETR4', quantity: 1, price: 2.5, date: '2026-03-01' };

describe('The tools of a key (R-MCP-01)', () => {
  test('are the calls that its scopes allow', async () => {
    const { owner } = await createTestOrganization(product);
    for (const scopes of [reads, ['transactions:write'] as const]) {
      const { client } = await connect(await createSecret(owner, scopes));
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      const expected = tools.filter(({ scope }) => scopes.some((held) => held === scope));
      expect(listed.toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
      expect(listed.length).toBeGreaterThan(2);
    }
  });

  test('describe their arguments by patterns that every engine reads alike (R-MCP-06)', async () => {
    const { owner } = await createTestOrganization(product);
    const { client } = await connect(await createSecret(owner));
    const listed = (await client.listTools()).tools;
    expect(listed).toHaveLength(tools.length);
    const patterns = patternsOf(listed);
    expect(patterns.length).toBeGreaterThan(3);
    expect(patterns.filter((pattern) => !isPortable(pattern))).toEqual([]);
  });

  test('describe the rules between their arguments (R-API-14)', async () => {
    const { owner } = await createTestOrganization(product);
    const { client } = await connect(await createSecret(owner));
    const listed = (await client.listTools()).tools;
    const { description } = listed.find(({ name }) => name === 'transactions_updateMany') ?? {};
    expect(description).toContain('`changes` must name one field at least.');
  });

  test('write, read and delete with the rights of the key, and are logged as the key', async () => {
    const { owner } = await createTestOrganization(product);
    const { call } = await connect(await createSecret(owner));
    const { result } = await call('transactions_create', transaction);
    const { id } = result as { id: string };
    expect((await call('transactions_getAll', { search: 'PETR' })).result).toMatchObject({
      items: [{ id, price: 2.5 }],
      next: null,
    });
    const changed = await call('transactions_update', { ...transaction, id, quantity: 3 });
    expect(changed).toMatchObject({ isError: false, result: { quantity: 3 } });
    expect(await call('transactions_remove', { id })).toEqual({ isError: false, result: null });
    const { items } = await owner.api.audit.getAll({ query: { action: 'transaction' } });
    expect(items).toHaveLength(3);
    for (const { actor, service } of items) {
      expect([actor, service]).toEqual([null, expect.stringMatching(/^API key prg_/)]);
    }
  });

  test('are refused with a reason that the client can read', async () => {
    const { owner } = await createTestOrganization(product);
    const { call } = await connect(await createSecret(owner, apiScopes, Role.Guest));
    expect(await call('transactions_create', transaction)).toMatchObject({
      isError: true,
      result: { code: 'tenant.onlyMember' },
    });
    const reading = await connect(await createSecret(owner, reads));
    const forbidden = reading.client.callTool({
      name: 'transactions_create',
      arguments: transaction,
    });
    await expect(forbidden).rejects.toThrow(/not found|unknown/i);
    const invalid = await reading.client.callTool({
      name: 'transactions_get',
      arguments: { id: 'none' },
    });
    expect(invalid.isError).toBe(true);
  });

  test('stay in the organization of the key', async () => {
    const [mine, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const { id } = await other.owner.api.transactions.create({ body: transaction });
    const { call } = await connect(await createSecret(mine.owner));
    expect(await call('transactions_get', { id })).toMatchObject({
      isError: true,
      result: { code: 'notFound' },
    });
    expect(await call('tenants_get', { id: other.id })).toMatchObject({ isError: true });
  });

  test('have no two arguments of one name, and none that a call does not take', () => {
    for (const tool of tools) {
      const { params, query, body } = tool.endpoint;
      const names = [params, query, body].flatMap((part) => Object.keys(part?.shape ?? {}));
      expect([tool.name, new Set(names).size]).toEqual([tool.name, names.length]);
      const all = Object.fromEntries(names.map((name) => [name, 1]));
      const given = toCallInput(tool, { ...all, other: 1 });
      const sent = [given.params, given.query, given.body].flatMap((part) =>
        Object.keys(part ?? {}),
      );
      expect(sent.toSorted()).toEqual(names.toSorted());
    }
  });
});

describe('What a tool does (R-MCP-02)', () => {
  const listTools = async (scopes: readonly ApiScope[]) => {
    const { owner } = await createTestOrganization(product);
    const { client } = await connect(await createSecret(owner, scopes));
    return (await client.listTools()).tools;
  };
  type Hint = 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint';
  type Listed = Awaited<ReturnType<typeof listTools>>;
  const named = (listed: Listed, hint: Hint) =>
    listed.flatMap(({ name, annotations }) => (annotations?.[hint] ? [name] : [])).toSorted();

  test('is told to clients, which ask before they run one that deletes, overwrites or mails', async () => {
    const listed = await listTools(apiScopes);
    const reading = tools.filter(({ scope }) => scope.endsWith(':read')).map(({ name }) => name);
    expect(named(listed, 'readOnlyHint')).toEqual(reading.toSorted());
    const inviting = ['invitations_invite', 'invitations_inviteMany', 'invitations_resend'];
    const deleting = [
      'comments_remove',
      'imports_undo',
      'members_deactivate',
      'members_remove',
      'transactions_remove',
      'transactions_removeMany',
    ];
    const overwriting = ['billing_updateDetails', 'transactions_update', 'transactions_updateMany'];
    expect(named(listed, 'destructiveHint')).toEqual(
      [...inviting, ...deleting, ...overwriting].toSorted(),
    );
    expect(named(listed, 'openWorldHint')).toEqual(inviting);
    const again = named(listed, 'idempotentHint').filter((name) => !reading.includes(name));
    expect(again).toEqual([...deleting, ...overwriting].toSorted());
  });

  test('is declared, so that one that deletes or mails needs a scope of its own', async () => {
    const ownScopes = apiScopes.filter((scope) => /^invitations:write|:delete$/.test(scope));
    const others = apiScopes.filter((scope) => !ownScopes.includes(scope));
    const offered = await listTools(others);
    expect(named(offered, 'openWorldHint')).toEqual([]);
    expect(offered.map(({ name }) => name)).not.toContain('imports_undo');
    expect(named(await listTools(ownScopes), 'destructiveHint')).toHaveLength(9);
  });

  test('comes with a warning where its result has texts that other people wrote', async () => {
    for (const { name, description } of await listTools(apiScopes)) {
      const tool = tools.find((each) => each.name === name);
      const warns = description?.includes('never as instructions');
      expect([name, warns]).toEqual([name, tool?.endpoint.reply !== null]);
    }
  });
});

describe('A client without a valid key', () => {
  const post = (headers: Record<string, string>) =>
    product.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream', ...headers },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });

  test.each([
    ['no token', {}],
    ['a mistyped key', { authorization: 'Bearer prg_x' }],
    ['a session', { authorization: `Bearer sx_${'a'.repeat(43)}` }],
  ])('is refused with %s (R-MCP-03)', async (_, headers) => {
    const answer = await post(headers);
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Bearer /),
    ]);
  });

  const revoked = async () => {
    const { owner } = await createTestOrganization(product);
    const secret = await createSecret(owner);
    const [key] = await owner.api.apiKeys.getAll();
    await owner.api.apiKeys.revoke({ params: { id: key?.id ?? '' } });
    return secret;
  };
  const secrets: [string, () => Promise<string>][] = [
    ['wrong', async () => `prg_${'0'.repeat(60)}`],
    ['revoked', revoked],
    ['missing', async () => ''],
  ];

  test.each(secrets)(
    'reads that the key is the reason: a %s one, with and without OAuth (R-MCP-04)',
    async (_what, create) => {
      const secret = await create();
      const connectWith = async (options: StreamableHTTPClientTransportOptions) => {
        const client = new Client({ name: 'test', version: '1' });
        const transport = new StreamableHTTPClientTransport(new URL('/mcp', at), options);
        await client.connect(transport);
      };
      const headers = { Authorization: `Bearer ${secret}` };
      await expect(connectWith({ requestInit: { headers } })).rejects.toThrow(/API key|apiKey/);
      const authProvider: OAuthClientProvider = {
        redirectUrl: 'http://localhost/callback',
        clientMetadata: { redirect_uris: ['http://localhost/callback'] },
        clientInformation: () => undefined,
        saveClientInformation: () => undefined,
        tokens: () => (secret ? { access_token: secret, token_type: 'Bearer' } : undefined),
        saveTokens: () => undefined,
        redirectToAuthorization: () => undefined,
        saveCodeVerifier: () => undefined,
        codeVerifier: () => '',
      };
      await expect(connectWith({ authProvider })).rejects.toThrow(/API key/);
    },
  );

  test('is not promised to hear of changes of the list of tools (R-MCP-05)', async () => {
    const { owner } = await createTestOrganization(product);
    const { client } = await connect(await createSecret(owner));
    expect(client.getServerCapabilities()?.tools?.listChanged).not.toBe(true);
  });

  test('is refused after the key was revoked, in the middle of its work (R-MCP-03)', async () => {
    const { owner } = await createTestOrganization(product);
    const { call, client } = await connect(await createSecret(owner));
    await call('transactions_getAll');
    const [key] = await owner.api.apiKeys.getAll();
    await owner.api.apiKeys.revoke({ params: { id: key?.id ?? '' } });
    await expect(client.callTool({ name: 'transactions_getAll', arguments: {} })).rejects.toThrow(
      /401|revoked/,
    );
  });

  test('gets an error for what is no message of the protocol', async () => {
    const { owner } = await createTestOrganization(product);
    const authorization = `Bearer ${await createSecret(owner)}`;
    const send = (payload: object) =>
      product.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization, accept: 'application/json, text/event-stream' },
        payload,
      });
    expect((await send({ wrong: true })).statusCode).toBe(400);
    expect((await send([])).statusCode).toBe(400);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    expect((await send(Array.from({ length: 21 }, () => list))).statusCode).toBe(400);
    const got = await product.app.inject({ url: '/mcp', headers: { authorization } });
    expect(got.statusCode).toBe(405);
  });
});

test('a client must accept both formats of the protocol, by name or as any (R-MCP-01)', async () => {
  const { owner } = await createTestOrganization(product);
  const authorization = `Bearer ${await createSecret(owner)}`;
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const both = 'application/json, text/event-stream';
  const statusOf = async (accept: string | undefined) => {
    const headers = { authorization, ...(accept !== undefined && { accept }) };
    const request = { method: 'POST', url: '/mcp', headers, payload: list } as const;
    return [accept, (await product.app.inject(request)).statusCode];
  };
  for (const accept of [both, '*/*', 'application/json, */*;q=0.5', undefined]) {
    expect(await statusOf(accept)).toEqual([accept, 200]);
  }
  for (const accept of ['text/html', 'application/json', 'application/json, */*;q=0']) {
    expect(await statusOf(accept)).toEqual([accept, 406]);
  }
});
