import { SlidersHorizontal } from 'lucide-react';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

type Props = {
  /** Number of filters in use. */
  filterCount: number;
  children: ReactNode;
};

/** Renders the controls of a list beside its search; on a phone, in a sheet that one button opens (`kit.css`). */
export function ListSheet({ filterCount, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <Button variant="white" className="px-3! sm:hidden" popoverTarget={id}>
        <SlidersHorizontal aria-hidden className="size-4" />
        {t('lists.sheet')}
        {filterCount > 0 && <span className="text-accent-ink tabular-nums">{filterCount}</span>}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the buttons are the controls */}
      <div
        role="group"
        id={id}
        popover="auto"
        aria-label={t('lists.sheet')}
        onClick={closeSheet}
        className="kit-sheet text-ink"
      >
        {children}
      </div>
    </>
  );
}

/** Closes the sheet after a choice; a button that opens a menu, and a choice of several, leave it open. */
function closeSheet({ target, currentTarget }: MouseEvent<HTMLElement>) {
  const pressed = target instanceof Element && target.closest('a, button');
  if (!pressed || pressed.hasAttribute('popovertarget')) return;
  if (!pressed.closest('[data-menu]') || pressed.hasAttribute('data-menu-item'))
    currentTarget.hidePopover();
}
