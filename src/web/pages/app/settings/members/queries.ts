import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { queryClient, tenantKey } from '#web/api/queries.ts';

/** Everybody on the list of an organization, Owner first. */
export const memberList = (tenantId: string) =>
  queryOptions({
    queryKey: tenantKey('members'),
    queryFn: () => api.members.getAll({ params: { tenantId } }),
  });

/** How people may join. */
export const inviteSettings = (tenantId: string) =>
  queryOptions({
    queryKey: tenantKey('invite settings'),
    queryFn: () => api.invitations.getSettings({ params: { tenantId } }),
  });

/** Who belongs to the organization changed, maybe oneself, and how many: everything asks again. */
export const refreshMembers = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: tenantKey('members') }),
    queryClient.invalidateQueries({ queryKey: ['user'] }),
  ]);
