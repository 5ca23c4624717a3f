import { useMutation } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Requests a new email for an expired invitation. It only ever goes to the invited address. */
export function RequestNewInvitation({ token }: { token: string }) {
  const { t } = useTranslation();
  const asking = useMutation(
    { mutationFn: () => api.invitations.askAgain({ params: { token } }) },
    queryClient,
  );
  if (asking.isSuccess) {
    return (
      <Banner tone="success" role="status" className="mt-4">
        {t('members.invitation.askedAgain')}
      </Banner>
    );
  }
  const isGone = asking.error instanceof Failure && asking.error.code === 'notFound';
  return (
    <>
      <Button className="mt-6 w-full" loading={asking.isPending} onClick={() => asking.mutate()}>
        {t('members.invitation.askAgain')}
      </Button>
      <p role="alert" className="mt-3 text-sm text-danger-ink empty:hidden">
        {isGone ? t('members.invitation.gone') : failureText(t, asking.error)}
      </p>
    </>
  );
}
