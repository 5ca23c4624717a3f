import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestUser, type TestPerson } from '#server/identity/members/test/organizations.ts';
import { sharedApplication } from '#server/test/application.ts';
import { connectProvider, createSsoOrganization, type SsoOrganization } from './test/connection.ts';
import { startSso, type StartedFlow } from './test/flow.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const { provider, organization, start, finish, issuing, signInWith, outcomes, outcomeOf, roleOf } =
  await startSso(product);
afterAll(() => provider.close());
const { name } = await organization.owner.api.tenants.getCurrent();
const expired = expect.objectContaining({ code: 'sso.expired' });

/** Creates a person who signs in another way, with an address of the organization. */
const createPerson = async ({ domain }: SsoOrganization = organization): Promise<TestPerson> => {
  const person = await createTestUser(product);
  const email = `${randomUUID()}@${domain}`;
  await store.query('update users set email = $2 where id = $1', [person.id, email]);
  return { ...person, email };
};

/** Finishes a sign-in in which the provider names a person; returns the reply and how to answer. */
const finishAs = async (claims: JWTPayload, of: SsoOrganization = organization) => {
  provider.tokenFor = issuing(claims);
  const started = await start(of);
  const reply = await finish(started);
  const answer = (joins: boolean, changes: Partial<StartedFlow> = {}) => {
    const { organization: id, state, flow } = { ...started, ...changes };
    return product.anyone.sso.answer({ body: { organization: id, state, flow, joins } });
  };
  return { started, reply, answer };
};

const traces = async ({ id }: TestPerson, { id: tenant }: SsoOrganization = organization) => {
  const { rows } = await store.query<Record<string, number>>(
    `select (select count(*)::int from memberships where tenant_id = $2 and user_id = $1 and status = 2) as members,
       (select count(*)::int from sso_identities where tenant_id = $2 and user_id = $1) as identities,
       (select count(*)::int from sessions where sso_tenant_id = $2 and user_id = $1) as sessions`,
    [id, tenant],
  );
  return rows[0];
};
const none = { members: 0, identities: 0, sessions: 0 };

describe('An account that exists (R-SSO-17)', () => {
  test('is asked before it joins the organization, once', async () => {
    const person = await createPerson();
    const claims = { sub: randomUUID(), email: person.email };
    const { reply, started, answer } = await finishAs(claims);
    const question = { organization: name, email: person.email, isMember: false };
    expect(reply).toEqual({ session: null, test: null, confirmed: false, question });
    expect(await traces(person)).toEqual(none);
    // The request is not open any more: neither for a response nor for another browser.
    await expect(finish(started)).rejects.toEqual(expired);
    for (const changes of [{ flow: 'other' }, { state: 'other' }, { organization: randomUUID() }])
      await expect(answer(true, changes)).rejects.toEqual(expired);
    expect(await traces(person)).toEqual(none);

    const { session } = await answer(true);
    expect(session?.user).toMatchObject({ id: person.id, currentTenant: { id: organization.id } });
    expect(await traces(person)).toEqual({ members: 1, identities: 1, sessions: 1 });
    expect((await outcomes())[0]).toBe('joined');
    await expect(answer(true)).rejects.toEqual(expired);
    await expect(signInWith(claims)).resolves.toBeDefined();
  });

  test('may decline, and is asked again the next time', async () => {
    const person = await createPerson();
    const claims = { sub: randomUUID(), email: person.email };
    const { answer } = await finishAs(claims);
    expect(await answer(false)).toEqual({ session: null });
    expect(await traces(person)).toEqual(none);
    expect((await outcomes())[0]).toBe('declined');
    await expect(answer(true)).rejects.toEqual(expired);
    expect((await finishAs(claims)).reply.question).not.toBeNull();
  });

  test('is asked again after it has left', async () => {
    const person = await createPerson();
    const claims = { sub: randomUUID(), email: person.email };
    const joined = await (await finishAs(claims)).answer(true);
    const headers = {
      authorization: `Bearer ${joined.session?.token}`,
      'x-tenant-key': organization.id,
    };
    const { rows } = await store.query<{ id: string }>(
      'select id from memberships where tenant_id = $1 and user_id = $2',
      [organization.id, person.id],
    );
    await product.callerOf(headers).members.remove({ params: { id: rows[0]?.id ?? '' } });
    const { reply } = await finishAs(claims);
    expect(reply.question).toMatchObject({ isMember: false });
    expect(await roleOf(person.id)).toBeUndefined();
  });

  test('of a member is asked before it is linked', async () => {
    const person = await createPerson();
    await organization.add(2, { person });
    const { reply, answer } = await finishAs({ sub: randomUUID(), email: person.email });
    expect(reply.question).toMatchObject({ isMember: true });
    expect(await traces(person)).toEqual({ members: 1, identities: 0, sessions: 0 });
    await answer(true);
    expect(await traces(person)).toEqual({ members: 1, identities: 1, sessions: 1 });
  });

  test('is refused before it is asked, and when something has changed before the answer', async () => {
    const closed = await createSsoOrganization(product);
    await connectProvider(product, closed, { issuer: provider.issuer, provisions: false });
    const stranger = await createPerson(closed);
    const claims = { sub: randomUUID(), email: stranger.email };
    expect(await outcomeOf(finishAs(claims, closed), closed)).toBe('noMember');
    // Not for a reason whose removal would admit no one.
    await store.query(
      `insert into tenant_policies (tenant_id, email_domains) values ($1, '{elsewhere.example}')`,
      [closed.id],
    );
    expect(await outcomeOf(finishAs(claims, closed), closed)).toBe('noMember');

    const place = await createSsoOrganization(product);
    await connectProvider(product, place, { issuer: provider.issuer });
    const person = await createPerson(place);
    const asked = await finishAs({ sub: randomUUID(), email: person.email }, place);
    await store.query('update verified_domains set verified_at = null where tenant_id = $1', [
      place.id,
    ]);
    expect(await outcomeOf(asked.answer(true), place)).toBe('otherDomain');
    await store.query('update verified_domains set verified_at = now() where tenant_id = $1', [
      place.id,
    ]);
    const late = await finishAs({ sub: randomUUID(), email: person.email }, place);
    await place.owner.api.sso.deactivate();
    await expect(late.answer(true)).rejects.toEqual(expired);
    expect(await traces(person, place)).toEqual(none);
  });
});

