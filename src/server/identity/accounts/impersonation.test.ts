import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestPerson,
} from '#server/identity/members/test/organizations.ts';
import {
  memberPassword,
  registerOwner,
  signInOperator,
  sharedApplication,
} from '#server/test/application.ts';

/** Impersonation: a session that names both people and ends within 60 minutes (R-SEC-08). */
const product = await sharedApplication();
const { open, callerOf } = product;
const operator = await signInOperator(product);
const code = (name: string) => expect.objectContaining({ code: name });

/** Acts as a person, in a session that may write. */
const actAs = async (person: Pick<TestPerson, 'id'>, tenant?: string) => {
  const acting = await lookAs(person, tenant);
  await acting.api.accounts.allowWriting();
  return acting;
};

/** Acts as a person in a session as it begins: it may only read. */
const lookAs = async ({ id: userId }: Pick<TestPerson, 'id'>, tenant?: string) => {
  const { user, token } = await operator.api.accounts.impersonate({
    params: { userId },
    body: { reason: 'Ticket 7' },
  });
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    ...(tenant && { 'x-tenant-key': tenant }),
  };
  return { user, token, headers, api: callerOf(headers) };
};

describe('impersonation (R-SEC-08)', () => {
  test('signs the operator in as the user and names the impersonator in every reply', async () => {
    const { owner } = await createTestOrganization(product);
    const { user, api } = await lookAs(owner);
    expect(user.id).toBe(owner.id);
    const impersonatedBy = {
      id: operator.user.id,
      email: operator.user.email,
      name: 'Admin',
      readOnly: true,
      mayWrite: true,
    };
    expect(user.impersonatedBy).toEqual(impersonatedBy);
    expect((await api.users.getCurrent()).impersonatedBy).toEqual(impersonatedBy);
    const sessions = await owner.api.users.getSessions();
    expect(sessions.map(({ impersonated }) => impersonated)).toEqual([true, false]);
    expect((await owner.api.users.getCurrent()).impersonatedBy).toBeNull();
  });

  test('starts read-only and is switched to writing, both in the log of the organization (R-OPR-15)', async () => {
    const { id, owner } = await createTestOrganization(product);
    const { api } = await lookAs(owner, id);
    const create = () =>
      api.transactions.create({
        body: { description: 'Fees', quantity: 1, price: 2, date: '2026-03-01' },
      });
    await expect(create()).rejects.toEqual(code('access.readOnlyImpersonation'));
    const user = await api.accounts.allowWriting();
    expect(user.impersonatedBy).toMatchObject({ readOnly: false, mayWrite: true });
    expect((await api.users.getCurrent()).impersonatedBy).toMatchObject({ readOnly: false });
    await expect(create()).resolves.toHaveProperty('id');
    await api.accounts.allowWriting();
    const { items } = await owner.api.audit.getAll({ query: { limit: 10 } });
    expect(items.slice(0, 3).map(({ action }) => action)).toEqual([
      'transaction.created',
      'impersonation.writing',
      'impersonation.started',
    ]);
    await expect(owner.api.accounts.allowWriting()).rejects.toEqual(code('notFound'));
  });

  test('is logged for the organization with both names, the reason and the end', async () => {
    const { id, owner } = await createTestOrganization(product);
    const { api } = await actAs(owner, id);
    await api.transactions.create({
      body: { description: 'Fees', quantity: 1, price: 2, date: '2026-03-01' },
    });
    await api.accounts.logout();
    const { items } = await owner.api.audit.getAll({ query: { limit: 4 } });
    const both = { actor: { id: owner.id }, impersonator: { email: operator.user.email } };
    expect(items).toMatchObject([
      { action: 'impersonation.ended', ...both },
      { action: 'transaction.created', ...both },
      { action: 'impersonation.writing', ...both },
      {
        action: 'impersonation.started',
        actor: { email: operator.user.email },
        person: { id: owner.id },
        after: { reason: 'Ticket 7' },
      },
    ]);
  });

  test('ends at sign-out or after an hour', async () => {
    const person = await createTestUser(product);
    const { api, user } = await actAs(person);
    const { rows } = await open.owner.query<{ minutes: number }>(
      `select extract(epoch from expires_at - created_at)::int / 60 as minutes from sessions
       where user_id = $1 and impersonator_id is not null`,
      [user.id],
    );
    expect(rows).toEqual([{ minutes: 60 }]);
    await api.accounts.logout();
    await expect(api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    expect((await person.api.users.getCurrent()).id).toBe(person.id);
    const again = await actAs(person);
    await open.owner.query(
      `update sessions set expires_at = now() where impersonator_id is not null`,
    );
    await expect(again.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
  });

  test('has no operator rights and can’t impersonate another user', async () => {
    const [one, other] = [await createTestUser(product), await createTestUser(product)];
    const { api } = await actAs(one);
    await expect(
      api.accounts.impersonate({ params: { userId: other.id }, body: { reason: 'Nested' } }),
    ).rejects.toEqual(code('access.operator'));
    await expect(api.tenants.getAllOfAll()).rejects.toEqual(code('access.operator'));
  });

  test.each([undefined, {}, { reason: '  ' }])('requires a reason (%j)', async (payload) => {
    const { id } = await createTestUser(product);
    const answer = await product.app.inject({
      method: 'POST',
      url: `/api/Authentication/Admin/Impersonate/${id}`,
      headers: operator.headers,
      ...(payload && { payload }),
    });
    expect(answer.json()).toMatchObject({ status: 400, code: 'errors.validation' });
    const { rows } = await open.owner.query(
      'select from sessions where user_id = $1 and impersonator_id is not null',
      [id],
    );
    expect(rows).toEqual([]);
  });
});

describe('starting impersonation (R-SEC-08)', () => {
  test('rejects operators, unknown users and deactivated users', async () => {
    const gone = await createTestUser(product);
    await open.owner.query('update users set active = false where id = $1', [gone.id]);
    await expect(actAs({ id: operator.user.id })).rejects.toEqual(
      code('account.cannotImpersonateAdmin'),
    );
    await expect(actAs({ id: crypto.randomUUID() })).rejects.toEqual(code('notFound'));
    await expect(actAs(gone)).rejects.toEqual(code('notFound'));
  });

  test('rejects callers who are not operators', async () => {
    const { owner } = await createTestOrganization(product);
    await expect(
      owner.api.accounts.impersonate({ params: { userId: owner.id }, body: { reason: 'Mine' } }),
    ).rejects.toEqual(code('access.operator'));
  });
});

describe('during impersonation (R-SEC-08)', () => {
  const inPerson = Object.values(contract)
    .flatMap(({ endpoints }: Subject): Endpoint[] => Object.values(endpoints))
    .filter(({ access }) => 'inPerson' in access && access.inPerson);

  test('endpoints for password, account, organization, cards and legal texts are forbidden', () => {
    const place = 'add the path of a call with `inPerson` to the list in this file';
    expect(inPerson.map(({ path }) => path).toSorted(), place).toEqual([
      '/Announcement/Dismiss/:id',
      '/ApiKey/Create',
      '/ApiKey/Revoke/:id',
      '/ApiKey/Rotate/:id',
      '/Archive/Create',
      '/Archive/Delete/:id',
      '/Archive/Download/:id',
      '/Archive/Import',
      '/Authentication/StartPasskeyStepUp',
      '/Authentication/StepUp',
      '/Authentication/StepUpMethods',
      '/Chat/MarkRead/:position',
      '/Comment/Create',
      '/Comment/GetPeople',
      '/Comment/Update/:id',
      '/Domain/Create',
      '/Domain/Delete/:id',
      '/Domain/Verify/:id',
      '/Factor/AddPasskey',
      '/Factor/ConfirmTotp',
      '/Factor/GetAll',
      '/Factor/RemoveDevice/:id',
      '/Factor/RemovePasskey/:id',
      '/Factor/RemoveTotp',
      '/Factor/ReplaceRecoveryCodes',
      '/Factor/StartPasskey',
      '/Factor/StartTotp',
      '/Factor/UpdatePasskey/:id',
      '/Legal/Accept',
      '/Notification/MarkAllRead/:id',
      '/Notification/MarkRead/:id',
      '/Notification/UpdateSetting/:kind',
      '/Onboarding/Hide',
      '/Policy/GetEntry/:tenantId',
      '/Policy/Update',
      '/Scim/CreateToken',
      '/Scim/RevokeToken/:id',
      '/SignIn/ConfirmEmail',
      '/SignIn/GetGrants',
      '/SignIn/LinkGoogle',
      '/SignIn/RequestEmail',
      '/SignIn/UnlinkGoogle',
      '/Sso/Activate',
      '/Sso/Deactivate',
      '/Sso/LinkAgain/:id',
      '/Sso/ReadMetadata',
      '/Sso/StartStepUp',
      '/Sso/Test',
      '/Sso/Update',
      '/SubscriptionManager/CreateCustomerPortalSession',
      '/SubscriptionManager/PayInvoice/:id',
      '/SubscriptionManager/UpdateCard',
      '/SubscriptionManager/UpdateCardToken/:token',
      '/SubscriptionManager/UpdateSubscription',
      '/Tenant/Create',
      '/Tenant/Delete/:id',
      '/TenantUserInvitation/CancelRequest/:id',
      '/User/DeleteMe',
      '/User/ExportData',
      '/User/UpdatePassword',
      '/Webhook/Create',
      '/Webhook/Delete/:id',
      '/Webhook/Replay/:delivery',
      '/Webhook/ReplayMany/:id',
      '/Webhook/RotateKey/:id',
      '/Webhook/SendTest/:id',
      '/Webhook/Update/:id',
    ]);
  });

  test.each(inPerson)('$method $path returns 403', async ({ method, path }) => {
    const { id, owner } = await createTestOrganization(product);
    const { headers } = await actAs(owner, id);
    const answer = await product.app.inject({
      method,
      url: `/api${path.replace(':id', id).replace(':token', 'pm_card_visa')}`,
      headers,
      ...(method !== 'DELETE' && { payload: {} }),
    });
    expect(answer.json()).toMatchObject({ status: 403, code: 'errors.access.impersonating' });
  });

  test('the operator can’t invite or promote people to Owner or Admin', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const [admin, member] = [await add(Role.Admin), await add(Role.Member)];
    const { api } = await actAs(owner, id);
    const refused = code('access.impersonating');
    const names = { firstName: 'Rui', lastName: 'Alves' };
    const invite = (role: Role) => {
      const email = `${crypto.randomUUID()}@example.com`;
      return api.invitations.invite({ body: { email, ...names, role } });
    };
    await expect(invite(Role.Owner)).rejects.toEqual(refused);
    await expect(invite(Role.Admin)).rejects.toEqual(refused);
    await expect(invite(Role.Member)).resolves.toMatchObject({ role: Role.Member });
    const change = (params: { id: string }, role: Role) =>
      api.members.update({ params, body: { role, ...names } });
    await expect(change({ id: member.member }, Role.Admin)).rejects.toEqual(refused);
    await expect(change({ id: admin.member }, Role.Admin)).resolves.toBeDefined();
    await expect(change({ id: admin.member }, Role.Member)).resolves.toBeDefined();
    await expect(
      owner.api.invitations.invite({
        body: { email: 'in-person@example.com', ...names, role: Role.Admin },
      }),
    ).resolves.toMatchObject({ role: Role.Admin });
  });

  test('the operator can’t enable a join link without acceptance but can disable it', async () => {
    const { id, owner } = await createTestOrganization(product);
    const { api } = await actAs(owner, id);
    const set = (by: typeof api, enableLink: boolean, requireAcceptance: boolean) =>
      by.invitations.updateSettings({
        body: { enableLink, enablePublicUrl: false, requireAcceptance },
      });
    await expect(set(api, true, false)).rejects.toEqual(code('access.impersonating'));
    await expect(set(api, true, true)).resolves.toMatchObject({ linkActive: true });
    await expect(set(api, true, false)).rejects.toEqual(code('access.impersonating'));
    await expect(set(owner.api, true, false)).resolves.toMatchObject({ requireAcceptance: false });
    await expect(set(api, false, false)).resolves.toMatchObject({ linkActive: false });
  });

  test('the operator can’t add, demote or remove owners', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const [second, member] = [await add(Role.Owner), await add(Role.Member)];
    const { api } = await actAs(owner, id);
    const names = { firstName: 'Rui', lastName: 'Alves' };
    const refused = code('access.impersonating');
    const change = (member_: string, role: Role) =>
      api.members.update({ params: { id: member_ }, body: { role, ...names } });
    await expect(change(member.member, Role.Owner)).rejects.toEqual(refused);
    await expect(change(second.member, Role.Member)).rejects.toEqual(refused);
    await expect(api.members.remove({ params: { id: second.member } })).rejects.toEqual(refused);
    await expect(
      api.invitations.invite({ body: { ...names, email: 'new@example.com', role: Role.Owner } }),
    ).rejects.toEqual(refused);
    expect((await change(member.member, Role.Guest)).role).toBe(Role.Guest);
  });
});

