import { useEffect } from 'react';
import { api, isNavigating } from '#web/api/api.ts';
import { isImpersonating, storedTenantId, storeTenantId } from '#web/api/credentials.ts';
import { UpdateNotice } from '#web/components/installed/update-notice.tsx';
import { watchAccount } from '#web/components/security/watch-account.tsx';
import { cacheUser, useSession } from '#web/session/session.ts';
import { loadDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { loadToasts } from '#web/ui/toaster.tsx';

/** Renders the parts of every signed-in page that the first visit does not need. */
export function LaterParts() {
  useEffect(loadBeforeUse, []);
  useEffect(watchAccount, []);
  useLostOrganization();
  useFirstTimeZone();
  return <UpdateNotice />;
}

/** Loads the page again once its person has lost its organization, whose data would stand under the name of another one. */
function useLostOrganization() {
  const { tenant, user } = useSession();
  const { id } = tenant;
  const isImpersonated = user.impersonatedBy !== null;
  useEffect(() => {
    // Signing out has cleared it, and beginning or ending to act as a person has changed it, on the way to another page.
    if (isNavigating() || isImpersonating() !== isImpersonated) return;
    if (storedTenantId() === id) return;
    storeTenantId(id);
    window.location.reload();
  }, [id, isImpersonated]);
}

/** Stores the time zone of this browser for dates in emails while the person has none (R-REL-31). */
function useFirstTimeZone() {
  const { timeZone, impersonatedBy } = useSession().user;
  const isUnknown = timeZone === null && !impersonatedBy;
  useEffect(() => {
    if (!isUnknown) return;
    const body = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
    // A zone that the server does not know stays unknown.
    void api.users.updateTimeZone({ body }).then(cacheUser, () => undefined);
  }, [isUnknown]);
}

/** Loads what may be needed without a network. */
function loadBeforeUse() {
  loadDialogs().catch(() => undefined);
  loadToasts().catch(() => undefined);
}
