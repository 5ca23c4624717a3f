import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { queryClient, tenantKey } from '#web/api/queries.ts';

/** Returns the query of an organization's members, Owner first (R-MEM-01). */
export const memberList = (tenantId: string) =>
  queryOptions({
    queryKey: tenantKey('members'),
    queryFn: () => api.members.getAll({ params: { tenantId } }),
  });

/** Returns the query of the join link's settings. */
export const inviteSettings = (tenantId: string) =>
  queryOptions({
    queryKey: tenantKey('invite settings'),
    queryFn: () => api.invitations.getSettings({ params: { tenantId } }),
  });

/** Refetches the members and the session, which holds the viewer's own role and the seats taken. */
export const refreshMembers = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: tenantKey('members') }),
    queryClient.invalidateQueries({ queryKey: ['user'] }),
  ]);