test('the person of a question is kept encrypted, for ten minutes (R-SSO-17)', async () => {
  const person = await createPerson();
  const { answer } = await finishAs({ sub: randomUUID(), email: person.email });
  const { rows } = await store.query<{ identity: Buffer }>(
    'select identity from sso_requests where for_tenant = $1 and identity is not null',
    [organization.id],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { identity } of rows) expect(identity.toString('latin1')).not.toContain('example.com');
  await store.query(
    `update sso_requests set expires_at = now() - interval '1 second' where for_tenant = $1`,
    [organization.id],
  );
  await expect(answer(true)).rejects.toEqual(expired);
});

describe('A suspended organization (R-OPR-13)', () => {
  test.each([
    ['invited', 0],
    ['asking to join', 1],
    ['new', null],
  ])('lets no person join who is %s, until the suspension is lifted', async (_what, status) => {
    const person = await createPerson();
    const claims = { sub: randomUUID(), email: person.email };
    if (status !== null) await organization.add(2, { person, status: status as 0 | 1 });
    const suspend = (since: string, reason: string | null) =>
      store.query(
        `update tenants set suspended_at = ${since}, suspension_reason = $2 where id = $1`,
        [organization.id, reason],
      );
    await suspend('now()', 'Fraud');
    await expect(finishAs(claims)).rejects.toMatchObject({ code: 'sso.failed' });
    expect(await traces(person)).toEqual(none);
    await suspend('null', null);
    expect((await outcomes())[0]).toBe('suspended');
    expect((await finishAs(claims)).reply.question).not.toBeNull();
  });
});

describe('An organization that admits some email domains (R-POL-04)', () => {
  test.each([
    ['invited before', 0],
    ['new', null],
  ])('lets no other person join who is %s', async (_what, status) => {
    const [person, member] = [await createPerson(), await createPerson()];
    if (status !== null) await organization.add(2, { person, status: status as 0 });
    await organization.add(2, { person: member });
    const admit = (domains: string[] | null) =>
      store.query(
        `insert into tenant_policies (tenant_id, email_domains) values ($1, $2)
         on conflict (tenant_id) do update set email_domains = excluded.email_domains`,
        [organization.id, domains],
      );
    const signIn = ({ email }: TestPerson) => finishAs({ sub: randomUUID(), email });
    await admit(['elsewhere.example']);
    expect(await outcomeOf(signIn(person))).toBe('emailDomain');
    expect(await traces(person)).toEqual(none);
    // Members stay when the domains change.
    expect((await signIn(member)).reply.question).toMatchObject({ isMember: true });
    await admit([organization.domain]);
    expect((await signIn(person)).reply.question).not.toBeNull();
    await admit(null);
  });
});
