import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignInReply } from '#contract/users.ts';
import { changeDuringLockWait } from '#server/identity/members/test/organizations.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import { sharedApplication } from '#server/test/application.ts';
import { connectProvider, createSsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { startForgingProvider } from './test/provider.ts';

const product = await sharedApplication();
const { provider, organization, signInWith, start, finish, issuing } = await startSso(product);
const other = await startForgingProvider();
afterAll(() => {
  provider.close();
  other.close();
});
const { issuer } = provider;

const isOpen = ({ token }: Pick<SignInReply, 'token'>) =>
  product
    .callerOf({ authorization: `Bearer ${token}` })
    .users.getCurrent()
    .then(
      () => true,
      () => false,
    );

beforeEach(async () => connectProvider(product, organization, { issuer }));

describe('Switching off a provider (R-SSO-16)', () => {
  test('ends the sessions that it has opened, with their sockets, and no others', async () => {
    const place = await createSsoOrganization(product);
    await connectProvider(product, place, { issuer });
    const person = newIdentity(organization);
    const ended = [await signInWith(person), await signInWith(person)];
    const elsewhere = await signInWith(newIdentity(place), place);
    const { closed } = await connectTestHub(product, ended[0]?.token ?? '');
    await organization.owner.api.sso.deactivate();
    expect(await Promise.all(ended.map(isOpen))).toEqual([false, false]);
    await closed;
    expect(await isOpen(elsewhere)).toBe(true);
    await expect(organization.owner.api.tenants.getCurrent()).resolves.toBeDefined();
    const { items } = await organization.owner.api.audit.getAll({});
    expect(items[0]?.action).toBe('ssoConnection.removed');
  });

  test('happens by activating another one, not by a change of settings of the same', async () => {
    const session = await signInWith(newIdentity(organization));
    await connectProvider(product, organization, { issuer, defaultRole: 3 });
    expect(await isOpen(session)).toBe(true);
    await connectProvider(product, organization, { issuer: other.issuer });
    expect(await isOpen(session)).toBe(false);
  });

  test('refuses a sign-in that began before', async () => {
    provider.tokenFor = issuing(newIdentity(organization));
    const started = await start();
    const code = await changeDuringLockWait(product, () => finish(started), {
      tenant: organization.id,
      change: `delete from sso_connections where stage = 'active' and tenant_id = $1`,
      value: organization.id,
    });
    expect(code).toBe('sso.expired');
  });
});
