import { auditActions, auditNouns } from '#contract/audit-actions.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { FilterChoice, FilterField } from '#web/components/lists/filters.ts';
import { useListState, type ListColumn } from '#web/components/lists/use-list-state.ts';
import { useTranslation } from '#web/session/translation.ts';
import { nounName, actionName } from './value.ts';

/** Audit actions that change no row. */
const rowlessActions = auditActions.filter(
  (action) => !auditNouns.some((noun) => action.startsWith(`${noun}.`)),
);

type Noun = (typeof auditNouns)[number];
type Event = (typeof rowlessActions)[number];

type Choices = {
  /** Nouns to choose from. */
  nouns?: readonly Noun[];
  others?: readonly Event[];
  /** Actors to choose from. */
  people?: readonly FilterChoice[];
};

/** Returns the state of the audit log's list, and its query with the instants at which days begin. */
export function useAuditList<Entry extends AuditEntry>(
  columns: readonly ListColumn<Entry>[],
  { nouns = auditNouns, others = rowlessActions, people }: Choices = {},
) {
  const { t } = useTranslation();
  const filters: FilterField[] = [
    {
      key: 'action',
      label: t('audit.action'),
      params: ['action'],
      kind: 'choice',
      single: true,
      choices: [
        ...nouns.map((noun) => ({ value: noun, label: nounName(t, noun) })),
        ...others.map((event) => ({ value: event, label: actionName(t, event) })),
      ],
    },
    ...(people
      ? [
          {
            key: 'actor',
            label: t('audit.who'),
            params: ['actor'],
            kind: 'choice' as const,
            single: true as const,
            choices: people,
          },
        ]
      : []),
    { key: 'at', label: t('audit.when'), params: ['from', 'until'], kind: 'date' },
  ];
  const state = useListState({ columns, filters, sorting: { key: '', descending: true } });
  const { from, until, ...rest } = state.filterQuery;
  return {
    state,
    query: {
      ...rest,
      ...(typeof from === 'string' && { from: startOf(from) }),
      ...(typeof until === 'string' && { until: startOf(until, 1) }),
    },
  };
}

/** Returns the start of a local day, some days later. */
function startOf(day: string, daysLater = 0) {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
