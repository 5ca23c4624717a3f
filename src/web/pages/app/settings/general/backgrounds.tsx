import { Check } from 'lucide-react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { backgrounds, type Color } from '#contract/themes.ts';
import { useTranslation } from '#web/session/translation.ts';
import { themeAttributes } from '#web/theme/theme.ts';

type Props = {
  input: UseFormRegisterReturn;
  /** Accent color that each background is shown with. */
  color: Color;
};

/** Renders the choice of the four backgrounds, each as a sample of itself. */
export function BackgroundChoice({ input, color }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset aria-describedby={id}>
      <legend className="mb-2 text-sm font-medium">
        {t('settings.organization.look.background')}
      </legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {backgrounds.map((theme) => (
          <label key={theme} className={choiceClass}>
            <input
              {...input}
              type="radio"
              value={theme}
              className="peer absolute inset-0 z-10 cursor-pointer appearance-none rounded-lg outline-none"
            />
            <span
              {...themeAttributes({ theme, color })}
              aria-hidden
              className="flex h-16 gap-1.5 rounded-t-[calc(var(--radius-lg)-1px)] p-2"
            >
              <span className="w-1/4 rounded-sm bg-surface" />
              <span className="flex flex-1 flex-col justify-between rounded-sm bg-surface p-1.5">
                <span className="h-1.5 w-2/3 rounded-full bg-ink" />
                <span className="h-1.5 w-full rounded-full bg-line" />
                <span className="h-3 w-1/2 rounded-sm bg-accent" />
              </span>
            </span>
            <span className="flex items-center justify-between gap-2 border-t border-line px-3 py-2 text-sm font-medium">
              {t(`settings.organization.look.${theme}`)}
            </span>
            <Check
              aria-hidden
              strokeWidth={3}
              className="absolute right-3 bottom-2.5 hidden size-4 text-accent-ink peer-checked:block"
            />
          </label>
        ))}
      </div>
      <p id={id} className="mt-2 text-sm text-muted">
        {t('settings.organization.look.dynamicHint')}
      </p>
    </fieldset>
  );
}

const choiceClass =
  'relative cursor-pointer overflow-hidden rounded-lg border border-line-strong transition-colors ' +
  'hover:border-ink has-checked:border-accent-ink has-checked:ring-1 has-checked:ring-accent-ink ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
