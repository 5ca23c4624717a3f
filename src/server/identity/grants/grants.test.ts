import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { type GrantKind, grantKinds } from '#contract/calls/grants.ts';
import type { SignInReply } from '#contract/users.ts';
import { newScimUser, patchOf, scimClientOf } from '#server/enterprise/scim/test/client.ts';
import { linkParameter, waitForMail } from '#server/identity/invitations/test/invitations.ts';
import type { TestOrganizationMember } from '#server/identity/members/test/organizations.ts';
import { connectProvider, createSsoOrganization } from '#server/identity/sso/test/connection.ts';
import {
  memberPassword as password,
  registerOwner,
  sharedApplication,
  toTestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const { accounts, signIn } = product.anyone;
const { owner: rows } = product.open;

type Organization = Awaited<ReturnType<typeof createSsoOrganization>>;
type Person = Pick<TestOrganizationMember, 'api'>;
const issuer = 'https://idp.example.com';
const names = { firstName: 'Ana', lastName: 'Souza' };

/** Ways in which a person gives access of each kind. */
const give: Record<GrantKind, (by: Person, organization: Organization) => Promise<unknown>> = {
  apiKey: ({ api }) =>
    api.apiKeys.create({
      body: { name: 'Thief', role: Role.Admin, scopes: ['transactions:read'], days: null },
    }),
  scimToken: ({ api }) => api.scim.createToken({ body: { days: 90 } }),
  webhook: ({ api }) =>
    api.webhooks.create({
      body: { url: 'http://127.0.0.1:9/', description: '', events: ['transaction.created'] },
    }),
  joinLink: ({ api }) =>
    api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
    }),
  identityProvider: (by, organization) =>
    connectProvider(product, { ...organization, owner: by as TestOrganizationMember }, { issuer }),
  invitation: ({ api }) =>
    api.invitations.invite({
      body: { ...names, role: Role.Admin, email: `${randomUUID()}@example.com` },
    }),
};
const giveAll = async (by: Person, organization: Organization) => {
  for (const kind of grantKinds) await give[kind](by, organization);
};

const { user: registered } = await registerOwner(product);

/** Creates an organization whose owner has a password. */
const createOrganization = async () => {
  const organization = await createSsoOrganization(product);
  await rows.query(
    `update users set password_hash = (select password_hash from users where id = $2) where id = $1`,
    [organization.owner.id, registered.id],
  );
  return organization;
};

/** Signs in as a thief who knows the password, in a browser that the account has not used. */
const signInAsThief = async ({ owner, id }: Organization) => {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    payload: { email: owner.email, password },
    headers: { 'user-agent': `Mozilla/5.0 ${randomUUID()}` },
  });
  const { headers } = toTestMember(product, answer.json<SignInReply>());
  return { api: product.callerOf({ ...headers, 'x-tenant-key': id }) };
};

/** Returns the kinds of access of an organization that work. */
const working = async ({ id }: Organization): Promise<string[]> => {
  const found = await rows.query<{ kind: string }>(
    `select 'apiKey' as kind from api_keys where tenant_id = $1
     union all select 'scimToken' from scim_tokens where tenant_id = $1
     union all select 'webhook' from webhook_endpoints where tenant_id = $1 and disabled_at is null
     union all select 'joinLink' from join_links where tenant_id = $1 and active
     union all select 'identityProvider' from sso_connections where tenant_id = $1 and stage = 'active'
     union all select 'invitation' from memberships where tenant_id = $1 and status = 0`,
    [id],
  );
  return found.rows.map(({ kind }) => kind).toSorted();
};
const all = [...grantKinds].toSorted();

