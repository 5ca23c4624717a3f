import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { identityTier, tierAllows } from '#contract/access.ts';
import type { TenantSummary } from '#contract/membership.ts';
import { api, suppressSessionExpiry } from '#web/api/api.ts';
import { storeTenantId } from '#web/api/credentials.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { DangerCard } from '#web/components/danger-card.tsx';
import { pictureMegabytes, PictureUpload } from '#web/components/forms/picture-upload.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { TypedConfirmation } from '#web/components/typed-confirmation.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { leaveNotice } from '#web/session/notice.ts';
import { useSession, signOut, switchTenant } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { themeAttributes } from '#web/theme/theme.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { OwnAddress } from './address.tsx';
import { OrganizationDetails } from './details.tsx';
import { organizationSettings, useApplySettings } from './settings-update.ts';
import { ThemeForm } from './theme-form.tsx';

export const handle: RouteHandle = { title: 'common.menu.organization' };

/** Renders the organization's name, addresses and appearance (R-APP-07). */
export default function GeneralSettings() {
  const { t, textsOf } = useTranslation();
  const { tenant, tier, isOperators } = useSession();
  const readOnly = useReadOnly();
  return (
    <>
      <PageTitle>{t('settings.organization.title')}</PageTitle>
      <PageHeader
        title={t('settings.organization.title')}
        description={t('settings.organization.text', { name: tenant.name })}
      />
      <ReadOnlyNotice />
      <fieldset disabled={readOnly !== null} className="contents">
        <SettingsSection {...textsOf('settings.organization.details')}>
          <OrganizationDetails tenant={tenant} />
        </SettingsSection>
        {tierAllows(tier, identityTier) && !isOperators && (
          <SettingsSection
            id="address"
            title={t('settings.organization.address.title')}
            text={t('settings.organization.address.text')}
          >
            <OwnAddress tenant={tenant} />
          </SettingsSection>
        )}
        <SettingsSection id="look" {...textsOf('settings.organization.look')}>
          <ThemeForm tenant={tenant} />
        </SettingsSection>
        <SettingsSection
          id="pictures"
          title={t('settings.organization.pictures.title')}
          text={t('settings.organization.pictures.text', { max: pictureMegabytes })}
        >
          <OrganizationPictures tenant={tenant} />
        </SettingsSection>
      </fieldset>
      {!isOperators && (
        <SettingsSection id="danger" {...textsOf('settings.organization.danger')}>
          <DeleteOrganization tenant={tenant} />
        </SettingsSection>
      )}
    </>
  );
}

/** Opens the confirmation that deletes the organization. */
function DeleteOrganization({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <DangerCard
        hint={t('settings.organization.danger.hint')}
        label={t('settings.organization.danger.submit')}
        onPress={() => setAsked(true)}
      />
      {asked && <ConfirmDeletion tenant={tenant} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Pictures of an organization; each logo is shown on the background it is meant for. */
const pictures = [
  { type: 'icon' },
  { type: 'logo', on: 'light' },
  { type: 'logoDarkmode', on: 'dark' },
] as const;

/** Edits icon and logos; each is saved as soon as it is chosen. */
function OrganizationPictures({ tenant }: { tenant: TenantSummary }) {
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

type Props = {
  tenant: TenantSummary;
  onClose: () => void;
};

/**
 * Deletes the organization after its name was typed, then opens another organization or signs out
 * (R-ORG-09).
 */
function ConfirmDeletion({ tenant, onClose }: Props) {
  const { t } = useTranslation();
  const { user } = useSession();
  const next = user.tenants.find((membership) => membership.tenant.id !== tenant.id)?.tenant;
  const remove = useMutation({
    mutationFn: async () => {
      await suppressSessionExpiry(() => api.tenants.remove({ params: { id: tenant.id } }));
      leaveNotice('organizationDeleted');
      if (!next) return signOut();
      // Later requests must carry the key of an organization that still exists.
      storeTenantId(next.id);
      await switchTenant(user.id, next.id);
    },
  });
  return (
    <TypedConfirmation
      title={t('settings.organization.danger.confirm', { name: tenant.name })}
      expected={tenant.name}
      label={t('settings.organization.danger.typeName', { name: tenant.name })}
      submit={t('settings.organization.danger.submit')}
      failed={t('settings.organization.danger.failed')}
      deletion={remove}
      onClose={onClose}
    >
      <p>
        {t('settings.organization.danger.confirmText')}
        {!next && ` ${t('settings.organization.danger.only')}`}
      </p>
    </TypedConfirmation>
  );
}
