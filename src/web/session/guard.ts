import { redirect, redirectDocument } from 'react-router';
import {
  missingRights,
  organizationParameter,
  Role,
  UserType,
  type RequiredRights,
} from '#contract/access.ts';
import { normalizePath } from '#contract/calls/address-paths.ts';
import { clearCredentials, storedToken } from '#web/api/credentials.ts';
import { loginPath } from '#web/api/login-path.ts';
import { isAtAddress } from './address.ts';
import { storeResumePath } from './resume.ts';
import { homePath, loadSession, openOrganization, type UserSession } from './session.ts';

/** Runs in the browser before a route and its children: `clientMiddleware = [guard]`. */
type Guard = (visit: { request: Request }) => Promise<void> | void;

/** Requirements of a page beyond being signed in. */
export type Requirement = Pick<RequiredRights, 'role' | 'tier'> & {
  operator?: true;
  /** The address names an organization of others. */
  member?: true;
};

/** Returns the requirements that a session doesn't meet; empty if it may pass. */
export const missingRequirements = (
  {
    user,
    role,
    tier,
  }: Pick<UserSession, 'role' | 'tier'> & { user: Pick<UserSession['user'], 'type'> },
  required: Requirement,
): Requirement => ({
  ...(required.operator && user.type !== UserType.Admin && { operator: true }),
  // A stranger to the organization of an address stays one.
  ...(required.member && { member: true }),
  ...missingRights({ role, tier }, required),
});

/**
 * Returns the path of the page that names the missing requirements, and shows what it knows of the page that lacks a
 * plan. URLSearchParams writes numbers and booleans as text.
 */
export const unauthorizedPath = (missing: Requirement & { from?: string | undefined }) =>
  `/app/unauthorized?${new URLSearchParams(missing as Record<string, string>).toString()}`;

/** Parses the query of {@link unauthorizedPath}. */
export function parseRequirement(search: URLSearchParams): Requirement {
  const number = (name: string) => Number(search.get(name) ?? Number.NaN);
  const role = number('role');
  const tier = number('tier');
  return {
    ...(search.has('operator') && { operator: true }),
    ...(search.has('member') && { member: true }),
    ...((role === Role.Owner || role === Role.Admin || role === Role.Member) && { role }),
    ...(Number.isInteger(tier) && { tier }),
  };
}

/** Path of the page that says why the organization is suspended (R-OPR-13). */
export const suspendedPath = '/account/suspended';

/**
 * Guards the app: requires a session and an organization that is not suspended. Loads the sign-in page as a document, which
 * has the visitor's theme instead of the app's or the operator's.
 */
export const requireSession: Guard = async ({ request }) => {
  if (!storedToken()) throw redirectDocument(loginPath(new URL(request.url)));
  const named = new URL(request.url).searchParams.get(organizationParameter);
  const opened = named && (await openOrganization(named));
  if (opened === 'reload') throw redirectDocument(request.url);
  const session = await loadSession();
  if (session && opened === 'foreign') throw redirect(unauthorizedPath({ member: true }));
  if (session?.tenant.suspension) throw redirectDocument(suspendedPath);
  // At the own address of an organization: a former member.
  if (!session && isAtAddress()) {
    clearCredentials();
    throw redirectDocument('/account/login');
  }
  // The waiting page signs out who waits for nothing.
  if (!session) throw redirectDocument('/account/waiting');
};

/**
 * Guards the app: asks first for the acceptance of terms that have changed (R-LEG-04). An operator who acts as
 * the person can't accept for them.
 */
export const requireAcceptance: Guard = async ({ request }) => {
  const user = (await loadSession())?.user;
  if (!user?.mustAccept || user.impersonatedBy) return;
  const { pathname, search } = new URL(request.url);
  storeResumePath(`${pathname}${search}`);
  throw redirectDocument('/account/acceptance');
};

/** Guards the account pages: sends a signed-in visitor home (R-ACC-01). */
export const requireSignedOut: Guard = () => {
  if (storedToken()) throw redirect(homePath);
};

/** Guards one page: `export const clientMiddleware = [requireAccess({ tier: 2 })]`. */
export const requireAccess =
  (required: Requirement, from?: string): Guard =>
  async () => {
    const session = await loadSession();
    const missing = session ? missingRequirements(session, required) : {};
    if (Object.keys(missing).length > 0)
      throw redirect(unauthorizedPath(missing.tier && from ? { ...missing, from } : missing));
  };

/** Guards the pages of a menu: each requires what the nearest entry above it needs. */
export const requireEntryAccess =
  (entries: readonly { to: string; needs?: Requirement }[]): Guard =>
  async (visit) => {
    const path = `${normalizePath(new URL(visit.request.url).pathname)}/`;
    const [entry] = entries
      .filter(({ to }) => path.startsWith(`${to}/`))
      .toSorted((one, other) => other.to.length - one.to.length);
    await requireAccess(entry?.needs ?? {}, entry?.to)(visit);
  };