describe('Access that a thief of the account gave (R-ACC-39)', () => {
  test('ends when the account is secured, named on the page and in the email', async () => {
    const organization = await createOrganization();
    const { owner } = organization;
    const thief = await signInAsThief(organization);
    await giveAll(thief, organization);
    const { key } = (await give.apiKey(thief, organization)) as { key: string };
    expect(await working(organization)).toEqual(['apiKey', ...all].toSorted());
    const notice = await waitForMail(product, owner.email, { containing: '/account/secure?' });
    const { ended } = await signIn.secure({ body: { token: linkParameter(notice, 't') } });
    expect(ended.map(({ kind }) => kind).toSorted()).toEqual(['apiKey', ...all].toSorted());
    expect(ended).toContainEqual({
      kind: 'webhook',
      name: 'http://127.0.0.1:9/',
      organization: expect.any(String),
    });
    expect(await working(organization)).toEqual([]);
    const client = product.callerOf({ authorization: `Bearer ${key}` });
    await expect(client.transactions.getAll()).rejects.toMatchObject({ code: 'apiKey.invalid' });
    const reset = await waitForMail(product, owner.email, { containing: '/account/reset?' });
    for (const text of ['Chave de API', 'Thief', 'Token SCIM', 'Link de convite', 'Convite'])
      expect(reset.text).toContain(text);
  });

  test('ends when a change of email is undone', async () => {
    const organization = await createOrganization();
    const { owner } = organization;
    await give.apiKey(owner, organization);
    const thief = await signInAsThief(organization);
    const email = `${randomUUID()}@example.com`;
    await thief.api.signIn.requestEmail({ body: { email, password } });
    const link = await waitForMail(product, email, { containing: '/account/email?t=' });
    await thief.api.signIn.confirmEmail({ body: { token: linkParameter(link, 't') } });
    await give.scimToken(thief, organization);
    const notice = await waitForMail(product, owner.email, { containing: '/account/email?undo=' });
    await signIn.undoEmail({ body: { token: linkParameter(notice, 'undo') } });
    expect(await working(organization)).toEqual(['apiKey']);
  });

  test('ends when it is younger than the link with which a password is reset', async () => {
    const organization = await createOrganization();
    const { email } = organization.owner;
    await give.apiKey(organization.owner, organization);
    const { verifyToken: token = '' } = await accounts.reset({ params: { email } });
    await give.webhook(await signInAsThief(organization), organization);
    await accounts.verify({ body: { email, token, password, passwordConfirm: password } });
    expect(await working(organization)).toEqual(['apiKey']);
  });

  test('ends for a new secret and a new address of what was there before, and of keys', async () => {
    const organization = await createOrganization();
    const { owner, add } = organization;
    const admin = await add(Role.Admin);
    const { id } = (await give.apiKey(admin, organization)) as { id: string };
    const hook = (await give.webhook(admin, organization)) as { id: string };
    await give.invitation(admin, organization);
    const thief = await signInAsThief(organization);
    await thief.api.apiKeys.rotate({ params: { id }, body: { overlap: 24 } });
    await thief.api.webhooks.update({
      params: { id: hook.id },
      body: {
        url: 'http://127.0.0.1:10/',
        description: '',
        events: ['transaction.created'],
        enabled: true,
      },
    });
    const { key } = await thief.api.apiKeys.create({
      body: { name: 'Inviting', role: Role.Admin, scopes: ['invitations:write'], days: null },
    });
    await product.callerOf({ authorization: `Bearer ${key}` }).invitations.invite({
      body: { ...names, role: Role.Member, email: `${randomUUID()}@example.com` },
    });
    const notice = await waitForMail(product, owner.email, { containing: '/account/secure?' });
    const { ended } = await signIn.secure({ body: { token: linkParameter(notice, 't') } });
    expect(ended.map(({ kind }) => kind).toSorted()).toEqual([
      'apiKey',
      'apiKey',
      'invitation',
      'webhook',
    ]);
    expect(await working(organization)).toEqual(['invitation']);
  });
});

test('Invitations by a token for SCIM end with it (R-ACC-39)', async () => {
  const organization = await createOrganization();
  const { owner } = organization;
  const invited = await give.invitation(owner, organization);
  const thief = await signInAsThief(organization);
  const { token } = await thief.api.scim.createToken({ body: { days: 90 } });
  const scim = scimClientOf(product, token);
  await scim('POST', '/Users', { body: newScimUser() });
  const { body: inactive } = await scim('POST', '/Users', { body: newScimUser({ active: false }) });
  const activate = patchOf({ op: 'replace', path: 'active', value: true });
  await scim('PATCH', `/Users/${inactive['id']}`, { body: activate });
  const { body: raised } = await scim('POST', '/Users', { body: newScimUser() });
  await rows.query('update memberships set granted_by = null where id = $1', [raised['id']]);
  const members = patchOf({ op: 'add', path: 'members', value: [{ value: raised['id'] }] });
  await scim('PATCH', '/Groups/admin', { body: members });
  expect(await working(organization)).toEqual([...Array(4).fill('invitation'), 'scimToken']);
  const notice = await waitForMail(product, owner.email, { containing: '/account/secure?' });
  await signIn.secure({ body: { token: linkParameter(notice, 't') } });
  const { rows: left } = await rows.query(
    'select id from memberships where tenant_id = $1 and status = 0',
    [organization.id],
  );
  expect(left).toEqual([{ id: (invited as { id: string }).id }]);
  expect(await working(organization)).toEqual(['invitation']);
});

describe('Access that a person gave (R-ACC-41)', () => {
  test('is listed for them, with where it ends, until it ends', async () => {
    const organization = await createOrganization();
    const { owner, add, id } = organization;
    await give.webhook(await add(Role.Admin), organization);
    expect(await owner.api.signIn.getGrants()).toEqual([]);
    await giveAll(owner, organization);
    const listed = await owner.api.signIn.getGrants();
    expect(listed.map(({ kind }) => kind).toSorted()).toEqual(all);
    expect(listed[0]).toMatchObject({ kind: 'invitation', tenantId: id });
    const [key] = await owner.api.apiKeys.getAll();
    await owner.api.apiKeys.revoke({ params: { id: key?.id ?? '' } });
    expect(await owner.api.signIn.getGrants()).toHaveLength(grantKinds.length - 1);
  });
});

describe('The announcement of access (R-ACC-40)', () => {
  const countMails = async (email: string) => {
    const { rows: mails } = await rows.query('select from emails where recipient = $1', [email]);
    return mails.length;
  };

  test.each([
    ['apiKey', Role.Admin],
    ['webhook', Role.Admin],
    ['joinLink', Role.Admin],
    ['scimToken', Role.Owner],
    ['identityProvider', Role.Owner],
  ] as const)('goes to the person and all owners: %s', async (kind, role) => {
    const organization = await createOrganization();
    const { owner, add } = organization;
    const [second, other, by] = [await add(Role.Owner), await add(Role.Admin), await add(role)];
    await give[kind](by, organization);
    for (const { email } of [owner, second, by]) {
      const { text } = await waitForMail(product, email, { containing: 'Feito por' });
      expect(text).toContain('/app/settings/organization/');
      expect(text).toContain('UTC');
    }
    expect(await countMails(other.email)).toBe(0);
  });
});
