import { useMutation, useQuery } from '@tanstack/react-query';
import type { User } from '#contract/users.ts';
import { api, suppressSessionExpiry } from '#web/api/api.ts';
import { TypedConfirmation } from '#web/components/typed-confirmation.tsx';
import { leaveNotice } from '#web/session/notice.ts';
import { clearSession, forgetInput } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Props = {
  user: User;
  onClose: () => void;
};

/**
 * Lists the organizations that are deleted or left, asks for the email, then deletes the account and signs
 * out (R-ACC-26).
 */
export function ConfirmAccountDeletion({ user: { email }, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useMutation({
    mutationFn: () => suppressSessionExpiry(() => api.users.removeSelf()),
    onSuccess: async () => {
      leaveNotice('accountDeleted');
      await forgetInput();
      clearSession();
    },
  });
  // Other people may change owners and members meanwhile.
  const { data, isError } = useQuery({
    queryKey: ['users', 'deletion'],
    queryFn: () => api.users.getDeletion(),
    gcTime: 0,
  });
  return (
    <TypedConfirmation
      title={t('settings.profile.danger.confirm')}
      expected={email}
      label={t('settings.profile.danger.typeEmail', { email })}
      submit={t('settings.profile.danger.submit')}
      failed={t('settings.profile.danger.failed')}
      deletion={remove}
      ready={data !== undefined}
      onClose={onClose}
    >
      {data && (
        <>
          <Affected text={t('settings.profile.danger.deleted')} tenants={data.deleted} />
          <Affected text={t('settings.profile.danger.left')} tenants={data.left} />
        </>
      )}
      {!data && !isError && <Skeleton className="h-16" />}
      {isError && (
        <p role="alert" className="text-danger-ink">
          {t('settings.profile.danger.unlisted')}
        </p>
      )}
      <p>{t('settings.profile.danger.confirmText')}</p>
    </TypedConfirmation>
  );
}

type AffectedProps = {
  text: string;
  tenants: readonly { id: string; name: string; members: number; keys: string[] }[];
};

function Affected({ text, tenants }: AffectedProps) {
  const { t } = useTranslation();
  if (tenants.length === 0) return null;
  return (
    <div>
      <p>{text}</p>
      <ul className="mt-2 max-h-48 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {tenants.map(({ id, name, members, keys }) => (
          <li key={id} className="flex justify-between gap-4 px-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium text-ink">{name}</span>
              {keys.length > 0 && (
                <span className="block text-sm">
                  {t('settings.profile.danger.keys', { keys: keys.join(', ') })}
                </span>
              )}
            </span>
            <span className="shrink-0">{t('app.members', { count: members })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
