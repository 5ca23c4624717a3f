import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '#contract/api-keys/api-keys.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { KeyDetails } from './key-details.tsx';
import { refreshKeys } from './queries.ts';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

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
