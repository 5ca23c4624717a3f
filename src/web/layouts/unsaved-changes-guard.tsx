import { useEffect, useEffectEvent } from 'react';
import { useBlocker, type Blocker, type BlockerFunction } from 'react-router';
import { setSessionRenewal } from '#web/api/api.ts';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { lastUnsavedForm } from '#web/ui/unsaved-changes.ts';
import { renewSession } from './renew-session.tsx';

/**
 * Asks before unsaved changes are lost by following a link, going back, or closing or reloading the
 * page, or by the end of the session. Nothing is lost by a reload if a draft is kept (R-DRF-01). A panel
 * closes by navigating to its page, so only going back asks there.
 */
export function UnsavedChangesGuard() {
  const texts = useKitTexts();
  const blocker = useBlocker(isLeaving);
  const ask = useEffectEvent(async ({ state, proceed, reset }: Blocker) => {
    if (state !== 'blocked') return;
    const form = lastUnsavedForm();
    const leaves = await form?.dialogs.confirm({
      title: texts.discardTitle,
      text: texts.discardText,
      yes: texts.discard,
      no: texts.keepEditing,
      danger: true,
    });
    if (leaves === false) return reset();
    form?.onDiscard?.();
    proceed();
  });
  useEffect(() => void ask(blocker), [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      const form = lastUnsavedForm();
      if (form && !form.isSaving && !form.isKept) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  useEffect(() => setSessionRenewal(renewSession), []);
  return null;
}

const isLeaving: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
  const form = lastUnsavedForm();
  if (!form || form.isSaving || currentLocation.pathname === nextLocation.pathname) return false;
  return !form.isPanel || historyAction === 'POP';
};
