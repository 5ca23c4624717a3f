import { useEffect } from 'react';
import { storedTenantId, storeTenantId } from '#web/api/credentials.ts';
import { UpdateNotice } from '#web/components/installed/update-notice.tsx';
import { watchAccount } from '#web/components/security/watch-account.tsx';
import { useSession } from '#web/session/session.ts';
import { loadDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { loadToasts } from '#web/ui/toaster.tsx';

/** Renders the parts of every signed-in page that the first visit does not need. */
export function LaterParts() {
  useEffect(loadBeforeUse, []);
  useEffect(watchAccount, []);
  useLostOrganization();
  return <UpdateNotice />;
}

/** Loads the page again once its person has lost its organization, whose data would stand under the name of another one. */
function useLostOrganization() {
  const { id } = useSession().tenant;
  useEffect(() => {
    if (storedTenantId() === id) return;
    storeTenantId(id);
    window.location.reload();
  }, [id]);
}

/** Loads what may be needed without a network. */
function loadBeforeUse() {
  loadDialogs().catch(() => undefined);
  loadToasts().catch(() => undefined);
}
