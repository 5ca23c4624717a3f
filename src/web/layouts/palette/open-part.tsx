import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#web/api/queries.ts';
import { loadTextAreas } from '#web/session/language.ts';
import { paletteAreas, type TranslationArea } from '#web/session/page-texts.ts';
import { topDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { entities } from './entities.ts';
import { isPortal } from './pages.ts';

let isShown = false;

/** Opens over the page, or over the panel that is open, whose focus it shares; one at a time. */
export const openPart = async (render: (close: () => void) => ReactNode) => {
  if (isShown || document.querySelector('[role=alertdialog]')) return;
  isShown = true;
  try {
    const subjects = entities.map(({ subject }) => subject as TranslationArea);
    const areas = paletteAreas[isPortal(window.location.pathname) ? 'portal' : 'app'];
    await loadTextAreas([...areas, ...subjects]);
    await topDialogs()?.open((answer) => (
      <QueryClientProvider client={queryClient}>{render(() => answer(true))}</QueryClientProvider>
    ));
  } finally {
    isShown = false;
  }
};
