import { expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { createInvitation, invitationBody } from '#server/identity/invitations/test/invitations.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { sharedApplication, signInOperator } from '#server/test/application.ts';

/** Memberships that an operator can't change while they act as a person, in a session that may write (R-SEC-08). */
const product = await sharedApplication();
const operator = await signInOperator(product);
const refused = expect.objectContaining({ code: 'access.impersonating' });

const actAs = async ({ id: userId }: { id: string }, tenant: string) => {
  const { token } = await operator.api.accounts.impersonate({
    params: { userId },
    body: { reason: 'Ticket 7' },
  });
  const api = product.callerOf({ authorization: `Bearer ${token}`, 'x-tenant-key': tenant });
  await api.accounts.allowWriting();
  return api;
};

test('the operator can’t deactivate owners, or reactivate owners and admins', async () => {
  const { id, owner, add } = await createTestOrganization(product);
  const [second, admin, member] = [
    await add(Role.Owner),
    await add(Role.Admin),
    await add(Role.Member),
  ];
  const api = await actAs(owner, id);
  const of = (target: typeof second) => ({ params: { id: target.member } });
  await expect(api.members.deactivate(of(second))).rejects.toEqual(refused);
  for (const target of [second, admin]) {
    await owner.api.members.deactivate(of(target));
    await expect(api.members.reactivate(of(target))).rejects.toEqual(refused);
  }
  await api.members.deactivate(of(member));
  await expect(api.members.reactivate(of(member))).resolves.toMatchObject({
    status: MemberStatus.Active,
  });
});

test('the operator can’t join an organization as the user', async () => {
  const [{ id, owner }, there] = [
    await createTestOrganization(product),
    await createTestOrganization(product),
  ];
  const { link } = await there.owner.api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
  });
  const { email, token } = await createInvitation(
    product,
    (await createTestOrganization(product)).owner,
    invitationBody(Role.Member, owner.email),
  );
  const api = await actAs(owner, id);
  const join = { params: { token: link }, body: { email } };
  await expect(api.invitations.requestAccess(join)).rejects.toEqual(refused);
  const accept = { params: { token }, body: { email } };
  await expect(api.invitations.accept(accept)).rejects.toEqual(refused);
  await expect(owner.api.invitations.accept(accept)).resolves.toBeDefined();
});