/** Creates a separate operator with two sessions, so that one can end the other. */
const secondOperator = async () => {
  const email = `${crypto.randomUUID()}@pregao.local`;
  await open.owner.query(
    `insert into users (email, first_name, type, operator_role, password_hash, verified_at)
     select $2, 'Second', 0, 'administrator', password_hash, now() from users where email = $1`,
    [(await registerOwner(product)).user.email, email],
  );
  const signIn = async () => {
    const body = { email, password: memberPassword };
    const { user, token } = await product.anyone.accounts.login({ body });
    return { id: user.id, api: callerOf({ authorization: `Bearer ${token}` }) };
  };
  return { ...(await signIn()), elsewhere: (await signIn()).api };
};
type Operator = Awaited<ReturnType<typeof secondOperator>>;

const endings: [string, (operator: Operator) => Promise<unknown>][] = [
  ['signs out', ({ api }) => api.accounts.logout()],
  [
    'ends the session from another browser',
    async ({ elsewhere }) => {
      const other = (await elsewhere.users.getSessions()).find(({ current }) => !current);
      await elsewhere.users.revokeSession({ params: { id: other?.id ?? '' } });
    },
  ],
  [
    'changes the password',
    async ({ api }) => {
      const passwordNew = 'another one of the tests';
      const body = { passwordCurrent: memberPassword, passwordNew, passwordConfirm: passwordNew };
      await api.users.updatePassword({ body });
    },
  ],
  [
    'is deactivated',
    ({ id }) => open.owner.query('update users set active = false where id = $1', [id]),
  ],
  [
    'is demoted to a normal user',
    ({ id }) =>
      open.owner.query('update users set type = 1, operator_role = null where id = $1', [id]),
  ],
  ['is deleted', ({ id }) => open.owner.query('delete from users where id = $1', [id])],
];

test.each(endings)('impersonation ends when the operator %s (R-SEC-08)', async (_name, end) => {
  const [person, operator_] = [await createTestUser(product), await secondOperator()];
  const { token } = await operator_.api.accounts.impersonate({
    params: { userId: person.id },
    body: { reason: 'Ticket 7' },
  });
  const acting = callerOf({ authorization: `Bearer ${token}` });
  expect((await acting.users.getCurrent()).id).toBe(person.id);
  await end(operator_);
  await expect(acting.users.getCurrent()).rejects.toEqual(code('unauthorized'));
  expect((await person.api.users.getCurrent()).id).toBe(person.id);
});

test('sign-out keeps the sessions of other users and operators', async () => {
  const [person, leaving, staying] = [
    await createTestUser(product),
    await secondOperator(),
    await secondOperator(),
  ];
  const { token } = await staying.api.accounts.impersonate({
    params: { userId: person.id },
    body: { reason: 'Ticket 7' },
  });
  await leaving.api.accounts.logout();
  await person.api.accounts.logout();
  const acting = callerOf({ authorization: `Bearer ${token}` });
  expect((await acting.users.getCurrent()).id).toBe(person.id);
});
