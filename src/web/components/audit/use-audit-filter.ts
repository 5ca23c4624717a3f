import { useListQuery } from '#web/components/lists/use-list-query.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the start of a local day, some days later; undefined without a day. */
const startOf = (day: string, daysLater = 0) => {
  const start = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(start) ? undefined : new Date(start + daysLater * dayMs).toISOString();
};

/** Returns the filter of the audit log, as in the address and as the calls take it. */
export function useAuditFilter() {
  const { search, query: params, setParams } = useListQuery();
  const [action, from, until] = ['action', 'from', 'until'].map((name) => params.get(name) ?? '');
  const [start, end] = [startOf(from ?? ''), startOf(until ?? '', 1)];
  return {
    filter: { search, action: action ?? '', from: from ?? '', until: until ?? '' },
    query: {
      search,
      action: action ?? '',
      ...(start && { from: start }),
      ...(end && { until: end }),
    },
    tenantId: params.get('tenantId') ?? undefined,
    setParams,
    clear: () => setParams({ search: '', action: '', from: '', until: '' }),
  };
}
export type AuditFilterState = ReturnType<typeof useAuditFilter>;
