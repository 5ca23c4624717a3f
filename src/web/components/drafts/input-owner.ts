import { isImpersonating, storedTenantId } from '#web/api/credentials.ts';
import type { InputOwner } from '#web/api/kept-input.ts';
import { cachedUser } from '#web/session/session.ts';

/**
 * Returns the owner of the input on this page; null while an operator acts as a user, whose input
 * must not stay in the operator's browser (R-DRF-02).
 */
export function inputOwner(): InputOwner | null {
  const user = cachedUser();
  if (!user || isImpersonating()) return null;
  const isPortal = window.location.pathname.startsWith('/admin');
  return { user: user.id, tenant: isPortal ? '' : (storedTenantId() ?? '') };
}
