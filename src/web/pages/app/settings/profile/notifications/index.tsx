import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toaster.tsx';

const settingsQuery = queryOptions({
  queryKey: ['notification settings'],
  queryFn: () => api.notifications.getSettings(),
});

export const handle: RouteHandle = { title: 'notifications.settings.title' };

export default function Notifications() {
  const { t } = useTranslation();
  const title = t('notifications.settings.title');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} description={t('notifications.settings.text')} />
      <NotificationSettings />
    </>
  );
}

/** Changes how the person is notified, by kind; each change takes effect immediately (R-NTF-05). */
function NotificationSettings() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data, error, refetch } = useQuery(settingsQuery);
  const change = useChange();
  const isFixed = user.impersonatedBy !== null;
  if (!data && error) {
    return (
      <Card>
        <ErrorText error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  const columns: Column<SettingOfKind>[] = [
    {
      key: 'kind',
      header: t('notifications.settings.kind'),
      render: ({ kind }) => t(`notifications.kinds.${kind}.name`),
    },
    {
      key: 'app',
      header: t('notifications.settings.app'),
      render: (setting) => <InAppSwitch {...{ setting, isFixed, change }} />,
    },
    {
      key: 'email',
      header: t('notifications.settings.email'),
      render: (setting) => <EmailSelect {...{ setting, isFixed, change }} />,
    },
  ];
  return (
    <Card flush className={linesOnPhone}>
      <Table
        caption={t('notifications.ownPreferences')}
        columns={columns}
        // Kinds for owners and admins concern those who are one somewhere.
        rows={data?.filter(({ kind }) =>
          user.tenants.some(({ role }) => roleAllows(role, notificationKinds[kind].audience)),
        )}
        rowKey={({ kind }) => kind}
        empty={null}
      />
    </Card>
  );
}

/** On a phone, each control has a line, with its label at the beginning. */
const linesOnPhone = 'max-sm:[&_tr]:gap-y-1.5 max-sm:[&_td]:basis-full';

/** Returns the change of a setting, which this browser shows immediately. */
function useChange() {
  const { t } = useTranslation();
  const cache = useQueryClient();
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
  return mutate;
}

type ControlProps = {
  setting: SettingOfKind;
  /** True while an operator acts as the person. */
  isFixed: boolean;
  change: (setting: SettingOfKind) => void;
};

/** Its visible label is the heading of the column, and on a phone its own. */
function InAppSwitch({ setting, isFixed, change }: ControlProps) {
  const { t } = useTranslation();
  return (
    <Switch
      className="max-sm:flex-row-reverse max-sm:justify-between"
      label={
        <>
          <span className="sm:sr-only">{t('notifications.settings.app')}</span>
          <span className="sr-only">: {t(`notifications.kinds.${setting.kind}.name`)}</span>
        </>
      }
      checked={setting.app}
      disabled={isFixed}
      onChange={({ target }) => change({ ...setting, app: target.checked })}
    />
  );
}

function EmailSelect({ setting, isFixed, change }: ControlProps) {
  const { t } = useTranslation();
  const label = t('notifications.settings.email');
  return (
    <Select
      className="max-sm:flex-row max-sm:items-center max-sm:justify-between sm:w-30 xl:w-44 max-sm:[&>div]:w-44 sm:[&_label]:sr-only"
      label={label}
      aria-label={`${label}: ${t(`notifications.kinds.${setting.kind}.name`)}`}
      options={emailTimings.map((value) => ({
        value,
        label: t(`notifications.settings.${value}`),
      }))}
      value={setting.email}
      disabled={isFixed}
      onChange={({ target }) => change({ ...setting, email: target.value as EmailTiming })}
    />
  );
}
