import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ScimToken } from '#contract/scim/scim.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';

type Props = {
  token: ScimToken;
  onRevoked: () => void;
};

/** Renders the beginning of a token, its expiry and last use, and revokes it after a confirmation. */
export function TokenRow({ token, onRevoked }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { id, prefix, expiresAt, expired, lastUsedAt } = token;
  const revoke = useMutation({
    mutationFn: () => api.scim.revokeToken({ params: { id } }),
    onSuccess: () => {
      onRevoked();
      void toast({ tone: 'success', title: t('provisioning.revoked') });
    },
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    // Also after an error: the token may have been revoked already.
    onSettled: () => cache.invalidateQueries({ queryKey: tenantQueryKey('scim tokens') }),
  });
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('provisioning.revokeTitle', { prefix }),
      text: t('provisioning.revokeText'),
      yes: t('provisioning.revoke'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) revoke.mutate();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <code className="wrap-anywhere">{prefix}</code>
          {expired && <Badge tone="danger">{t('provisioning.expired')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {t('provisioning.expires', { date: date(expiresAt, 'short') })}
          {' · '}
          {lastUsedAt ? (
            <>
              {t('provisioning.lastUsed')} <DateTime at={lastUsedAt} />
            </>
          ) : (
            t('provisioning.neverUsed')
          )}
        </p>
      </div>
      <Button
        size="sm"
        variant="danger"
        loading={revoke.isPending}
        aria-label={t('provisioning.revokeLabel', { prefix })}
        onClick={() => void ask()}
      >
        {t('provisioning.revoke')}
      </Button>
    </li>
  );
}
