import { queryOptions } from '@tanstack/react-query';
import type { Role } from '#contract/access.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';

/** Returns the query of an organization's members, Owner first (R-MEM-01). */
export const membersQuery = (tenantId: string) =>
  queryOptions({
    queryKey: tenantQueryKey('members'),
    queryFn: () => api.members.getAll({ params: { tenantId } }),
  });

/** Returns the query of the join link's settings. */
export const inviteSettingsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: tenantQueryKey('invite settings'),
    queryFn: () => api.invitations.getSettings({ params: { tenantId } }),
  });

/** Refetches the members and the session, which holds the viewer's own role and the seats taken. */
export const refreshMembers = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: tenantQueryKey('members') }),
    queryClient.invalidateQueries({ queryKey: ['user'] }),
  ]);

/** Invites several people; returns their results, and the entries that may be sent again later as text. */
export async function inviteAll(addresses: string[], role: Role) {
  const results = await api.invitations.inviteMany({ body: { addresses, role } });
  await refreshMembers();
  const isOpen = ({ result }: (typeof results)[number]) =>
    result === 'invalid' || result === 'noSeat';
  const text = results.filter(isOpen).map(({ address }) => address);
  return { results, text: text.join('\n') };
}
