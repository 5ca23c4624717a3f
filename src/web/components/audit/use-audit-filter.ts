import { useListQuery } from '#web/components/lists/use-list-query.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the start of a local day, some days later; undefined without a day. */
const startOf = (day: string, daysLater = 0) => {
  const start = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(start) ? undefined : new Date(start + daysLater * dayMs).toISOString();
};

/** Returns the filter of the audit log, as in the address and as the calls take it. */
export function useAuditFilter() {
  const { search, query, ask: setParams } = useListQuery();
  const [action, from, until] = ['action', 'from', 'until'].map((name) => query.get(name) ?? '');
  const [start, end] = [startOf(from ?? ''), startOf(until ?? '', 1)];
  return {
    asked: { search, action: action ?? '', from: from ?? '', until: until ?? '' },
    chosen: {
      search,
      action: action ?? '',
      ...(start && { from: start }),
      ...(end && { until: end }),
    },
    tenantId: query.get('tenantId') ?? undefined,
    ask: setParams,
    clear: () => setParams({ search: '', action: '', from: '', until: '' }),
  };
}
export type AuditFilterState = ReturnType<typeof useAuditFilter>;
