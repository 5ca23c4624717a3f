import { useQuery } from '@tanstack/react-query';
import { Download, FileDown, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { UserType, highestRoleOf, Role, roleAllows } from '#contract/access.ts';
import { downloadList } from '#contract/lists/local.ts';
import type { Resource } from '#contract/resources.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { choiceTexts } from '#web/components/entity/choices.ts';
import { EntityValue } from '#web/components/entity/value.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { useLocalList } from '#web/components/lists/use-declared-list.ts';
import { roleName } from '#web/components/role-name.ts';
import { useDownload } from '#web/components/use-download.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export const handle: RouteHandle = { title: 'app.menu.resources' };

/** Lists the downloads of the organization and what is required for the locked ones. */
export default function Resources() {
  const { t, textsOf } = useTranslation();
  const list = useQuery({
    queryKey: tenantQueryKey('resources', 'mine'),
    queryFn: () => api.resources.getMine(),
  });
  if (list.error && !list.data) throw list.error;
  const fields = textsOf('resources.admin.fields');
  const { state, rows, csv } = useLocalList(list.data, downloadList, {
    columns: [
      { key: 'title', header: fields.title, render: ({ title }) => title },
      {
        key: 'description',
        header: fields.description,
        render: ({ description }) => <EntityValue kind="TextArea" value={description} />,
      },
      {
        key: 'type',
        header: fields.type,
        render: ({ type }) => <EntityValue kind="ResourceFileType" value={type} />,
      },
    ],
    filters: { type: { label: fields.type, choices: choiceTexts(t, 'ResourceFileType') } },
    values: {
      title: ({ title }) => title,
      description: ({ description }) => description,
      type: ({ type }) => type,
    },
  });
  return (
    <ListPage title={t('resources.title')} text={t('resources.text')} list={list}>
      <DataList
        name="resources"
        caption={t('resources.title')}
        state={state}
        rows={rows}
        csv={csv}
        rowKey={({ id }) => id}
        totals={rows && { count: rows.length, sums: [] }}
        renderActions={(resource: Resource) => <DownloadButton resource={resource} />}
        empty={<NoResources />}
      />
    </ListPage>
  );
}

/** Renders the empty state. Only operators are offered to add a resource. */
function NoResources() {
  const { t } = useTranslation();
  const { user } = useSession();
  const isOperator = user.type === UserType.Admin;
  return (
    <EmptyState
      icon={<FileDown aria-hidden />}
      title={t('resources.emptyTitle')}
      action={
        <Button
          variant={isOperator ? 'primary' : 'white'}
          render={<Link to={isOperator ? '/admin/resources' : '/app/dashboard'} />}
        >
          {isOperator ? t('resources.admin.createFirst') : t('common.failure.home')}
        </Button>
      }
    >
      {t('resources.emptyText')}
    </EmptyState>
  );
}

/** Downloads the file, or explains which plan or role is missing (R-RES-03). */
function DownloadButton({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const download = useDownload();
  const refuse = useRefusal(resource);
  const isLocked = resource.needsUpgrade || resource.needsPermission;
  const take = async () => {
    setBusy(true);
    await (isLocked ? refuse() : download(resource)).finally(() => setBusy(false));
  };
  if (!isLocked && !resource.hasFile) return <Badge>{t('resources.comingSoon')}</Badge>;
  const Icon = isLocked ? Lock : Download;
  const action = t(isLocked ? 'resources.locked' : 'resources.download');
  return (
    <Button
      variant="white"
      size="sm"
      loading={busy && !isLocked}
      aria-label={isLocked ? `${action}: ${resource.title}` : t('resources.downloadOf', resource)}
      onClick={() => void take()}
    >
      <Icon aria-hidden className="size-4" />
      {action}
    </Button>
  );
}

/** Returns a function that explains what is missing. Owners and admins are offered the upgrade. */
function useRefusal({ needsUpgrade, minimumTierProduct, roles }: Resource) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { role, tenant } = useSession();
  const upgrade = async () => {
    const title = t('errors.resources.needsUpgrade');
    const product = minimumTierProduct?.title;
    const comesWith = product && t('resources.comesWith', { product });
    if (!roleAllows(role, Role.Admin)) {
      const ask = t('app.askAdmin', { organization: tenant.name });
      return dialogs.error({ title, text: [comesWith, ask].filter(Boolean).join(' ') });
    }
    const yes = t('common.action.upgrade');
    const no = t('common.action.close');
    if (await dialogs.confirm({ title, text: comesWith, yes, no })) {
      await navigate('/app/settings/organization/subscription');
    }
  };
  const permission = () => {
    const required = highestRoleOf(roles) ?? Role.Guest;
    const allowed = Object.values(Role).filter((each) => roleAllows(each, required));
    return dialogs.error({
      title: t('errors.resources.needsPermission'),
      text: t('resources.isFor', {
        roles: allowed.map((each) => roleName(t, each)).join(', '),
      }),
    });
  };
  return needsUpgrade ? upgrade : permission;
}
