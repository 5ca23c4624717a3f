import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { isPaletteKey } from './keys.ts';
import type { pressShortcut } from './shortcuts.ts';
import { listenAhead } from './typed-ahead.ts';

/** Returns a function that opens the command palette, whose code is loaded on first use. */
export function useOpenPalette() {
  const { t } = useTranslation();
  return () => {
    const ahead = listenAhead();
    import('./show.tsx')
      .then(({ showPalette }) => showPalette(ahead))
      .catch(() => {
        ahead.take();
        toast({ tone: 'error', title: t('common.kit.missingPart') });
      });
  };
}

let shortcuts: Promise<{ pressShortcut: typeof pressShortcut }> | undefined;

/** Loads the shortcuts once: two imports may end in another order than the keys were pressed in. */
function loadShortcuts() {
  shortcuts ??= import('./shortcuts.ts').catch((error: unknown) => {
    shortcuts = undefined;
    throw error;
  });
  return shortcuts;
}

// Check boxes of rows have the keys of their list; of open dialogs, the shortcuts know.
const fields = 'input:not([data-select] *), textarea, select, [contenteditable], :popover-open';

const isInField = ({ target }: Event) => target instanceof Element && target.closest(fields);

/** Listens for the keys of the palette and of the shortcuts. */
export function usePaletteKeys() {
  const navigate = useNavigate();
  const open = useOpenPalette();
  // Attached with the page: a person may press keys as soon as it is seen.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (isPaletteKey(event)) {
        event.preventDefault();
        open();
      } else if (event.key.length === 1 && !isInField(event)) {
        loadShortcuts().then(
          (loaded) => loaded.pressShortcut(event, navigate),
          () => undefined,
        );
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
