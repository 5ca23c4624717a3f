import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { createContext } from 'react';
import { organizationParameter, UserType, type Role } from '#contract/access.ts';
import { entitlementOf, type Entitlement } from '#contract/admission/entitlement.ts';
import type { TenantSummary } from '#contract/membership.ts';
import type { Currency } from '#contract/money.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { SignInReply, User } from '#contract/users.ts';
import { api, suppressSessionExpiry } from '#web/api/api.ts';
import {
  clearCredentials,
  isImpersonating,
  storeImpersonationToken,
  storedTenantId,
  storedToken,
  storeTenantId,
  storeToken,
} from '#web/api/credentials.ts';
import { signedOutPath } from '#web/api/login-path.ts';
import { queryClient } from '#web/api/queries.ts';
import { safeRedirect } from './redirect.ts';

/** The user, with their role in the organization of this tab. */
export type UserSession = {
  user: User;
  tenant: TenantSummary;
  role: Role;
} & Entitlement;

/**
 * Returns the session in one of the user's organizations: the requested one, else the default, else
 * any; null without one.
 */
export function sessionOf(user: User, tenantId: string | null): UserSession | null {
  const memberships = user.tenants.filter(({ status }) => status === MemberStatus.Active);
  const membership =
    memberships.find(({ tenant }) => tenant.id === tenantId) ??
    memberships.find(({ tenant }) => tenant.id === user.defaultTenant) ??
    memberships[0];
  if (!membership) return null;
  const { tenant, role } = membership;
  return { user, tenant, role, ...entitlementOf(tenant) };
}

const currentUser = queryOptions({
  queryKey: ['user'],
  queryFn: () => api.users.getCurrent(),
  staleTime: 300_000,
});

/** Loads the session for the guards, and stores its organization as the one of this tab. */
export async function loadSession() {
  const session = sessionOf(await queryClient.ensureQueryData(currentUser), storedTenantId());
  if (session) storeTenantId(session.tenant.id);
  return session;
}

/**
 * Opens the organization that an address names in this tab: `loaded`, `reload` if the tab shows another one, or
 * `foreign` if the user isn't its member.
 */
export async function openOrganization(tenantId: string) {
  const user = await queryClient.ensureQueryData(currentUser);
  if (sessionOf(user, tenantId)?.tenant.id !== tenantId) return 'foreign';
  const before = storedTenantId();
  storeTenantId(tenantId);
  const isShown = queryClient.getQueryCache().findAll({ queryKey: [before] }).length > 0;
  return isShown && before !== tenantId ? 'reload' : 'loaded';
}

/**
 * Names the organization in the address of a person who has several while they use the address bar, so that a copy or
 * bookmark opens the same one (R-ORG-12).
 */
export function nameOrganization({ user, tenant }: UserSession, isNamed: boolean) {
  if (user.tenants.length < 2) return;
  const url = new URL(window.location.href);
  if (isNamed) url.searchParams.set(organizationParameter, tenant.id);
  else url.searchParams.delete(organizationParameter);
  if (url.href !== window.location.href) history.replaceState(history.state, '', url);
}

/** Currency of the organization whose pages are shown; null on pages of none, such as the operator's (R-ORG-13). */
export const OrganizationCurrency = createContext<Currency | null>(null);

/** Returns the session of a guarded page. */
export function useSession(): UserSession {
  const { data } = useSuspenseQuery(currentUser);
  const session = sessionOf(data, storedTenantId());
  if (!session) throw new Error('Signed-in page rendered without a current organization');
  return session;
}

/** Returns the user of this page; undefined before it is loaded. */
export const cachedUser = () => queryClient.getQueryData(currentUser.queryKey);

/** Updates the cached user with the server's reply. */
export const cacheUser = (user: User) => queryClient.setQueryData(currentUser.queryKey, user);

/** Updates one of the user's cached organizations with the server's reply. */
export const cacheTenant = (changed: TenantSummary) =>
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

/** Starts a session with the reply of any call that signs in. */
export function startSession({ user, token }: SignInReply) {
  queryClient.clear();
  queryClient.setQueryData(currentUser.queryKey, user);
  storeToken(token);
  const tenant = user.currentTenant?.id ?? user.defaultTenant;
  if (tenant) storeTenantId(tenant);
}

export const homePath = '/app/dashboard';

/** Returns the page after signing in: the requested one, else the home page (R-ACC-04). */
export const landingPath = (user: Pick<User, 'type'>, redirect: string | null) =>
  safeRedirect(redirect) ?? (user.type === UserType.Admin ? '/admin/dashboard' : homePath);

/** Switches this tab to another organization. */
export function selectTenant(tenantId: string) {
  storeTenantId(tenantId);
  // Loads a new document, which drops all cached data of the other organization.
  window.location.assign(homePath);
}

/** Switches to another organization in this tab and stores it as the default, if that is possible now (R-ORG-02). */
export async function switchTenant(userId: string, tenantId: string) {
  // An impersonating operator must not change the user's default organization.
  if (!isImpersonating())
    await api.users.updateDefaultTenant({ params: { userId, tenantId } }).catch(() => undefined);
  selectTenant(tenantId);
}

/**
 * Impersonates a user in this tab (R-SEC-08). The browser keeps the operator's own session: other
 * tabs use it, and this one returns to it.
 */
export function startImpersonation(
  { user, token }: SignInReply,
  tenantId = user.currentTenant?.id,
) {
  storeImpersonationToken(token);
  if (tenantId) storeTenantId(tenantId);
  window.location.assign(homePath);
}

/**
 * Clears everything of an ended session from this browser, but drafts. `elsewhere`: where the session of the identity provider that
 * opened it ends, which sends the browser back (R-SSO-13).
 */
export function clearSession(elsewhere?: string) {
  const path = elsewhere ?? signedOutPath();
  clearCredentials();
  // Loads a new document, which drops the screen and all cached data.
  window.location.assign(path);
}

/** Returns what the names of a person's stored views of lists begin with (decision 49). */
export const viewsPrefix = () => `views.${cachedUser()?.id ?? ''}.`;

/** Removes the input of this user that the browser keeps, or that of all people if the user is unknown (R-DRF-06). */
export async function forgetInput() {
  if (!('kept' in localStorage && storedToken())) return;
  const kept = await import('#web/api/kept-input.ts').catch(() => null);
  await kept?.forgetInputOf(cachedUser()?.id ?? null).catch(() => undefined);
}

/** Ends the session here and on the server; after an impersonation the operator's own continues. */
export async function signOut() {
  await forgetInput();
  const ended = await suppressSessionExpiry(() => api.accounts.logout().catch(() => null));
  clearSession(ended?.url);
}
