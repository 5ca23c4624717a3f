import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#web/api/queries.ts';
import { loadTexts } from '#web/session/language.ts';
import { topDialogs } from '#web/ui/dialogs/dialogs.tsx';

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
    // The palette names settings wherever it opens; without a network, it has the others.
    await loadTexts('/app/settings').catch(() => undefined);
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
