import { afterAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { PoliciesInput } from '#contract/calls/policies.ts';
import { enroll, totpCode } from '#server/identity/factors/test/factors.ts';
import {
  createTestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { connectProvider, createSsoOrganization } from '#server/identity/sso/test/connection.ts';
import { newIdentity, startSso } from '#server/identity/sso/test/flow.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import { sharedApplication, toTestMember } from '#server/test/application.ts';

const product = await sharedApplication();
const sso = await startSso(product);
afterAll(() => sso.provider.close());
const none: PoliciesInput = {
  sessionHours: null,
  idleHours: null,
  signInMethods: null,
  emailDomains: null,
};
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'admitted',
    ({ code }: { code: string }) => code,
  );

describe('a session of an identity provider (R-POL-12)', () => {
  /**
   * A person with a second factor and an address of a provider's organization, who signs in there; `vault` is another
   * organization of theirs.
   */
  const signedInByProvider = async () => {
    const identity = newIdentity(sso.organization);
    const first = await sso.signInWith(identity);
    const { secret } = await enroll(toTestMember(product, first));
    const session = await sso.signInWith(identity);
    const vault = await createTestOrganization(product);
    await vault.add(Role.Admin, { person: { id: session.user.id } as never });
    const at = (tenant: string) =>
      product.callerOf({ authorization: `Bearer ${session.token}`, 'x-tenant-key': tenant });
    return { session, secret, vault, inVault: at(vault.id), atHome: at(sso.organization.id) };
  };
  const due = 'access.stepUpRequired';

  test('is admitted to its organization, and to others once the person has used their own factor', async () => {
    const { inVault, atHome, secret } = await signedInByProvider();
    expect(await outcomeOf(atHome.tenants.getCurrent())).toBe('admitted');
    expect(await outcomeOf(inVault.tenants.getCurrent())).toBe(due);
    expect(await outcomeOf(inVault.users.getCurrent())).toBe('admitted');
    const body = { method: 'totp' as const, code: totpCode(secret) };
    await inVault.factors.stepUp({ body });
    expect(await outcomeOf(inVault.tenants.getCurrent())).toBe('admitted');
    expect(await outcomeOf(inVault.factors.replaceRecoveryCodes())).toBe('admitted');
  });

  test('changes nothing of the account without the person’s own factor', async () => {
    const { session, inVault } = await signedInByProvider();
    const { user } = session;
    const calls = [
      inVault.factors.replaceRecoveryCodes(),
      inVault.factors.removeTotp(),
      inVault.users.exportData(),
      inVault.users.updatePassword({ body: { passwordNew: 'a new password 1' } as never }),
      inVault.users.removeSelf({} as never),
      inVault.users.update({ params: { id: user.id }, body: { firstName: 'X', lastName: 'Y' } }),
      inVault.factors.removeDevice({ params: { id: user.id } }),
    ];
    expect(await Promise.all(calls.map(outcomeOf))).toEqual(calls.map(() => due));
    expect(await outcomeOf(inVault.apiKeys.getAll())).toBe(due);
  });

  test('hears nothing of other organizations in the hub', async () => {
    const { session, vault } = await signedInByProvider();
    const { hub } = await connectTestHub(product, session.token);
    await expect(hub.invoke('JoinGroup', vault.id)).rejects.toThrow('realtime.notMember');
    await hub.invoke('JoinGroup', sso.organization.id);
  });
});

describe('an API key (R-KEY-03)', () => {
  const keyOf = async ({ api }: TestOrganizationMember) => {
    const body = { name: 'Key', role: Role.Admin, scopes: ['organization:read'], days: 90 };
    const { key } = await api.apiKeys.create({ body: body as never });
    const caller = product.callerOf({ authorization: `Bearer ${key}` });
    return () => outcomeOf(caller.tenants.getCurrent());
  };

  test('rests while its creator lacks the second factor that the organization requires', async () => {
    const { owner, add } = await createTestOrganization(product);
    await enroll(owner as never);
    const admin = await add(Role.Admin);
    const [enter, enterAsOwner] = [await keyOf(admin), await keyOf(owner)];
    await owner.api.policies.update({ body: { ...none, factorDays: 0 } });
    expect([await enter(), await enterAsOwner()]).toEqual(['policy.secondFactor', 'admitted']);
    await enroll(admin as never);
    expect(await enter()).toBe('admitted');
  });

  test('rests while single sign-on is enforced and its creator can’t sign in by it', async () => {
    const organization = await createSsoOrganization(product);
    await connectProvider(product, organization, { issuer: sso.provider.issuer });
    const { owner, add } = organization;
    await enroll(owner as never);
    await product.open.owner.query(
      `update sessions set methods = '{password,totp}' where user_id = $1`,
      [owner.id],
    );
    const enter = await keyOf(await add(Role.Admin));
    const session = await sso.signInWith(newIdentity(organization), organization);
    await product.open.owner.query(
      'update memberships set role = 1 where tenant_id = $1 and user_id = $2',
      [organization.id, session.user.id],
    );
    const enterLinked = await keyOf(toTestMember(product, session) as never);
    await owner.api.policies.update({
      body: { ...none, signInMethods: ['sso'], breakGlassId: owner.id },
    });
    expect([await enter(), await enterLinked()]).toEqual(['policy.ssoRequired', 'admitted']);
  });
});
