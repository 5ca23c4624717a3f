import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ApiKey, overlapHours } from '#contract/api-keys/api-keys.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { roleName } from '#web/components/role-name.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshKeys } from './queries.ts';
import { useScopeText } from './scope-fields.tsx';
import { SecretDialog } from './secret-dialog.tsx';

type Props = {
  apiKey: ApiKey;
  onRevoked: () => void;
};

/** Renders a key with what it may do and its last use; rotates it, or revokes it after a confirmation. */
export function KeyRow({ apiKey, onRevoked }: Props) {
  const { t } = useTranslation();
  const { user } = useSession();
  const dialogs = useDialogs();
  const [isRotating, setRotating] = useState(false);
  const { id, name, prefix, expired, createdBy } = apiKey;
  const revoke = useMutation({
    mutationFn: () => api.apiKeys.revoke({ params: { id } }),
    onSuccess: () => {
      onRevoked();
      void toast({ tone: 'success', title: t('provisioning.keys.revoked') });
    },
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    // Also after an error: the key may have been revoked already.
    onSettled: refreshKeys,
  });
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('provisioning.keys.revokeTitle', { name }),
      text: t('provisioning.keys.revokeText'),
      yes: t('provisioning.keys.revoke'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) revoke.mutate();
  };
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="wrap-anywhere">{name}</span>
          <code className="text-muted">{prefix}</code>
          {expired && <Badge tone="danger">{t('provisioning.keys.expired')}</Badge>}
          {!expired && createdBy === null && (
            <Badge tone="danger">{t('provisioning.keys.withoutCreator')}</Badge>
          )}
        </p>
        <KeyDetails apiKey={apiKey} />
      </div>
      {!user.impersonatedBy && (
        <div className="flex flex-wrap gap-2">
          {!expired && (
            <Button
              size="sm"
              variant="secondary"
              aria-label={
                createdBy
                  ? t('provisioning.keys.rotateLabel', { name })
                  : t('provisioning.keys.takeOverLabel', { name })
              }
              onClick={() => setRotating(true)}
            >
              {createdBy ? t('provisioning.keys.rotate') : t('provisioning.keys.takeOver')}
            </Button>
          )}
          <Button
            size="sm"
            variant="danger"
            loading={revoke.isPending}
            aria-label={t('provisioning.keys.revokeLabel', { name })}
            onClick={() => void ask()}
          >
            {t('provisioning.keys.revoke')}
          </Button>
        </div>
      )}
      {isRotating && <RotateKeyDialog apiKey={apiKey} onClose={() => setRotating(false)} />}
    </li>
  );
}

/** Renders what a key may do, who created it, and when it was used. */
function KeyDetails({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const scopeText = useScopeText();
  const { role, scopes, createdBy, expiresAt, formerUntil, lastUsedAt } = apiKey;
  return (
    <div className="mt-1 grid gap-1 text-sm text-muted">
      <p className="text-pretty">
        {roleName(t, role)}: {scopes.map((scope) => scopeText(scope)).join(', ')}
      </p>
      <p>
        {createdBy && `${t('provisioning.keys.createdBy', { name: createdBy.name })} · `}
        {expiresAt
          ? t('provisioning.keys.expires', { date: date(expiresAt, 'short') })
          : t('provisioning.keys.never')}
        {' · '}
        {lastUsedAt ? (
          <>
            {t('provisioning.keys.lastUsed')} <DateTime at={lastUsedAt} />
          </>
        ) : (
          t('provisioning.keys.neverUsed')
        )}
      </p>
      {formerUntil && (
        <p>
          {t('provisioning.keys.formerUntil')} <DateTime at={formerUntil} />
        </p>
      )}
    </div>
  );
}

type Hours = (typeof overlapHours)[number];

type RotateKeyDialogProps = {
  apiKey: ApiKey;
  onClose: () => void;
};

/**
 * Gives a key a new secret and shows it once; the former one stays valid for a time (R-KEY-05). A key whose person has left
 * is taken over by it.
 */
function RotateKeyDialog({ apiKey: { id, name, createdBy }, onClose }: RotateKeyDialogProps) {
  const { t } = useTranslation();
  const isStopped = createdBy === null;
  const { register, getValues } = useForm<{ overlap: Hours }>({ defaultValues: { overlap: 24 } });
  const rotate = useMutation({
    mutationFn: () => api.apiKeys.rotate({ params: { id }, body: getValues() }),
    onSettled: refreshKeys,
  });
  if (rotate.data) return <SecretDialog secret={rotate.data.key} onClose={onClose} />;
  return (
    <Modal
      title={
        isStopped
          ? t('provisioning.keys.takeOverLabel', { name })
          : t('provisioning.keys.rotateTitle', { name })
      }
      busy={rotate.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" disabled={rotate.isPending} onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {isStopped ? t('provisioning.keys.takeOver') : t('provisioning.keys.rotate')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-sm text-pretty text-muted">
          {isStopped ? t('provisioning.keys.takeOverText') : t('provisioning.keys.rotateText')}
        </p>
        <Select
          label={t('provisioning.keys.overlap')}
          options={overlapHours.map((hours) => ({
            value: hours,
            label:
              hours === 0
                ? t('provisioning.keys.noOverlap')
                : t('provisioning.keys.hours', { count: hours }),
          }))}
          {...register('overlap', { valueAsNumber: true })}
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {rotate.error && failureText(t, rotate.error)}
        </p>
      </div>
    </Modal>
  );
}
