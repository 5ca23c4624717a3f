import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { createTestUser } from '#server/identity/members/test/organizations.ts';
import { sharedApplication } from '#server/test/application.ts';
import { connectProvider, createSsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { signIdToken } from './test/provider.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const {
  provider,
  key,
  organization,
  start,
  finish,
  issuing,
  signInWith,
  outcomes,
  outcomeOf,
  roleOf,
} = await startSso(product);
afterAll(() => provider.close());

describe('An account (R-SSO-05)', () => {
  const refused = (claims: JWTPayload, of = organization) => outcomeOf(signInWith(claims, of), of);

  test('is out of reach with an address outside of the verified domains', async () => {
    const stranger = await createTestUser(product);
    expect(await refused({ sub: randomUUID(), email: stranger.email })).toBe('otherDomain');
    const lookalike = `a@${organization.domain}.evil.example`;
    expect(await refused({ sub: randomUUID(), email: lookalike })).toBe('otherDomain');
    expect(await refused({ sub: randomUUID() })).toBe('noEmail');
    expect(await refused({ ...newIdentity(organization), email_verified: false })).toBe('noEmail');
  });

  test('is out of reach once the domain is no longer verified', async () => {
    const other = await createSsoOrganization(product);
    await connectProvider(product, other, { issuer: provider.issuer });
    const person = newIdentity(other);
    await signInWith(person, other);
    await store.query('update verified_domains set verified_at = null where tenant_id = $1', [
      other.id,
    ]);
    expect(await refused(person, other)).toBe('otherDomain');
  });

  test('with an address of the domain is linked, and keeps its other organizations', async () => {
    const { user } = await signInWith(newIdentity(organization));
    const other = await createSsoOrganization(product);
    await store.query(
      'insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 2, 2, 1)',
      [other.id, user.id],
    );
    const existing = await store.query<{ id: string }>(
      `insert into users (email, first_name, verified_at) values ($1, 'Rui', now()) returning id`,
      [`rui@${organization.domain}`],
    );
    const claims = { sub: randomUUID(), email: `rui@${organization.domain}` };
    provider.tokenFor = issuing(claims);
    const started = await start();
    expect((await finish(started)).question).toMatchObject({ email: claims.email });
    const { state, flow } = started;
    await product.anyone.sso.answer({
      body: { organization: organization.id, state, flow, joins: true },
    });
    const linked = await signInWith(claims);
    expect(linked.user).toMatchObject({ id: existing.rows[0]?.id, firstName: 'Rui' });
  });

  test('that was prepared by another person loses its password and sessions', async () => {
    const email = `prepared@${organization.domain}`;
    const { rows } = await store.query<{ id: string }>(
      `insert into users (email, password_hash) values ($1, 'hash') returning id`,
      [email],
    );
    await store.query(
      `insert into sessions (token_hash, user_id, expires_at) values ('\\x01', $1, now() + interval '1 day')`,
      [rows[0]?.id],
    );
    await signInWith({ sub: randomUUID(), email });
    const { rows: after } = await store.query(
      `select password_hash, (select count(*)::int from sessions where user_id = users.id and revoked_at is null) as sessions
       from users where id = $1`,
      [rows[0]?.id],
    );
    expect(after).toEqual([{ password_hash: null, sessions: 1 }]);
  });

  test('stays with its identity: another one with the same address is refused', async () => {
    const person = newIdentity(organization);
    const { user } = await signInWith(person);
    expect(await refused({ ...person, sub: randomUUID() })).toBe('otherIdentity');
    const renamed = await signInWith({
      ...person,
      email: `renamed-${person.sub}@${organization.domain}`,
    });
    expect(renamed.user.id).toBe(user.id);
  });

  test('is out of reach once its own address has left the verified domains', async () => {
    const person = newIdentity(organization);
    const { user } = await signInWith(person);
    await store.query('update users set email = $2 where id = $1', [
      user.id,
      `${person.sub}@example.com`,
    ]);
    expect(await refused(person)).toBe('otherDomain');
  });

  test('of an operator or of a closed account is refused', async () => {
    for (const [name, values] of Object.entries({ operator: '0, true', closed: '1, false' })) {
      const email = `${name}@${organization.domain}`;
      await store.query(
        `insert into users (email, verified_at, type, active) values ($1, now(), ${values})`,
        [email],
      );
      expect(await refused({ sub: randomUUID(), email })).toBe('accountRefused');
    }
  });

  test('takes a seat: there is none beyond the limit, also in parallel', async () => {
    const small = await createSsoOrganization(product, { seats: 3 });
    await connectProvider(product, small, { issuer: provider.issuer });
    const claimsFor = new Map<string, JWTPayload>();
    provider.tokenFor = (nonce) =>
      signIdToken(provider, { key, kid: 'first', nonce, claims: claimsFor.get(nonce) ?? {} });
    const begin = async (person: JWTPayload) => {
      const flow = await start(small);
      claimsFor.set(flow.nonce, person);
      return { person, flow };
    };
    // Starts again after a 503: on a slow machine concurrent sign-ins exceed the lock timeout.
    const signIn = async ({ person, flow }: Awaited<ReturnType<typeof begin>>): Promise<unknown> =>
      finish(flow).catch(async (error: unknown) => {
        if (!(error instanceof Failure) || error.code !== 'unavailable') throw error;
        return signIn(await begin(person));
      });
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(newIdentity(small))));
    const results = await Promise.allSettled(begun.map(signIn));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await small.seatsTaken()).toBe(3);
    expect((await outcomes(small)).filter((outcome) => outcome === 'noSeat')).toHaveLength(4);
  });

  test('is not created where the organization adds no members', async () => {
    const closed = await createSsoOrganization(product);
    await connectProvider(product, closed, {
      issuer: provider.issuer,
      provisions: false,
    });
    const person = newIdentity(closed);
    expect(await refused(person, closed)).toBe('noMember');
    const { rows } = await store.query('select from users where email = $1', [person.email]);
    expect(rows).toEqual([]);
  });
});

