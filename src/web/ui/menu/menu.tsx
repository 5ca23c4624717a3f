import { useRender } from '@base-ui/react/use-render';
import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { useId, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { focusMenu, closeMenu, moveMenuFocus } from './menu-keys.ts';

type MenuProps = {
  /** Trigger: a Button or IconButton, or a function that passes props to one. */
  trigger: useRender.RenderProp;
  /** Name of the menu for screen readers. */
  label: string;
  /** Edge of the trigger to which the menu is aligned. */
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

/**
 * Renders a list of links and buttons below its trigger, at most 15rem high. It is a native
 * popover: opening, Escape and light dismiss need no script. Pages without React listen by
 * `data-menu`.
 */
export function Menu({ trigger, label, align = 'start', className, children }: MenuProps) {
  const id = useId();
  const enter = (event: KeyboardEvent<HTMLButtonElement>) => focusMenu(event.currentTarget, event);
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
        data-menu
        onKeyDown={(event) => moveMenuFocus(event.currentTarget, event)}
        onClick={({ currentTarget, target }) => closeMenu(currentTarget, target)}
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

type GroupProps = { label: string; children: ReactNode };

const itemClass = clsx(
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm',
  'hover:bg-sunken focus-visible:bg-sunken focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50',
  '[&_svg]:size-4 [&_svg]:shrink-0',
);

type ItemProps = {
  icon?: ReactNode;
  danger?: boolean;
} & useRender.ComponentProps<'button'>;

/** Renders a button in a menu; `render={<Link to="…" />}` makes it a link. */
export function MenuItem({ icon, danger, render, className, children, ...rest }: ItemProps) {
  const item = useRender({
    defaultTagName: 'button',
    render,
    props: {
      ...(render ? {} : { type: 'button' }),
      'data-menu-item': '',
      ...rest,
      className: clsx(
        itemClass,
        'aria-[current]:font-semibold aria-[current]:text-accent-ink',
        danger ? 'text-danger-ink' : 'text-ink [&_svg]:text-muted',
        className,
      ),
      children: (
        <>
          {icon}
          {children}
          {rest['aria-current'] && <Check aria-hidden className="ml-auto text-accent-ink!" />}
        </>
      ),
    },
  });
  return <li>{item}</li>;
}

/** Renders items that are folded below their heading. */
export function MenuGroup({ icon, label, children }: Pick<ItemProps, 'icon'> & GroupProps) {
  return (
    <li>
      <details className="kit-details group">
        <summary className={clsx(itemClass, 'text-ink [&_svg]:text-muted')}>
          {icon}
          {label}
          <ChevronDown aria-hidden className="ml-auto group-open:rotate-180" />
        </summary>
        <ul role="list" className="pl-6">
          {children}
        </ul>
      </details>
    </li>
  );
}

/** Renders a separator; with children, the heading of the group below. */
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
