import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';
import { createSsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';

/** Checks members with another identity at the provider than before (R-SSO-21). */
const product = await sharedApplication();
const { provider, organization, start, finish, issuing, signInWith, outcomeOf } =
  await startSso(product);
afterAll(() => provider.close());

/** Signs a person in, changes their identity at the provider, and returns the refused sign-in. */
const renamed = async () => {
  const person = newIdentity(organization);
  const { user, token } = await signInWith(person);
  const now = { ...person, sub: randomUUID() };
  expect(await outcomeOf(signInWith(now))).toBe('otherIdentity');
  const [event] = (await organization.owner.api.sso.getEvents({})).items;
  return { person, now, user, token, event: event?.id ?? '' };
};

const linkAgain = (id: string, { owner } = organization) =>
  owner.api.sso.linkAgain({ params: { id } });

describe('A member with another identity at the provider than before (R-SSO-21)', () => {
  test('is linked at the next sign-in after an owner has allowed it, once they agree', async () => {
    const { person, now, user, token, event } = await renamed();
    const api = product.callerOf({ authorization: `Bearer ${token}` });
    expect(await api.users.getCurrent()).toMatchObject({ id: user.id });
    await linkAgain(event);
    await expect(api.users.getCurrent()).rejects.toMatchObject({ status: 401 });
    provider.tokenFor = issuing(now);
    const started = await start();
    expect((await finish(started)).question).toMatchObject({ email: now.email, isMember: true });
    const { state, flow } = started;
    const body = { organization: organization.id, state, flow, joins: true };
    expect((await product.anyone.sso.answer({ body })).session?.user.id).toBe(user.id);
    expect((await signInWith(now)).user.id).toBe(user.id);
    // The former name is a stranger's.
    expect(await outcomeOf(signInWith(person))).toBe('otherIdentity');
    const { items } = await organization.owner.api.audit.getAll({});
    expect(items.find(({ action }) => action === 'member.linkedAgain')).toMatchObject({
      action: 'member.linkedAgain',
    });
  });

  test('is linked again by their refused sign-in alone, in their organization, once', async () => {
    const { now, event } = await renamed();
    const [, joined] = (await organization.owner.api.sso.getEvents({})).items;
    const notFound = { code: 'notFound' };
    await expect(linkAgain(joined?.id ?? '')).rejects.toMatchObject(notFound);
    await expect(linkAgain(randomUUID())).rejects.toMatchObject(notFound);
    const other = await createSsoOrganization(product);
    await expect(linkAgain(event, other)).rejects.toMatchObject(notFound);
    expect(await outcomeOf(signInWith(now))).toBe('otherIdentity');
    await linkAgain(event);
    await expect(linkAgain(event)).rejects.toMatchObject(notFound);
  });
});
