import { ListFilter as FilterIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterChip } from './filter-chip.tsx';
import type { FilterField } from './filters.ts';
import { SearchBox } from './search-box.tsx';
import { SortMenu } from './sort-menu.tsx';
import type { ListState } from './use-list-state.ts';
import { ViewsMenu } from './views-menu.tsx';

type Props<Row> = {
  /** Name under which views of this list are stored. */
  name: string;
  state: ListState<Row>;
  /** False if the list can't be searched. */
  hasSearch: boolean;
  /** Buttons at the end, such as the export. */
  actions?: ReactNode;
};

/** Renders search, filters, order, columns and saved views of a list. */
export function ListToolbar<Row>({ name, state, hasSearch, actions }: Props<Row>) {
  const { t } = useTranslation();
  const [added, setAdded] = useState<FilterField>();
  const used = state.active.map(({ filter }) => filter.key);
  // Once applied, it is in the address.
  if (added && used.includes(added.key)) setAdded(undefined);
  const chips = [
    ...state.active.map((active) => ({ active, isNew: false })),
    ...(added && !used.includes(added.key)
      ? [{ active: { filter: added, values: [] }, isNew: true }]
      : []),
  ];
  const unused = state.filters.filter(({ key }) => !used.includes(key) && key !== added?.key);
  return (
    <div role="search" aria-label={t('lists.controls')} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {hasSearch && (
          <SearchBox
            label={t('lists.search')}
            value={state.search}
            onSearch={state.setSearch}
            className="min-w-0 flex-1 basis-full sm:max-w-80 sm:basis-48"
          />
        )}
        {state.filters.length > 0 && (
          <Menu
            label={t('lists.addFilter')}
            trigger={
              <Button variant="white" disabled={unused.length === 0}>
                <FilterIcon aria-hidden className="size-4" />
                {t('lists.addFilter')}
              </Button>
            }
          >
            {unused.map((filter) => (
              <MenuItem key={filter.key} onClick={() => setAdded(filter)}>
                {filter.label}
              </MenuItem>
            ))}
          </Menu>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <SortMenu state={state} />
          <ViewsMenu name={name} state={state} />
          <ColumnsMenu state={state} />
          {actions}
        </div>
      </div>
      {chips.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <ul role="list" aria-label={t('lists.filters')} className="contents">
            {chips.map(({ active, isNew }) => (
              <FilterChip
                key={active.filter.key}
                active={active}
                isNew={isNew}
                onChange={(values) => state.setFilter(active.filter, values)}
                onRemove={() => (isNew ? setAdded(undefined) : state.setFilter(active.filter, []))}
              />
            ))}
          </ul>
          {state.active.length > 1 && (
            <Button variant="secondary" size="sm" onClick={state.clearFilters}>
              {t('lists.clear')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
