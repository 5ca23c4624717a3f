import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { CommandGroup } from './commands.ts';
import { isPortal } from './pages.ts';
import { sourcesFor } from './searches.ts';

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
