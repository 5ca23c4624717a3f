import { Role } from '#contract/access.ts';
import { type TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';

type Member = Pick<TenantUser, 'email' | 'role' | 'status'> & {
  tenant: { id: string; name: string };
};

/** One organization, as the operator's overview lists it. */
type Organization = { id: string; name: string; owners: string[]; active: number };

/** Groups the members of all organizations by theirs; Active members alone count. */
export function organizationsOf(members: readonly Member[]): Organization[] {
  const found = new Map<string, Organization>();
  for (const { tenant, email, role, status } of members) {
    const organization = found.get(tenant.id) ?? { ...tenant, owners: [], active: 0 };
    found.set(tenant.id, organization);
    if (status !== MemberStatus.Active) continue;
    organization.active += 1;
    if (role === Role.Owner) organization.owners.push(email);
  }
  return [...found.values()];
}
