import { useMutation } from '@tanstack/react-query';
import type { TenantSummary } from '#contract/membership.ts';
import { api, suppressSessionExpiry } from '#web/api/api.ts';
import { storeTenantId } from '#web/api/credentials.ts';
import { TypedConfirmation } from '#web/components/typed-confirmation.tsx';
import { leaveNotice } from '#web/session/notice.ts';
import { signOut, switchTenant, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  tenant: TenantSummary;
  onClose: () => void;
};

/**
 * Deletes the organization after its name was typed, then opens another organization or signs out
 * (R-ORG-09).
 */
export function ConfirmDeletion({ tenant, onClose }: Props) {
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
