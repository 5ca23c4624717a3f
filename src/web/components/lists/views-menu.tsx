import { clsx } from 'clsx';
import { Bookmark, Plus, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { storedTenantId } from '#web/api/credentials.ts';
import { viewsPrefix } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu/menu.tsx';
import type { ListState } from './use-list-state.ts';

const SaveView = lazyPart(async () => (await import('./save-view.tsx')).SaveView);

type Props<Row> = {
  name: string;
  state: ListState<Row>;
};

/** Opens, saves and deletes views: named filters, order and columns of a list. */
export function ViewsMenu<Row>({ name, state }: Props<Row>) {
  const { t } = useTranslation();
  const { views, save, remove } = useSavedViews(name);
  const [isSaving, setSaving] = useState(false);
  const current = views.find(({ query }) => query === state.address);
  return (
    <>
      <Menu
        label={t('lists.views')}
        align="end"
        trigger={
          <Button variant="white" title={t('lists.views')} className="sm:max-xl:px-3">
            <Bookmark aria-hidden className="size-4" />
            <span className={clsx('max-w-32 truncate', !current && 'sm:max-xl:sr-only')}>
              {current?.name ?? t('lists.views')}
            </span>
          </Button>
        }
      >
        <MenuItem
          render={<Link to={state.linkTo('')} replace preventScrollReset />}
          aria-current={state.address === '' ? 'true' : undefined}
        >
          {t('lists.everything')}
        </MenuItem>
        {views.map((view) => (
          <SavedViewItem
            key={view.name}
            name={view.name}
            link={state.linkTo(view.query)}
            isCurrent={view === current}
            onRemove={() => remove(view.name)}
          />
        ))}
        <MenuSection />
        <MenuItem
          icon={<Plus aria-hidden />}
          disabled={state.address === ''}
          onClick={() => setSaving(true)}
        >
          {t('lists.saveView')}
        </MenuItem>
      </Menu>
      {isSaving && (
        <Suspense>
          <SaveView
            onSave={(view) => save({ name: view, query: state.address })}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  );
}

type ItemProps = {
  name: string;
  link: string;
  isCurrent: boolean;
  onRemove: () => void;
};

function SavedViewItem({ name, link, isCurrent, onRemove }: ItemProps) {
  const { t } = useTranslation();
  return (
    <li className="flex items-center gap-1">
      <ul role="list" className="min-w-0 flex-1">
        <MenuItem
          render={<Link to={link} preventScrollReset />}
          aria-current={isCurrent ? 'true' : undefined}
        >
          <span className="min-w-0 truncate">{name}</span>
        </MenuItem>
      </ul>
      <IconButton label={t('lists.removeView', { name })} className="size-8!" onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

/** Named search, filters, order and columns of a list: a query of its address. */
type SavedView = {
  name: string;
  query: string;
};

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'query' in value &&
  typeof value.name === 'string' &&
  typeof value.query === 'string';

/** Returns the stored views; none if the storage is blocked or holds anything else. */
function read(key: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Keeps a person's views of a list of an organization in this browser until they sign out (decision 49). */
function useSavedViews(list: string) {
  const key = `${viewsPrefix()}${storedTenantId()}.${list}`;
  const [views, setViews] = useState(() => read(key));
  const store = (changed: SavedView[]) => {
    setViews(changed);
    try {
      localStorage.setItem(key, JSON.stringify(changed));
    } catch {
      // Without storage the views last as long as the page.
    }
  };
  const without = (name: string) => read(key).filter((view) => view.name !== name);
  return {
    views,
    /** Stores a view; it replaces one with the same name. */
    save: (view: SavedView) =>
      store([...without(view.name), view].toSorted((a, b) => a.name.localeCompare(b.name))),
    remove: (name: string) => store(without(name)),
  };
}
