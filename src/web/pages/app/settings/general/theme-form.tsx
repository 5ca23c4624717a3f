import { useForm, useWatch } from 'react-hook-form';
import type { TenantSummary } from '#contract/membership.ts';
import { colors } from '#contract/themes.ts';
import { api } from '#web/api/api.ts';
import { setFormFailure } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { ColorPicker } from '#web/ui/color-picker.tsx';
import { BackgroundChoice } from './backgrounds.tsx';
import { organizationSettings, useApplySettings } from './settings-update.ts';
import { ThemePreview } from './theme-preview.tsx';

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
