import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { UserType, type Role } from '#contract/access.ts';
import { type TenantProduct, type TenantSummary } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { LoggedIn, User } from '#contract/users.ts';
import { api, departing } from '#web/api/api.ts';
import {
  forgetCredentials,
  isActing,
  storeActingToken,
  storedTenant,
  storeTenant,
  storeToken,
} from '#web/api/credentials.ts';
import { leavingPath } from '#web/api/login-path.ts';
import { queryClient } from '#web/api/queries.ts';
import { safeRedirect } from './redirect.ts';

/** Who is signed in, and as what in the organization of this tab. */
export type Session = {
  user: User;
  tenant: TenantSummary;
  role: Role;
  /** The active product; null without one. */
  product: TenantProduct | null;
  /** Its tier; 0 without one. */
  tier: number;
};

/** The session in one of the person's organizations: the asked one, else their default, else any. */
export const sessionOf = (user: User, tenantId: string | null): Session | null => {
  const memberships = user.tenants.filter(({ status }) => status === MemberStatus.Active);
  const membership =
    memberships.find(({ tenant }) => tenant.id === tenantId) ??
    memberships.find(({ tenant }) => tenant.id === user.defaultTenant) ??
    memberships[0];
  if (!membership) return null;
  const { tenant, role } = membership;
  const product = tenant.products.find(({ active }) => active) ?? null;
  return { user, tenant, role, product, tier: product?.subscriptionProduct.tier ?? 0 };
};

const currentUser = queryOptions({
  queryKey: ['user'],
  queryFn: () => api.users.getCurrent(),
  staleTime: 300_000,
});

/** The session for the guards; the organization becomes the one of this tab. */
export const loadSession = async () => {
  const session = sessionOf(await queryClient.ensureQueryData(currentUser), storedTenant());
  if (session) storeTenant(session.tenant.id);
  return session;
};

/** The session of a page behind the guard. */
export const useSession = (): Session => {
  const { data } = useSuspenseQuery(currentUser);
  const session = sessionOf(data, storedTenant());
  if (!session) throw new Error('A signed-in page was shown to somebody without organization');
  return session;
};

/** Shows the signed-in person as the server just described them. */
export const showUser = (user: User) => queryClient.setQueryData(currentUser.queryKey, user);

/** Shows one of their organizations as the server just described it. */
export const showTenant = (changed: TenantSummary) =>
  queryClient.setQueryData(
    currentUser.queryKey,
    (user) =>
      user && {
        ...user,
        tenants: user.tenants.map((membership) =>
          membership.tenant.id === changed.id ? { ...membership, tenant: changed } : membership,
        ),
      },
  );

/** Begins a session with the answer of whatever signed in. */
export const signIn = ({ user, token }: LoggedIn) => {
  queryClient.clear();
  queryClient.setQueryData(currentUser.queryKey, user);
  storeToken(token);
  const tenant = user.currentTenant?.id ?? user.defaultTenant;
  if (tenant) storeTenant(tenant);
};

export const home = '/app/dashboard';

/** Where a new session goes: to the page that was asked for, else home (section 4). */
export const landingOf = (user: Pick<User, 'type'>, redirect: string | null) =>
  safeRedirect(redirect) ?? (user.type === UserType.Admin ? '/admin/dashboard' : home);

/** Works in another organization in this tab. */
export const openTenant = (tenantId: string) => {
  storeTenant(tenantId);
  // A whole new document: nothing of the other organization stays in memory.
  window.location.assign(home);
};

/** Works in another organization from now on: in this tab, and at the next sign-in. */
export const switchTenant = async (userId: string, tenantId: string) => {
  // Where somebody's next sign-in begins is not for who acts as them to choose.
  if (!isActing()) await api.users.updateDefaultTenant({ params: { userId, tenantId } });
  openTenant(tenantId);
};

/**
 * Acts as somebody in this tab (readings.md, Accounts). The operator's own session stays the browser's:
 * other tabs go on with it, and this one comes back to it.
 */
export const actAs = ({ user, token }: LoggedIn, tenantId = user.currentTenant?.id) => {
  storeActingToken(token);
  if (tenantId) storeTenant(tenantId);
  window.location.assign(home);
};

/** Leaves nothing of a session that is over in this tab. */
export const forgetSession = () => {
  const path = leavingPath();
  forgetCredentials();
  // A whole new document: what was on screen and in memory goes with the old one.
  window.location.assign(path);
};

/** Ends the session here and at the server; whoever acted as somebody is themselves again. */
export const signOut = async () => {
  await departing(() => api.accounts.logout().catch(() => undefined));
  forgetSession();
};
