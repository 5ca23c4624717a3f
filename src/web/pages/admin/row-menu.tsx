import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu/menu.tsx';

/** Renders the action menu of a row; `children` are `MenuItem`s. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  const label = t('admin.list.actionsOf', { name });
  return (
    <Menu
      label={label}
      align="end"
      className="max-h-80"
      trigger={(props) => (
        <IconButton {...props} label={label}>
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    >
      {children}
    </Menu>
  );
}
