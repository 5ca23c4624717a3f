import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { roleAllows } from '#contract/access.ts';
import {
  emailTimings,
  notificationKinds,
  type EmailTiming,
} from '#contract/notifications/kinds.ts';
import type { SettingOfKind } from '#contract/notifications/notifications.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { ErrorText } from '#web/components/notifications/error-text.tsx';
import { useSession } from '#web/session/session.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';

const settingsQuery = queryOptions({
  queryKey: ['notification settings'],
  queryFn: () => api.notifications.getSettings(),
});

/** Changes how the person is notified, by kind; each change takes effect immediately (R-NTF-05). */
export function NotificationSettings() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(settingsQuery);
  if (!data && error) {
    return (
      <Card>
        <ErrorText error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  // Kinds for owners and admins concern those who are one somewhere.
  const shown = data?.filter(({ kind }) =>
    user.tenants.some(({ role }) => roleAllows(role, notificationKinds[kind].audience)),
  );
  return (
    <Card flush>
      {shown ? (
        <ul role="list" className="divide-y divide-line">
          {shown.map((setting) => (
            <KindSettings key={setting.kind} setting={setting} />
          ))}
        </ul>
      ) : (
        <div className="grid gap-4 p-5">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-10" />
          ))}
        </div>
      )}
    </Card>
  );
}

function KindSettings({ setting }: { setting: SettingOfKind }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { impersonatedBy } = useSession().user;
  const { mutate } = useMutation({
    mutationFn: ({ kind, ...body }: SettingOfKind) =>
      api.notifications.updateSetting({ params: { kind }, body }),
    onMutate: (changed) =>
      cache.setQueryData(settingsQuery.queryKey, (all) =>
        all?.map((each) => (each.kind === changed.kind ? changed : each)),
      ),
    onError: (error) => {
      void toast({ tone: 'error', title: failureText(t, error) ?? t('errors.internal') });
      return cache.invalidateQueries({ queryKey: settingsQuery.queryKey });
    },
  });
  const kind = t(`notifications.kinds.${setting.kind}.name`);
  const isFixed = impersonatedBy !== null;
  return (
    <li className="grid items-center gap-x-6 gap-y-3 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto_11rem]">
      <p className="text-sm font-medium text-ink">{kind}</p>
      <Switch
        label={
          <>
            {t('notifications.settings.app')}
            <span className="sr-only">: {kind}</span>
          </>
        }
        checked={setting.app}
        disabled={isFixed}
        onChange={({ target }) => mutate({ ...setting, app: target.checked })}
      />
      <Select
        label={t('notifications.settings.email')}
        aria-label={`${t('notifications.settings.email')}: ${kind}`}
        options={emailTimings.map((value) => ({
          value,
          label: t(`notifications.settings.${value}`),
        }))}
        value={setting.email}
        disabled={isFixed}
        onChange={({ target }) => mutate({ ...setting, email: target.value as EmailTiming })}
      />
    </li>
  );
}
