import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#web/api/queries.ts';
import { loadTextAreas } from '#web/session/language.ts';
import { paletteAreas, type TranslationArea } from '#web/session/page-texts.ts';
import { topDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { entities } from './entities.ts';
import { isPortal } from './pages.ts';

let shown: object | null = null;

/** Returns true while a part opens or is open: the keys are for it. */
export const isPartOpen = () => shown !== null;

/** Opens over the page, or over the panel that is open, whose focus it shares; one at a time. */
export async function openPart(render: (close: () => void) => ReactNode) {
  if (isPartOpen() || document.querySelector('[role=alertdialog]')) return;
  const part = {};
  const end = () => {
    if (shown === part) shown = null;
  };
  shown = part;
  try {
    const subjects = entities.map(({ subject }) => subject as TranslationArea);
    const areas = paletteAreas[isPortal(window.location.pathname) ? 'portal' : 'app'];
    await loadTextAreas([...areas, ...subjects]);
    await topDialogs()?.open((answer) => {
      // The chosen command may open another part.
      const close = () => {
        end();
        answer(true);
      };
      return <QueryClientProvider client={queryClient}>{render(close)}</QueryClientProvider>;
    });
  } finally {
    end();
  }
}
