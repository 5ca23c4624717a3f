import { useTranslation } from 'react-i18next';
import type { TenantSummary } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { PictureUpload } from '#web/components/picture-upload.tsx';
import { Card } from '#web/ui/card.tsx';
import { useShowUpdated } from './update.ts';

const pictures = ['icon', 'logo', 'logoDarkmode'] as const;

/** Icon and logos; each is stored as soon as it is chosen. */
export function Pictures({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  const showUpdated = useShowUpdated();
  return (
    <Card>
      <div className="grid items-start gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {pictures.map((type) => (
          <PictureUpload
            key={type}
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
        ))}
      </div>
    </Card>
  );
}
