import type { TenantSummary } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { PictureUpload } from '#web/components/forms/picture-upload.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { themeAttributes } from '#web/theme/theme.ts';
import { Card } from '#web/ui/card.tsx';
import { organizationSettings, useApplySettings } from './settings-update.ts';

/** Pictures of an organization; each logo is shown on the background it is meant for. */
const pictures = [
  { type: 'icon' },
  { type: 'logo', on: 'light' },
  { type: 'logoDarkmode', on: 'dark' },
] as const;

/** Edits icon and logos; each is saved as soon as it is chosen. */
export function OrganizationPictures({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  const showUpdated = useApplySettings();
  const { appColor: color } = organizationSettings(tenant);
  return (
    <Card>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {pictures.map(({ type, ...shown }) => (
          <div
            key={type}
            className="rounded-lg border border-line p-4"
            {...('on' in shown && themeAttributes({ theme: shown.on, color }))}
          >
            <PictureUpload
              label={t(`settings.organization.pictures.${type}`)}
              hint={t(`settings.organization.pictures.${type}Hint`)}
              src={tenant[type]}
              onStore={async (picture) =>
                showUpdated(
                  await api.tenants.updateImage({
                    params: { id: tenant.id },
                    body: { type, [type]: picture },
                  }),
                )
              }
            />
          </div>
        ))}
      </div>
    </Card>
  );
}
