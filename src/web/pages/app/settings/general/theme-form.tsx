import { Check } from 'lucide-react';
import { useId } from 'react';
import { useForm, useWatch, type UseFormRegisterReturn } from 'react-hook-form';
import type { TenantSummary } from '#contract/membership.ts';
import { colors, backgrounds, type Color, type Theme } from '#contract/themes.ts';
import { api } from '#web/api/api.ts';
import { setFormFailure } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { nameInitials } from '#web/components/initials.ts';
import { useTranslation } from '#web/session/translation.ts';
import { themeAttributes } from '#web/theme/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ColorPicker } from '#web/ui/color-picker.tsx';
import { organizationSettings, useApplySettings } from './settings-update.ts';

/** Edits background and color with a live preview. */
export function ThemeForm({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  const showUpdated = useApplySettings();
  const { appTheme, appColor } = organizationSettings(tenant);
  const form = useForm({ defaultValues: { appTheme, appColor } });
  const { control, register, handleSubmit, setError, reset, formState } = form;
  const chosen = useWatch({ control });
  const theme = chosen.appTheme ?? appTheme;
  const color = chosen.appColor ?? appColor;

  const save = handleSubmit(async (input) => {
    try {
      const body = { ...organizationSettings(tenant), ...input };
      showUpdated(await api.tenants.update({ params: { id: tenant.id }, body }));
      reset(input);
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: () => undefined });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card footer={<FormFooter edits state={formState} label={t('common.action.save')} />}>
        <div className="flex flex-col gap-6">
          <BackgroundChoice input={register('appTheme')} color={color} />
          <div>
            <p aria-hidden className="mb-2 text-sm font-medium">
              {t('settings.organization.look.color')}
            </p>
            <ColorPicker
              {...register('appColor')}
              label={t('settings.organization.look.color')}
              swatches={colors.map((value) => ({ value, label: t(`site.color.${value}`) }))}
            />
          </div>
          <ThemePreview tenant={tenant} theme={{ theme, color }} />
        </div>
      </Card>
    </form>
  );
}

type Props = {
  input: UseFormRegisterReturn;
  /** Accent color that each background is shown with. */
  color: Color;
};

/** Renders the choice of the four backgrounds, each as a sample of itself. */
function BackgroundChoice({ input, color }: Props) {
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

type ThemePreviewProps = {
  tenant: TenantSummary;
  theme: Theme;
};

const bars = ['h-6', 'h-10', 'h-8', 'h-14', 'h-11', 'h-16'];

/** Renders a non-interactive miniature of the app in the chosen theme. */
function ThemePreview({ tenant, theme }: ThemePreviewProps) {
  const { t } = useTranslation();
  return (
    <figure>
      <figcaption className="mb-2 text-sm font-medium">
        {t('settings.organization.look.preview')}
      </figcaption>
      <div
        {...themeAttributes(theme)}
        aria-hidden
        className="flex overflow-hidden rounded-lg border border-line text-sm select-none"
      >
        <div className="flex w-2/5 max-w-44 flex-col gap-1 border-r border-line bg-surface p-3">
          <div className="mb-2 flex items-center gap-2">
            <Avatar
              size="sm"
              shape="square"
              src={tenant.icon}
              initials={nameInitials(tenant.name)}
            />
            <span className="truncate font-semibold">{tenant.name}</span>
          </div>
          <span className="truncate rounded-md bg-accent-soft px-2 py-1.5 font-medium text-accent-ink">
            {t('app.menu.dashboard')}
          </span>
          <span className="truncate px-2 py-1.5 text-muted">{t('transactions.title')}</span>
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3 p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="text-base font-semibold">{t('app.dashboard.title')}</span>
            <span className={buttonClass('primary', 'sm')}>
              {t('app.dashboard.newTransaction')}
            </span>
          </div>
          <div className="flex flex-1 flex-col justify-between gap-3 rounded-lg border border-line bg-surface p-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-muted">{t('app.dashboard.period.thisMonth')}</span>
              <Badge tone="success">+12%</Badge>
            </div>
            <div className="flex items-end gap-2">
              {bars.map((height) => (
                <span key={height} className={`flex-1 rounded-t-sm bg-chart-1 ${height}`} />
              ))}
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}
