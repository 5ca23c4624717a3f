import { useTranslation } from 'react-i18next';
import { auditActions, auditNouns } from '#contract/audit-actions.ts';
import { SearchField } from '#web/components/forms/search-field.tsx';
import { useLocale } from '#web/components/use-formats.ts';
import { DateField } from '#web/ui/date/date-field.tsx';
import { isDate } from '#web/ui/date/date-text.ts';
import { Select } from '#web/ui/select.tsx';
import type { AuditFilterState } from './use-audit-filter.ts';

/** Audit actions that change no row. */
const rowlessActions = auditActions.filter(
  (action) => !auditNouns.some((noun) => action.startsWith(`${noun}.`)),
);

type Noun = (typeof auditNouns)[number];
type Event = (typeof rowlessActions)[number];

interface Props {
  state: AuditFilterState;
  /** Nouns to choose from. */
  nouns?: readonly Noun[];
  others?: readonly Event[];
}

/** Filters the audit log by text, action and dates. */
export function AuditFilters({ state, nouns = auditNouns, others = rowlessActions }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { search, action, from, until } = state.filter;
  return (
    <div role="search" className="grid grid-cols-2 gap-4 lg:grid-cols-[2fr_2fr_1fr_1fr]">
      <SearchField
        label={t('audit.search')}
        placeholder={t('audit.searchHint')}
        value={search}
        onSearch={(search) => state.setParams({ search })}
        className="max-sm:col-span-2"
      />
      <Select
        label={t('audit.action')}
        value={action}
        onChange={({ target }) => state.setParams({ action: target.value })}
        className="max-sm:col-span-2"
        options={[
          { value: '', label: t('audit.anything') },
          ...nouns.map((noun) => ({ value: noun, label: t(`audit.noun.${noun}`) })),
          ...others.map((event) => ({ value: event, label: t(`audit.did.${event}`) })),
        ]}
      />
      <DateField
        label={t('audit.from')}
        value={from}
        max={until || undefined}
        locale={locale}
        onChange={(from) => state.setParams({ from: isDate(from) ? from : '' })}
      />
      <DateField
        label={t('audit.until')}
        value={until}
        min={from || undefined}
        locale={locale}
        onChange={(until) => state.setParams({ until: isDate(until) ? until : '' })}
      />
    </div>
  );
}
