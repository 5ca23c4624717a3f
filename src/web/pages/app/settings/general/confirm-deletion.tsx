import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TenantSummary } from '#contract/membership.ts';
import { api, suppressSessionExpiry } from '#web/api/api.ts';
import { storeTenantId } from '#web/api/credentials.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { signOut, switchTenant, useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface Props {
  tenant: TenantSummary;
  onClose: () => void;
}

/**
 * Deletes the organization after its name was typed, then opens another organization or signs out
 * (R-ORG-09).
 */
export function ConfirmDeletion({ tenant, onClose }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const { user } = useSession();
  const next = user.tenants.find((membership) => membership.tenant.id !== tenant.id)?.tenant;
  const remove = useMutation({
    mutationFn: async () => {
      await suppressSessionExpiry(() => api.tenants.remove({ params: { id: tenant.id } }));
      if (!next) return signOut();
      // Later requests must carry the key of an organization that still exists.
      storeTenantId(next.id);
      await switchTenant(user.id, next.id);
    },
  });
  const isNamed = typed.trim() === tenant.name;
  const busy = remove.isPending || remove.isSuccess;
  return (
    <Modal
      title={t('settings.organization.danger.confirm', { name: tenant.name })}
      onClose={() => busy || onClose()}
      footer={
        <>
          <Button variant="white" onClick={onClose} disabled={busy}>
            {t('common.action.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="destructive"
            disabled={!isNamed}
            loading={busy}
          >
            <Trash2 aria-hidden className="size-4" />
            {t('settings.organization.danger.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (isNamed && !busy) remove.mutate();
        }}
      >
        <p className="pb-5 text-sm text-pretty text-muted">
          {t('settings.organization.danger.confirmText')}
          {!next && ` ${t('settings.organization.danger.only')}`}
        </p>
        <TextField
          label={t('settings.organization.danger.typeName', { name: tenant.name })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p role="alert" className="pt-3 text-sm text-danger-ink empty:hidden">
          {remove.error &&
            `${t('settings.organization.danger.failed')}. ${failureText(t, remove.error) ?? t('errors.internal')}`}
        </p>
      </form>
    </Modal>
  );
}
