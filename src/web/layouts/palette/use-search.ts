import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { FileDown, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { personName } from '#web/components/initials.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession, type UserSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { CommandGroup } from './commands.ts';
import { entities, type Entity } from './entities.ts';
import { operatorSources } from './operator-searches.ts';
import { isPortal } from './pages.ts';
import { hasRightTo } from './rights.ts';
import { limit, pickBest, readOnce, type RecordSource } from './source.ts';

const pauseMs = 200;
/** Fewer letters find too much. */
const leastLetters = 2;

/** Searches records after a pause in typing; results of an earlier search are never shown for the next one. */
export function useSearch(search: string) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { pathname } = useLocation();
  const [sent, setSent] = useState('');
  const isLong = search.length >= leastLetters;
  useEffect(() => {
    const pause = setTimeout(() => setSent(search), pauseMs);
    return () => clearTimeout(pause);
  }, [search]);
  const sources = sourcesFor(useSession(), isPortal(pathname));
  const results = useQueries({
    queries: sources.map(({ name, find }) => ({
      queryKey: tenantQueryKey(name, 'palette', sent),
      queryFn: () => find(sent),
      enabled: isLong && sent.length >= leastLetters,
      placeholderData: keepPreviousData,
    })),
  });
  const groups = sources.flatMap(({ name, icon, text }, index): CommandGroup[] => {
    const found = results[index]?.data ?? [];
    if (!isLong || found.length === 0) return [];
    const items = found.map(({ id, label, detail, date, to }) => ({
      id: `${name} ${id}`,
      icon,
      label,
      detail: detail ?? (date && formats.date(date, 'short')),
      to,
      isRecord: true as const,
    }));
    return [{ value: name, label: t(text), items }];
  });
  return {
    groups,
    isSearching: isLong && (search !== sent || results.some(({ isFetching }) => isFetching)),
    failed: results.some(({ isError }) => isError),
    retry: () => results.forEach(({ isError, refetch }) => void (isError && refetch())),
  };
}

type EntityRow = { id: string; createdAt: string } & Record<string, unknown>;
type ListCall = (given: { query: object }) => Promise<{ items: EntityRow[] }>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const entitySource = (
  { subject, to, icon, text, ...list }: Entity,
  edits: boolean,
): RecordSource => ({
  name: subject,
  icon,
  text,
  find: async (search) => {
    const { getAll } = api[subject as keyof typeof api] as unknown as { getAll: ListCall };
    const query = list.searches ? { search, limit } : {};
    const { items } = await getAll({ query });
    // A list without `search` offers its newest records only.
    const found = list.searches ? items : pickBest(items, search, (row) => textOf(row[list.name]));
    return found.map((row) => ({
      id: row.id,
      label: textOf(row[list.name]),
      date: textOf(row['date']) || row.createdAt,
      to: list.hasRecordPages ? `${to}/${row.id}` : edits ? `${to}/${row.id}/edit` : to,
    }));
  },
});

const membersPath = '/app/settings/organization/members';

const memberSource = ({ tenant }: UserSession, edits: boolean): RecordSource => ({
  name: 'members',
  icon: UsersRound,
  text: 'app.menu.members',
  find: async (search) => {
    const members = await readOnce(tenantQueryKey('members'), () =>
      api.members.getAll({ params: { tenantId: tenant.id } }),
    );
    return pickBest(members, search, (member) => `${personName(member)} ${member.email}`).map(
      (member) => ({
        id: member.id,
        label: personName(member),
        detail: member.email,
        to: edits ? `${membersPath}/edit/${member.id}` : membersPath,
      }),
    );
  },
});

const resourceSource: RecordSource = {
  name: 'resources',
  icon: FileDown,
  text: 'app.menu.resources',
  find: async (search) => {
    const all = await readOnce(tenantQueryKey('resources', 'mine'), () => api.resources.getMine());
    return pickBest(all, search, ({ title, description }) => `${title} ${description ?? ''}`).map(
      ({ id, title }) => ({
        id,
        label: title,
        to: `/app/resources?search=${encodeURIComponent(title)}`,
      }),
    );
  },
};

/** Returns what the user may search. */
function sourcesFor(session: UserSession, portal: boolean): RecordSource[] {
  if (portal) return operatorSources(session.user.operatorRole);
  return [
    ...entities
      .filter(({ subject }) => hasRightTo(session, `${subject}/getAll`))
      .map((entity) => entitySource(entity, hasRightTo(session, `${entity.subject}/update`))),
    ...(hasRightTo(session, 'members/getAll')
      ? [memberSource(session, hasRightTo(session, 'members/update'))]
      : []),
    resourceSource,
  ];
}
