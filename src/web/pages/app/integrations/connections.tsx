import { queryOptions, useQuery } from '@tanstack/react-query';
import { Bot, FolderDown, FolderSync, KeyRound, Upload, Waypoints, Webhook } from 'lucide-react';
import type { ComponentType } from 'react';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { apiKeysQuery } from '#web/pages/app/settings/api-keys/queries.ts';
import { archivesQuery } from '#web/pages/app/settings/data/queries.ts';
import { scimTokensQuery } from '#web/pages/app/settings/general/provisioning/queries.ts';
import { ssoQuery } from '#web/pages/app/settings/sso/queries.ts';
import { webhooksQuery } from '#web/pages/app/settings/webhooks/queries.ts';
import { useTranslation } from '#web/session/translation.ts';
import { ConnectionCard, type CardProps, type ConnectionState } from './connection-card.tsx';

/** Way to connect the organization with something else. */
export type Connection = CardProps & {
  /** Call that reads the state: without the right to it, the connection is not offered, or locked. */
  call: string;
  /** Renders its card with its state. */
  Card: ComponentType<CardProps>;
};

type Read<T> = { data: T | undefined; isError: boolean };

/** Describes what was read; undefined while it loads, null if that failed. */
const stateOf = <T,>({ data, isError }: Read<T>, describe: (data: T) => ConnectionState) =>
  data === undefined ? (isError ? null : undefined) : describe(data);

const unused = (text: string): ConnectionState => ({ text, tone: 'neutral', isUsed: false });
const used = (text: string, tone: ConnectionState['tone'] = 'success'): ConnectionState => ({
  text,
  tone,
  isUsed: true,
});

function KeysCard(props: CardProps) {
  const { t } = useTranslation();
  const state = stateOf(useQuery(apiKeysQuery()), (keys) => {
    const count = keys.filter(({ expired }) => !expired).length;
    return count > 0
      ? used(t('integrations.apiKeys.count', { count }))
      : unused(t('integrations.apiKeys.none'));
  });
  return <ConnectionCard {...props} state={state} />;
}

function EndpointsCard(props: CardProps) {
  const { t } = useTranslation();
  const state = stateOf(useQuery(webhooksQuery()), (endpoints) => {
    const failing = endpoints.filter(({ disabled, failingSince }) =>
      disabled ? disabled.reason !== 'member' : failingSince !== null,
    ).length;
    if (failing > 0) return used(t('integrations.webhooks.failing', { count: failing }), 'danger');
    return endpoints.length > 0
      ? used(t('integrations.webhooks.count', { count: endpoints.length }))
      : unused(t('integrations.webhooks.none'));
  });
  return <ConnectionCard {...props} state={state} />;
}

function AssistantsCard(props: CardProps) {
  const { t } = useTranslation();
  const state = stateOf(useQuery(apiKeysQuery()), (keys) =>
    keys.some(({ expired }) => !expired)
      ? used(t('integrations.mcp.ready'))
      : unused(t('integrations.mcp.none')),
  );
  return <ConnectionCard {...props} state={state} />;
}

function SsoCard(props: CardProps) {
  const { t } = useTranslation();
  const state = stateOf(useQuery(ssoQuery()), ({ active, draft }) => {
    if (active) return used(t('integrations.sso.active'));
    return draft
      ? used(t('integrations.sso.draft'), 'warning')
      : unused(t('integrations.sso.none'));
  });
  return <ConnectionCard {...props} state={state} />;
}

function DirectoryCard(props: CardProps) {
  const { t } = useTranslation();
  const state = stateOf(useQuery(scimTokensQuery()), (tokens) => {
    const count = tokens.filter(({ expired }) => !expired).length;
    return count > 0
      ? used(t('integrations.scim.count', { count }))
      : unused(t('integrations.scim.none'));
  });
  return <ConnectionCard {...props} state={state} />;
}

const newestImportQuery = () =>
  queryOptions({
    queryKey: tenantQueryKey('imports', 'newest'),
    queryFn: () => api.imports.getAll({ query: { limit: 1 } }),
  });

function CsvCard(props: CardProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const state = stateOf(useQuery(newestImportQuery()), ({ items: [newest] }) =>
    newest
      ? used(t('integrations.csv.last', { date: date(newest.createdAt, 'short') }), 'neutral')
      : unused(t('integrations.csv.none')),
  );
  return <ConnectionCard {...props} state={state} />;
}

function ArchivesCard(props: CardProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const state = stateOf(useQuery(archivesQuery()), (archives) => {
    const [newest] = archives.filter(({ kind }) => kind === 'export');
    if (!newest) return unused(t('integrations.archives.none'));
    return newest.state === 'running'
      ? used(t('integrations.archives.running'), 'neutral')
      : used(t('integrations.archives.last', { date: date(newest.createdAt, 'short') }), 'neutral');
  });
  return <ConnectionCard {...props} state={state} />;
}

const organization = '/app/settings/organization';
const keysPath = `${organization}/api-keys`;

/** All connections, by group. */
export const connections: { group: 'build' | 'people' | 'data'; all: Connection[] }[] = [
  {
    group: 'build',
    all: [
      { name: 'apiKeys', icon: KeyRound, to: keysPath, call: 'apiKeys/getAll', Card: KeysCard },
      {
        name: 'webhooks',
        icon: Webhook,
        to: `${organization}/webhooks`,
        call: 'webhooks/getAll',
        Card: EndpointsCard,
      },
      { name: 'mcp', icon: Bot, to: keysPath, call: 'apiKeys/getAll', Card: AssistantsCard },
    ],
  },
  {
    group: 'people',
    all: [
      {
        name: 'sso',
        icon: Waypoints,
        to: `${organization}/sso`,
        call: 'sso/get',
        Card: SsoCard,
      },
      {
        name: 'scim',
        icon: FolderSync,
        to: `${organization}/security#provisioning`,
        call: 'scim/getTokens',
        Card: DirectoryCard,
      },
    ],
  },
  {
    group: 'data',
    all: [
      {
        name: 'csv',
        icon: Upload,
        to: '/app/transactions/import',
        call: 'imports/getAll',
        Card: CsvCard,
      },
      {
        name: 'archives',
        icon: FolderDown,
        to: `${organization}/data`,
        call: 'archives/getAll',
        Card: ArchivesCard,
      },
    ],
  },
];
