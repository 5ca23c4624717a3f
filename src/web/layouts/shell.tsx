import { onlineManager } from '@tanstack/react-query';
import { Menu as MenuIcon, WifiOff } from 'lucide-react';
import { Suspense, type ReactNode, useSyncExternalStore, useEffect, useEffectEvent } from 'react';
import { useBlocker, type Blocker, type BlockerFunction } from 'react-router';
import { setSessionRenewal } from '#web/api/api.ts';
import { isImpersonating } from '#web/api/credentials.ts';
import { cachedUser } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { lastUnsavedForm } from '#web/ui/unsaved-changes.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { usePaletteKeys } from './palette/palette-keys.ts';
import { sidebarId } from './sidebar.tsx';

/** Loads after the page, like what is loaded before use, and not before there is a network. */
const LaterParts = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve));
  return (await import('./later-parts.tsx')).LaterParts;
});

type Props = {
  sidebar: ReactNode;
  /** Title beside the drawer's button, on a phone. */
  title: string;
  /** Buttons at the end of the header, on a phone. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Renders the frame of every signed-in page: a drawer on a phone, a fixed sidebar on a desktop. */
export function Shell({ sidebar, title, actions, children }: Props) {
  const { t } = useTranslation();
  usePaletteKeys();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[17rem_1fr] rail:grid-cols-[4.25rem_1fr]">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('common.skipToContent')}
      </a>
      <ConnectionBanner />
      <UnsavedChangesGuard />
      <Suspense>
        <LaterParts />
      </Suspense>
      {sidebar}
      <div className="flex min-w-0 flex-col">
        <header className="tall:sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-3 lg:hidden">
          <IconButton label={t('common.menu.open')} popoverTarget={sidebarId}>
            <MenuIcon aria-hidden />
          </IconButton>
          <p className="min-w-0 flex-1 truncate font-semibold">{title}</p>
          {actions}
          <PaletteButton icon />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-5 py-4 outline-none sm:gap-6 sm:px-8 sm:py-6 lg:py-10"
        >
          {children}
        </main>
      </div>
    </div>
  );
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** Shows that the device is offline, above everything else and without covering what is pressed. */
function ConnectionBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, isOnline, () => true);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-3 z-60 flex justify-center empty:hidden"
    >
      {!online && (
        <p className="flex items-center gap-2 rounded-lg border border-line bg-raised px-4 py-2 text-sm font-medium text-warning-ink shadow-lg">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('common.failure.offline')}
        </p>
      )}
    </div>
  );
}

/**
 * Asks before unsaved changes are lost by following a link, going back, or closing or reloading the
 * page, or by the end of the session. Nothing is lost by a reload if a draft is kept (R-DRF-01). A panel
 * closes by navigating to its page, so only going back asks there.
 */
function UnsavedChangesGuard() {
  const texts = useKitTexts();
  const blocker = useBlocker(isLeaving);
  const ask = useEffectEvent(async ({ state, proceed, reset }: Blocker) => {
    if (state !== 'blocked') return;
    // The drawer of a phone would cover the question.
    document.getElementById(sidebarId)?.hidePopover();
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

/**
 * Offers to sign in again in place when the session has ended while a form has unsaved changes, so
 * that these are kept. Resolves to false if sign-in on its own page loses nothing.
 */
async function renewSession() {
  const form = lastUnsavedForm();
  const user = cachedUser();
  if (!form || !user || isImpersonating()) return false;
  const loaded = await import('./sign-in-again.tsx').catch(() => null);
  if (!loaded) return false;
  return form.dialogs.open((answer) => <loaded.SignInAgain user={user} onDone={answer} />);
}
