import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';
import type { ListState } from './use-list-state.ts';

/** Renders the orders of a list: where its rows may have no headers (`theme/app.css`), and if there are others. */
export function SortMenu<Row>({ state }: { state: ListState<Row> }) {
  const { t } = useTranslation();
  const { sorts, hasOtherSorts, sorting, sortBy } = state;
  if (sorts.length === 0) return null;
  const Direction = sorting.descending ? ArrowDown : ArrowUp;
  return (
    <div className={hasOtherSorts ? 'max-sm:contents' : 'max-sm:contents min-[86rem]:hidden'}>
      <Menu
        label={t('lists.sort')}
        trigger={
          <IconButton label={t('lists.sort')} className={toolClass}>
            <ArrowDownUp aria-hidden />
          </IconButton>
        }
      >
        {sorts.map(({ key, header }) => (
          <MenuItem
            key={key}
            icon={sorting.key === key && <Direction aria-hidden />}
            aria-current={sorting.key === key ? 'true' : undefined}
            onClick={() => sortBy(key)}
          >
            {header}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

/** Classes of an icon button in the toolbar of a list. */
export const toolClass = 'size-10! border border-line-strong/50 bg-raised shadow-sm';
