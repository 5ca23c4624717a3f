import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Api } from '#contract/api-client.ts';
import type { PoliciesInput } from '#contract/calls/policies.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { setPlanLimit } from '#server/billing/usage/test/limits.ts';
import { scimClientOf } from '#server/enterprise/scim/test/client.ts';
import { enroll } from '#server/identity/factors/test/factors.ts';
import type { TestOrganizationMember } from '#server/identity/members/test/organizations.ts';
import { createTestOperator, openTestSession } from '#server/identity/operators/test/operators.ts';
import { connectProvider, createSsoOrganization } from '#server/identity/sso/test/connection.ts';
import { newIdentity, startSso } from '#server/identity/sso/test/flow.ts';
import { listeningUrl } from '#server/platform/http/test/socket.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import { memberPassword as password, sharedApplication } from '#server/test/application.ts';

/**
 * Every kind of credential against everything that restricts people (decision 74): each obeys each restriction, but for
 * the exceptions, which have their reason.
 */
const product = await sharedApplication();
const at = await listeningUrl(product);
const sso = await startSso(product);
afterAll(() => sso.provider.close());
const operator = await createTestOperator(product, 'administrator');
const { owner: rows } = product.open;

const ofOrganization = 'It belongs to the organization, not to a person.';
const ofAccount = 'It opens the account, whose sessions are then restricted.';
const proves = 'The provider asks for factors and methods by its own rules.';
const hears = 'The hub tells all members the same; calls check role and tier.';
const operators = 'Operators have limits of their own.';
const announced = 'Keys are listed after a new password; securing the account ends them.';
const notOpened = 'The provider did not open it.';
const noSignIn = 'A key has an expiry of its own, and no person signs in with it.';

type Credential =
  | 'session'
  | 'providerSession'
  | 'key'
  | 'keyOfProviderSession'
  | 'assistant'
  | 'directory'
  | 'hub'
  | 'mailedLink'
  | 'impersonation';
type Exceptions = Partial<Record<Credential, string>>;

const none: PoliciesInput = {
  sessionHours: null,
  idleHours: null,
  signInMethods: null,
  emailDomains: null,
};

type Scene = Awaited<ReturnType<typeof createScene>>;
type Restriction = {
  /** Outcome for the session of a person. */
  outcome: string;
  apply: (scene: Scene) => Promise<unknown>;
  exceptions: Exceptions;
};

const bothPeople =
  (change: (member: TestOrganizationMember) => Promise<unknown>) => (scene: Scene) =>
    Promise.all([scene.person, scene.linked].map(change));
const memberships =
  (change: string) =>
  ({ id, tenant }: TestOrganizationMember) =>
    rows.query(`update memberships set ${change} where tenant_id = $1 and user_id = $2`, [
      tenant,
      id,
    ]);
const setPolicies = (policies: Partial<PoliciesInput>) => (scene: Scene) =>
  scene.organization.owner.api.policies.update({ body: { ...none, ...policies } });

