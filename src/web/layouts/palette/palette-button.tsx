import { Search } from 'lucide-react';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { commandKey } from './keys.ts';
import { useOpenPalette } from './palette-keys.ts';

/** Renders the button of the command palette: as a search field, or as an icon beside a phone's title. */
export function PaletteButton({ icon = false }: { icon?: boolean }) {
  const { t } = useTranslation();
  const open = useOpenPalette();
  const label = t('common.menu.search');
  if (icon) {
    return (
      <IconButton label={label} aria-haspopup="dialog" className="ml-auto" onClick={open}>
        <Search aria-hidden />
      </IconButton>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
      className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg max-lg:hidden border border-line bg-field px-3 text-sm text-muted transition-colors hover:border-line-strong hover:text-ink rail:justify-center rail:px-0"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="truncate rail:sr-only">{label}</span>
      <kbd aria-hidden className="ml-auto font-sans text-xs whitespace-nowrap rail:hidden">
        {commandKey()} K
      </kbd>
    </button>
  );
}
