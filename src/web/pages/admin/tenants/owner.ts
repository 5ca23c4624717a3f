import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';

/** Returns the first active owner of an organization. */
export const ownerOf = ({ users }: OperatorTenantSummary) =>
  users.find(({ role, status }) => role === Role.Owner && status === MemberStatus.Active);