const restrictions: Record<string, Restriction> = {
  'a suspended organization': {
    outcome: 'tenant.suspended',
    apply: ({ organization: { id } }) =>
      operator.api.suspensions.suspendTenant({ params: { id }, body: { reason: 'unpaid' } }),
    exceptions: { mailedLink: ofAccount },
  },
  'a suspended person': {
    outcome: 'unauthorized',
    apply: bothPeople(({ id }) =>
      operator.api.suspensions.suspendUser({ params: { id }, body: { reason: 'unpaid' } }),
    ),
    exceptions: { directory: ofOrganization },
  },
  'a deactivated member': {
    outcome: 'notFound',
    apply: bothPeople(memberships(`status = ${MemberStatus.Inactive}`)),
    exceptions: { directory: ofOrganization, mailedLink: ofAccount },
  },
  'a removed member': {
    outcome: 'notFound',
    apply: bothPeople(({ member, tenant }) =>
      rows.query('delete from memberships where tenant_id = $1 and id = $2', [tenant, member]),
    ),
    exceptions: { directory: ofOrganization, mailedLink: ofAccount },
  },
  'a lower role': {
    outcome: 'tenant.onlyAdmin',
    apply: bothPeople(memberships(`role = ${Role.Guest}`)),
    exceptions: { directory: ofOrganization, hub: hears, mailedLink: ofAccount },
  },
  'a lower tier': {
    outcome: 'access.tier',
    apply: ({ organization }) => setPlanLimit(product, organization.id, { tier: 1 }),
    exceptions: { hub: hears, mailedLink: ofAccount },
  },
  'a required second factor': {
    outcome: 'policy.secondFactor',
    apply: setPolicies({ factorDays: 0 }),
    exceptions: {
      providerSession: proves,
      keyOfProviderSession: proves,
      directory: ofOrganization,
      mailedLink: ofAccount,
      impersonation: operators,
    },
  },
  'enforced single sign-on': {
    outcome: 'policy.ssoRequired',
    apply: (scene) =>
      setPolicies({ signInMethods: ['sso'], breakGlassId: scene.organization.owner.id })(scene),
    exceptions: {
      providerSession: proves,
      keyOfProviderSession: proves,
      directory: ofOrganization,
      mailedLink: ofAccount,
      impersonation: operators,
    },
  },
  'allowed methods': {
    outcome: 'policy.signInMethod',
    apply: setPolicies({ signInMethods: ['passkey'] }),
    exceptions: {
      providerSession: proves,
      key: noSignIn,
      keyOfProviderSession: noSignIn,
      assistant: noSignIn,
      directory: ofOrganization,
      mailedLink: ofAccount,
      impersonation: operators,
    },
  },
  'the length of a session': {
    outcome: 'policy.sessionEnded',
    apply: async (scene) => {
      await setPolicies({ sessionHours: 1 })(scene);
      await bothPeople(({ id }) =>
        rows.query(
          `update sessions set created_at = created_at - interval '2 hours' where user_id = $1`,
          [id],
        ),
      )(scene);
    },
    exceptions: {
      key: noSignIn,
      keyOfProviderSession: noSignIn,
      assistant: noSignIn,
      directory: ofOrganization,
      mailedLink: ofAccount,
      impersonation: operators,
    },
  },
  'a provider that is switched off': {
    outcome: 'works',
    apply: ({ organization: { owner } }) => owner.api.sso.deactivate(),
    exceptions: {
      session: notOpened,
      key: notOpened,
      assistant: notOpened,
      directory: ofOrganization,
      hub: notOpened,
      mailedLink: ofAccount,
      impersonation: operators,
    },
  },
  'a new password': {
    outcome: 'unauthorized',
    apply: bothPeople(async ({ email }) => {
      const { verifyToken: token = '' } = await product.anyone.accounts.reset({
        params: { email },
      });
      const body = { email, token, password, passwordConfirm: password };
      await product.anyone.accounts.verify({ body });
    }),
    exceptions: {
      key: announced,
      keyOfProviderSession: announced,
      assistant: announced,
      directory: ofOrganization,
    },
  },
};

