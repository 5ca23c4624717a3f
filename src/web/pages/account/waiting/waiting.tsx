import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { PendingRequest } from '#contract/invitations.ts';
import type { DeactivatedMembership } from '#contract/members.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { homePath, signOut } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DeactivatedList } from './deactivated-list.tsx';
import { Request } from './request.tsx';

/** Interval of checks for an answer, in milliseconds. */
const intervalMs = 10_000;

type Props = {
  visitor: User;
  requests: PendingRequest[];
  deactivated: DeactivatedMembership[];
};

/**
 * Lists the requests, and the organizations in which the visitor is deactivated; opens the app once a request is
 * accepted or a membership reactivated (R-MEM-18).
 */
export function Waiting({ visitor, requests: initialData, deactivated }: Props) {
  const { t } = useTranslation();
  useEntryOnceAccepted(visitor);
  const { data: requests } = useQuery({
    queryKey: ['my requests'],
    queryFn: () => api.invitations.getMyRequests(),
    initialData,
    refetchInterval: intervalMs,
  });
  const isWaiting = requests.length > 0;
  const isDeactivated = deactivated.length > 0;
  return (
    <AccountPanel
      {...(isDeactivated && !isWaiting
        ? {
            title: t('onboarding.waiting.inactiveTitle'),
            text: t('onboarding.waiting.inactiveText'),
          }
        : {
            title: t(isWaiting ? 'onboarding.waiting.title' : 'onboarding.waiting.noneTitle'),
            text: isWaiting
              ? t('onboarding.waiting.text', { email: visitor.email })
              : t('onboarding.waiting.noneText'),
          })}
    >
      {isWaiting && (
        <ul
          role="list"
          aria-label={t('onboarding.waiting.list')}
          className="-mt-3 mb-5 divide-y divide-line border-b border-line"
        >
          {requests.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      )}
      {isDeactivated && <DeactivatedList memberships={deactivated} />}
      {isWaiting && <p className="mb-4 text-sm text-muted">{t('onboarding.waiting.own')}</p>}
      <div className="flex flex-wrap gap-3 *:flex-1 *:basis-44">
        <Button
          variant={isWaiting || isDeactivated ? 'white' : 'primary'}
          render={<Link to="?new" />}
        >
          {t('onboarding.waiting.create')}
        </Button>
        <Button variant="white" onClick={() => void signOut()}>
          {t('onboarding.waiting.signOut')}
        </Button>
      </div>
    </AccountPanel>
  );
}

/** Opens the app as soon as a request is accepted. */
function useEntryOnceAccepted({ id }: User) {
  const { data } = useQuery({
    queryKey: ['waiting user', id],
    queryFn: () => api.users.getCurrent(),
    refetchInterval: intervalMs,
  });
  const isMember = (data?.tenants.length ?? 0) > 0;
  useEffect(() => {
    // Loads a new document, which reads the session again.
    if (isMember) window.location.assign(homePath);
  }, [isMember]);
}
