import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { allEndpoints, callEndpoint } from '#server/platform/http/test/endpoints.ts';
import {
  toTestMember,
  memberPassword,
  registerOwner,
  signInOperator,
  sharedApplication,
  type TestMember,
} from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';

/**
 * Checks that a revoked right ends with the next request, on every endpoint of the contract (R-ACC-19,
 * R-MEM-14). A usual run divides the endpoints among the ways to lose the right, which the guard treats alike;
 * `LONGRUN=all` tries all of them in each.
 */
const product = await sharedApplication();
const { accounts } = product.anyone;
const operator = await signInOperator(product);
const closed = allEndpoints.filter(({ access }) => access.who !== 'anyone');
const open = allEndpoints.filter(({ access }) => access.who === 'anyone');
const forMembers = allEndpoints.filter(({ access }) => access.who === 'member');
const openStatuses = async (of: typeof allEndpoints, headers: Record<string, string> = {}) => {
  const answers = await Promise.all(of.map((endpoint) => callEndpoint(product, endpoint, headers)));
  return answers.map(({ statusCode }) => statusCode);
};

/** Returns the share of the endpoints that the way to lose a right with this number tries. */
const shareOf = (endpoints: typeof allEndpoints, number: number, ways: object) =>
  endpoints.filter((_, n) => repetitions(false, true) || n % Object.keys(ways).length === number);

type Headers = Record<string, string>;
const statusesOf = async (of: typeof allEndpoints, headers: Headers) => {
  const seen: Record<string, number> = {};
  for (const endpoint of of) {
    const { statusCode } = await callEndpoint(product, endpoint, headers);
    seen[`${endpoint.method} ${endpoint.path}`] = statusCode;
  }
  return seen;
};
const all = (of: typeof allEndpoints, status: number) =>
  Object.fromEntries(of.map(({ method, path }) => [`${method} ${path}`, status]));
const change = (statement: string, id: string) => product.open.owner.query(statement, [id]);
const chosen = { password: 'a new password', passwordConfirm: 'a new password' };

type Ending = (person: TestMember) => Promise<Headers | void>;
/**
 * Ways to end a session; they return the headers that are revoked, unless these are the person's own.
 */
const endings: Record<string, Ending> = {
  'a password change in another session': async ({ user }) => {
    const session = await accounts.login({
      body: { email: user.email, password: memberPassword },
    });
    const { passwordConfirm: passwordNew, ...rest } = chosen;
    await toTestMember(product, session).api.users.updatePassword({
      body: { passwordCurrent: memberPassword, passwordNew, passwordConfirm: rest.password },
    });
  },
  'a password reset': async ({ user: { email } }) => {
    const { verifyToken = '' } = await accounts.reset({ params: { email } });
    await accounts.verify({ body: { email, token: verifyToken, ...chosen } });
  },
  'a password change by the operator': async ({ user }) => {
    const { password } = chosen;
    await operator.api.users.setPassword({ params: { userId: user.id }, body: { password } });
  },
  'sign-out': async ({ api }) => void (await api.accounts.logout()),
  'revocation from the list of sessions': async ({ user, api }) => {
    const [current] = (await api.users.getSessions()).filter((session) => session.current);
    const session = await accounts.login({
      body: { email: user.email, password: memberPassword },
    });
    const { users } = toTestMember(product, session).api;
    await users.revokeSession({ params: { id: current?.id ?? '' } });
  },
  'account deletion': ({ api }) => api.users.removeSelf(),
  'account deletion by the operator': ({ user }) =>
    operator.api.users.removeOfAny({ params: { id: user.id } }),
  'account deactivation': async ({ user }) => {
    await change('update users set active = false where id = $1', user.id);
  },
  expiry: async ({ user }) => {
    await change('update sessions set expires_at = now() where user_id = $1', user.id);
  },
  'the end of an impersonation': async ({ user }) => {
    const session = await operator.api.accounts.impersonate({
      params: { userId: user.id },
      body: { reason: 'Ticket 7' },
    });
    const { api, headers } = toTestMember(product, session);
    await api.accounts.logout();
    return headers;
  },
};

describe.each(Object.entries(endings).map(([name, end], n) => [name, end, n] as const))(
  'After %s',
  (_name, end, n) => {
    test('the old token is rejected on every endpoint', async () => {
      const person = await registerOwner(product, { plan: 'Starter' });
      await person.api.tenants.getCurrent();
      const headers = (await end(person)) ?? person.headers;
      const some = shareOf(closed, n, endings);
      expect(await statusesOf(some, headers)).toEqual(all(some, 401));
      const others = shareOf(open, n, endings);
      expect(await openStatuses(others, headers)).toEqual(await openStatuses(others));
    });
  },
);

type Setting = { owner: TestOrganizationMember; member: TestOrganizationMember };
const departures: Record<string, (setting: Setting) => Promise<unknown>> = {
  'removal from the organization': ({ owner, member }) =>
    owner.api.members.remove({ params: { id: member.member } }),
  leaving: ({ member }) => member.api.members.remove({ params: { id: member.member } }),
  'deactivation of the membership': ({ owner, member }) =>
    owner.api.members.deactivate({ params: { id: member.member } }),
  'deactivation of the membership by the operator': ({ member }) =>
    operator.api.members.deactivateOfAny({ params: { id: member.member } }),
  'deletion of the organization': ({ owner }) =>
    owner.api.tenants.remove({ params: { id: owner.tenant } }),
  'deletion of the organization by the operator': ({ owner }) =>
    operator.api.tenants.removeOfAny({ params: { id: owner.tenant } }),
};

describe.each(Object.entries(departures).map(([name, depart], n) => [name, depart, n] as const))(
  'After %s',
  (_name, depart, n) => {
    test('every endpoint answers 404 for the organization to the old token', async () => {
      const { owner, add } = await createTestOrganization(product);
      const member = await add(Role.Owner, { person: await createTestUser(product) });
      await member.api.tenants.getCurrent();
      await depart({ owner, member });
      const some = shareOf(forMembers, n, departures);
      expect(await statusesOf(some, member.headers)).toEqual(all(some, 404));
      await expect(member.api.users.getCurrent()).resolves.toMatchObject({ tenants: [] });
    });
  },
);
