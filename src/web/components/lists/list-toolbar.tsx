import { clsx } from 'clsx';
import { ListFilter as FilterIcon, Search, Check, Columns3 } from 'lucide-react';
import { use, useState, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu/menu.tsx';
import { FilterChip } from './filter-chip.tsx';
import type { FilterField } from './filters.ts';
import { ListQuery, SheetReload } from './list-buttons.tsx';
import { ListSheet } from './list-sheet.tsx';
import { SortMenu, toolClass } from './sort-menu.tsx';
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
  const list = use(ListQuery);
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
            className="min-w-0 flex-1 basis-36 sm:max-w-80 sm:basis-48"
          />
        )}
        <ListSheet filterCount={used.length}>
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
          <div className="contents sm:ml-auto sm:flex sm:flex-wrap sm:items-center sm:gap-2">
            <SortMenu state={state} />
            <ViewsMenu name={name} state={state} />
            <ColumnsMenu state={state} />
            {actions}
            {list && <SheetReload list={list} />}
          </div>
        </ListSheet>
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

type SearchBoxProps = {
  label: string;
  value: string;
  /** Called after a pause in typing. */
  onSearch: (search: string) => void;
  className?: string;
};

const pauseMs = 300;

/** Renders the search field of a list, with debounced input. */
function SearchBox({ label, value, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Follows the address when something else changes it, not after the user's own search.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return undefined;
    const pause = setTimeout(() => {
      sent.current = search;
      onSearch(search);
    }, pauseMs);
    return () => clearTimeout(pause);
  });
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={clsx(controlClass, 'pl-9')}
      />
    </div>
  );
}

/** Chooses which columns are shown; the first names the row and stays. */
function ColumnsMenu<Row>({ state: { columns, shown, setShown } }: ColumnsMenuProps<Row>) {
  const { t } = useTranslation();
  const [, ...optional] = columns;
  if (optional.length === 0) return null;
  const isShown = (key: string) => shown.some((column) => column.key === key);
  const toggle = (key: string) =>
    setShown(
      columns
        .map((column) => column.key)
        .filter((each) => (each === key ? !isShown(each) : isShown(each))),
    );
  return (
    <Menu
      label={t('lists.columns')}
      align="end"
      className="max-h-96!"
      trigger={
        <IconButton label={t('lists.columns')} className={toolClass}>
          <Columns3 aria-hidden />
        </IconButton>
      }
    >
      {optional.map(({ key, header }) => (
        <MenuItem
          key={key}
          // Stays open: several may be chosen.
          data-menu-item={undefined}
          aria-pressed={isShown(key)}
          icon={<Check aria-hidden className={isShown(key) ? 'text-accent-ink!' : 'invisible'} />}
          onClick={() => toggle(key)}
        >
          {header}
        </MenuItem>
      ))}
      <MenuSection />
      <MenuItem onClick={() => setShown(null)}>{t('lists.resetColumns')}</MenuItem>
    </Menu>
  );
}

type ColumnsMenuProps<Row> = { state: ListState<Row> };