test('a session of the own provider fulfills the policy of sign-in methods, and no other (R-SSO-05)', async () => {
  const strict = await createSsoOrganization(product);
  await connectProvider(product, strict, { issuer: provider.issuer });
  await store.query(
    `insert into tenant_policies (tenant_id, sign_in_methods) values ($1, '{passkey}')`,
    [strict.id],
  );
  const { user, token } = await signInWith(newIdentity(strict), strict);
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-key': strict.id };
  const read = () => product.callerOf(headers).tenants.getCurrent();
  await expect(read()).resolves.toMatchObject({ id: strict.id });
  await store.query('update sessions set sso_tenant_id = $2 where user_id = $1', [
    user.id,
    organization.id,
  ]);
  await expect(read()).rejects.toMatchObject({ code: 'policy.signInMethod' });
});

test('roles follow a claim, but never to or from owner (R-SSO-06)', async () => {
  const mapped = await createSsoOrganization(product);
  await connectProvider(product, mapped, {
    issuer: provider.issuer,
    roleClaim: 'groups',
    roles: [
      { value: 'admins', role: Role.Admin },
      { value: 'guests', role: Role.Guest },
    ],
  });
  const person = newIdentity(mapped);
  const { user } = await signInWith({ ...person, groups: ['guests', 'admins'] }, mapped);
  expect(await roleOf(user.id, mapped)).toBe(Role.Admin);
  await signInWith({ ...person, groups: 'guests' }, mapped);
  expect(await roleOf(user.id, mapped)).toBe(Role.Guest);
  await signInWith(person, mapped);
  expect(await roleOf(user.id, mapped)).toBe(Role.Member);
  await store.query('update memberships set role = 0 where tenant_id = $1 and user_id = $2', [
    mapped.id,
    user.id,
  ]);
  await signInWith({ ...person, groups: ['guests'] }, mapped);
  expect(await roleOf(user.id, mapped)).toBe(Role.Owner);
});
