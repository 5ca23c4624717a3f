import { redirect } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { loadSession } from '#web/session/session.ts';

/** Returns the first settings page that the role may open (R-APP-07). */
function pageFor(role: Role) {
  if (roleAllows(role, Role.Owner)) return 'general';
  return roleAllows(role, Role.Admin) ? 'subscription' : 'members';
}

export async function clientLoader() {
  const session = await loadSession();
  return redirect(`/app/settings/organization/${pageFor(session?.role ?? Role.Guest)}`);
}

export default function OrganizationSettings() {
  return null;
}
