import { Check, Columns3 } from 'lucide-react';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu/menu.tsx';
import { toolClass } from './sort-menu.tsx';
import type { ListState } from './use-list-state.ts';

/** Chooses which columns are shown; the first names the row and stays. */
export function ColumnsMenu<Row>({ state: { columns, shown, setShown } }: Props<Row>) {
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

type Props<Row> = { state: ListState<Row> };
