import { useRender } from '@base-ui/react/use-render';
import { clsx } from 'clsx';
import { useId, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';

interface MenuProps {
  /** What opens it: a Button or IconButton, or a function that gives one the props it gets. */
  trigger: useRender.RenderProp;
  /** What the menu holds, for screen readers. */
  label: string;
  /** On which edge of its trigger it lines up. */
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
}

const itemsOf = (menu: Element) => [
  ...menu.querySelectorAll<HTMLElement>('a[href], button:enabled'),
];

/** Arrow down on the trigger goes into the menu. */
function enter(event: KeyboardEvent<HTMLButtonElement>) {
  const menu = event.currentTarget.popoverTargetElement;
  if (event.key !== 'ArrowDown' || !(menu instanceof HTMLElement)) return;
  event.preventDefault();
  menu.showPopover({ source: event.currentTarget });
  itemsOf(menu)[0]?.focus();
}

/** Arrows, Home and End go from item to item; Tab does too. */
function move(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

/** An item was chosen: the menu goes, and the focus returns to its trigger. */
function leave(event: { currentTarget: HTMLElement; target: EventTarget }) {
  const item = event.target instanceof Element && event.target.closest('[data-menu-item]');
  if (item) event.currentTarget.hidePopover();
}

/**
 * A list of links and buttons that drops from its trigger, at most 15rem high. It is a popover of the
 * browser: opening, Escape and a press elsewhere need no script, so it also works on pages without.
 */
export function Menu({ trigger, label, align = 'start', className, children }: MenuProps) {
  const id = useId();
  const opener = useRender({ render: trigger, props: { popoverTarget: id, onKeyDown: enter } });
  return (
    <>
      {opener}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the items are the controls */}
      <div
        role="group"
        id={id}
        popover="auto"
        aria-label={label}
        onKeyDown={move}
        onClick={leave}
        className={clsx(
          'kit-popover max-h-60 min-w-52 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-md',
          align === 'end' ? 'kit-popover-end' : 'kit-popover-start',
          className,
        )}
      >
        <ul role="list">{children}</ul>
      </div>
    </>
  );
}

interface ItemProps extends useRender.ComponentProps<'button'> {
  icon?: ReactNode;
  danger?: boolean;
}

/** A button in a menu; `render={<Link to="…" />}` makes it a link. */
export function MenuItem({ icon, danger, render, className, children, ...rest }: ItemProps) {
  const item = useRender({
    defaultTagName: 'button',
    render,
    props: {
      ...(render ? {} : { type: 'button' }),
      'data-menu-item': '',
      ...rest,
      className: clsx(
        'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm',
        'hover:bg-sunken focus-visible:bg-sunken focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50',
        'aria-[current]:font-semibold aria-[current]:text-accent-ink [&_svg]:size-4 [&_svg]:shrink-0',
        danger ? 'text-danger-ink' : 'text-ink [&_svg]:text-muted',
        className,
      ),
      children: (
        <>
          {icon}
          {children}
        </>
      ),
    },
  });
  return <li>{item}</li>;
}

/** A line between groups of items; with children, the heading of the group below. */
export function MenuSection({ children, ...rest }: ComponentProps<'li'>) {
  return (
    <li
      {...rest}
      className="mt-1 border-t border-line px-2.5 pt-2 pb-1 text-xs text-muted empty:p-0 empty:pb-1 first:mt-0 first:border-t-0"
    >
      {children}
    </li>
  );
}
