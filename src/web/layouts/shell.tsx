import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { usePaletteKeys } from './palette/palette-keys.ts';
import { sidebarId } from './sidebar.tsx';
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx';

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
    <div className="min-h-dvh lg:grid lg:grid-cols-[17rem_1fr]">
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
        <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-3 lg:hidden">
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
          className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-5 py-6 outline-none sm:px-8 lg:py-10"
        >
          {children}
        </main>
      </div>
    </div>
  );
}