/** Returns `works` if an admin may make these calls, which need role and tier; else the code of the refusal. */
const tryApi = async (api: Api) => {
  try {
    await api.audit.getAll({});
    await api.transactions.getAll();
    return 'works';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const tryAssistant = async (secret: string) => {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${secret}` };
  const url = new URL('/mcp', at);
  try {
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    for (const name of ['audit_getAll', 'transactions_getAll']) {
      const { isError } = await client.callTool({ name, arguments: {} });
      if (isError) return 'refused';
    }
    return 'works';
  } catch {
    return 'refused';
  } finally {
    await client.close();
  }
};

const createKey = async ({ api }: { api: Api }) => {
  const scopes = ['audit:read', 'transactions:read'] as const;
  const body = { name: 'Key', role: Role.Admin, scopes: [...scopes], days: 90 as const };
  return (await api.apiKeys.create({ body })).key;
};
const callerOfKey = (key: string) => product.callerOf({ authorization: `Bearer ${key}` });

/** An organization with two admins, one of them signed in by its provider, and all their credentials. */
const createScene = async () => {
  const organization = await createSsoOrganization(product);
  await connectProvider(product, organization, { issuer: sso.provider.issuer });
  const { owner, add, id: tenant } = organization;
  await enroll(owner as never);
  await rows.query(`update sessions set methods = '{passkey,totp}' where user_id = $1`, [owner.id]);
  const person = await add(Role.Admin);
  await rows.query(`update sessions set methods = '{password}' where user_id = $1`, [person.id]);
  const identity = newIdentity(organization);
  const { token: linkedToken, user } = await sso.signInWith(identity, organization);
  const linkedHeaders = { authorization: `Bearer ${linkedToken}`, 'x-tenant-key': tenant };
  const { rows: found } = await rows.query<{ id: string }>(
    'update memberships set role = 1 where tenant_id = $1 and user_id = $2 returning id',
    [tenant, user.id],
  );
  const linked: TestOrganizationMember = {
    id: user.id,
    email: identity.email,
    headers: linkedHeaders,
    api: product.callerOf(linkedHeaders),
    tenant,
    member: found[0]?.id ?? '',
  };
  const [key, linkedKey] = [await createKey(person), await createKey(linked)];
  const { token: directory } = await owner.api.scim.createToken({ body: { days: 90 } });
  const scim = scimClientOf(product, directory);
  const acting = await openTestSession(product, person.id, operator.id);
  const asPerson = product.callerOf({ ...acting.headers, 'x-tenant-key': tenant });
  const { verifyToken = '' } = await product.anyone.accounts.reset({
    params: { email: person.email },
  });
  const uses: Record<Credential, () => Promise<string>> = {
    session: () => tryApi(person.api),
    providerSession: () => tryApi(linked.api),
    key: () => tryApi(callerOfKey(key)),
    keyOfProviderSession: () => tryApi(callerOfKey(linkedKey)),
    assistant: () => tryAssistant(key),
    directory: async () => ((await scim('GET', '/Users')).status === 200 ? 'works' : 'refused'),
    hub: async () => {
      const token = (person.headers['authorization'] ?? '').replace('Bearer ', '');
      return connectTestHub(product, token)
        .then(({ hub }) => hub.invoke('JoinGroup', tenant))
        .then(
          () => 'works',
          () => 'refused',
        );
    },
    impersonation: () => tryApi(asPerson),
    // Last: it ends the sessions of the person.
    mailedLink: async () => {
      const { email } = person;
      const body = { email, token: verifyToken, password, passwordConfirm: password };
      return product.anyone.accounts.verify({ body }).then(
        () => 'works',
        ({ code }: { code: string }) => code,
      );
    },
  };
  return { organization, person, linked, uses };
};

/** Returns which credentials work, in their order. */
const workingOf = async ({ uses }: Scene) => {
  const working: string[] = [];
  for (const [name, attempt] of Object.entries(uses))
    if ((await attempt()) === 'works') working.push(name);
  return working;
};

describe('credentials', () => {
  test('all work without a restriction', async () => {
    const scene = await createScene();
    expect(await workingOf(scene)).toEqual(Object.keys(scene.uses));
  });

  test.each(Object.entries(restrictions))('obey %s, but for exceptions', async (_name, one) => {
    const scene = await createScene();
    await one.apply(scene);
    expect(await scene.uses.session()).toBe(one.outcome);
    const excepted = Object.keys(scene.uses).filter((name) => name in one.exceptions);
    expect(await workingOf(scene)).toEqual(excepted);
  });
});
