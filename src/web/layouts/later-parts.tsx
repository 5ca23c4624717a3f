import { useEffect } from 'react';
import { UpdateNotice } from '#web/components/installed/update-notice.tsx';
import { watchAccount } from '#web/components/security/watch-account.tsx';
import { loadDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { loadToasts } from '#web/ui/toaster.tsx';

/** Renders the parts of every signed-in page that the first visit does not need. */
export function LaterParts() {
  useEffect(loadBeforeUse, []);
  useEffect(watchAccount, []);
  return <UpdateNotice />;
}

/** Loads what may be needed without a network. */
function loadBeforeUse() {
  loadDialogs().catch(() => undefined);
  loadToasts().catch(() => undefined);
}
