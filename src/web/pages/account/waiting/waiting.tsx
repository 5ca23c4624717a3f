import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '#contract/errors.ts';
import type { PendingRequest } from '#contract/invitations.ts';
import type { DeactivatedMembership } from '#contract/members.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { nameInitials } from '#web/components/initials.ts';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { homePath, signOut } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';

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
  useQuery({
    queryKey: ['waiting user', id],
    queryFn: async () => {
      const user = await api.users.getCurrent();
      // Loads a new document, which reads the session again.
      if (user.tenants.length > 0) window.location.assign(homePath);
      return user;
    },
    refetchInterval: intervalMs,
  });
}

/** Lists the organizations in which the visitor is deactivated (R-MEM-18). */
function DeactivatedList({ memberships }: { memberships: DeactivatedMembership[] }) {
  const { t } = useTranslation();
  return (
    <ul
      role="list"
      aria-label={t('onboarding.waiting.inactiveList')}
      className="-mt-3 mb-5 divide-y divide-line border-b border-line"
    >
      {memberships.map(({ id, organization: { name, logo } }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 py-3">
          <Avatar shape="square" initials={nameInitials(name)} src={logo} />
          <span className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{name}</span>
          <Badge>{t('onboarding.waiting.inactiveState')}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** Renders a request to join with its organization; it can be canceled (R-ONB-10). */
function Request({ request }: { request: PendingRequest }) {
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
