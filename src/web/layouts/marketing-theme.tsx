import { Moon, Palette, Sun } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { colors } from '#contract/themes.ts';
import { useTranslation } from '#web/session/translation.ts';
import { chooseColor, toggleTheme } from '#web/theme/choose-theme.ts';
import { ColorPicker } from '#web/ui/color-picker.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/**
 * Renders the theme toggle. CSS selects the visible label and icon, because a cached page doesn't
 * know the theme.
 */
export function ThemeToggle() {
  const { t } = useTranslation();
  return (
    <button type="button" data-toggle-theme onClick={toggleTheme} className={toggleClass}>
      <span className="in-data-[theme=light]:hidden">
        <Sun aria-hidden />
        <span className="sr-only">{t('common.theme.toLight')}</span>
      </span>
      <span className="hidden in-data-[theme=light]:inline">
        <Moon aria-hidden />
        <span className="sr-only">{t('common.theme.toDark')}</span>
      </span>
    </button>
  );
}

const toggleClass =
  'inline-flex size-9 shrink-0 noscript:hidden cursor-pointer items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink [&_svg]:size-4.5';

/** Observes the color of the document, which the theme code sets. */
function watchDocument(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-color'] });
  return () => observer.disconnect();
}

const useShownColor = () =>
  useSyncExternalStore(
    watchDocument,
    () => document.documentElement.dataset.color ?? '',
    () => '',
  );

/** Renders the 23 colors in a popover. */
export function ColorMenu() {
  const { t } = useTranslation();
  const id = useId();
  const shown = useShownColor();
  return (
    <>
      <IconButton label={t('common.theme.color')} popoverTarget={id} className="noscript:hidden">
        <Palette aria-hidden />
      </IconButton>
      <div
        id={id}
        popover="auto"
        data-colors
        className="kit-popover kit-popover-end w-68 rounded-lg border border-line bg-raised p-3 shadow-md"
      >
        <ColorPicker
          label={t('common.theme.color')}
          value={shown}
          swatches={colors.map((value) => ({ value, label: t(`site.color.${value}`) }))}
          onChange={({ target: { value } }) => chooseColor(value)}
        />
      </div>
    </>
  );
}
