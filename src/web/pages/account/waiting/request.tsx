import { useQueryClient } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import type { PendingRequest } from '#contract/invitations.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { nameInitials } from '#web/components/initials.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';

/** Renders a request to join with its organization; it can be canceled (R-ONB-10). */
export function Request({ request }: { request: PendingRequest }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { id, requestedAt, organization } = request;
  const cancel = async () => {
    const sure = await dialogs.confirm({
      title: t('onboarding.waiting.cancelTitle', { organization: organization.name }),
      text: t('onboarding.waiting.cancelText'),
      yes: t('onboarding.waiting.cancel'),
      no: t('onboarding.waiting.keep'),
      danger: true,
    });
    if (!sure) return;
    try {
      await api.invitations.cancelRequest({ params: { id } });
    } catch (error) {
      // 404: it was answered meanwhile.
      if (!(error instanceof Failure && error.code === 'notFound')) {
        return dialogs.error({ text: failureText(t, error) });
      }
    }
    await cache.invalidateQueries();
    await toast({ tone: 'success', title: t('onboarding.waiting.canceled') });
  };
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Avatar shape="square" initials={nameInitials(organization.name)} src={organization.logo} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold wrap-anywhere">{organization.name}</span>
        <span className="text-sm text-muted">
          {t('onboarding.waiting.since')} <DateTime at={requestedAt} />
        </span>
      </span>
      <Button size="sm" variant="danger" onClick={() => void cancel()}>
        {t('onboarding.waiting.cancel')}
      </Button>
    </li>
  );
}
