import { X } from 'lucide-react';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { BrandLink } from '#web/components/brand.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PaletteButton } from './palette/palette-button.tsx';

export const sidebarId = 'app-menu';

type Props = {
  label: string;
  /** Target of the logo's link. */
  home: string;
  /** Buttons beside the logo, on a desktop. */
  actions?: ReactNode;
  /** Content between the logo and the entries. */
  top?: ReactNode;
  /** Content below the entries. */
  bottom: ReactNode;
  /** `SidebarEntry` and `SidebarHeading`. */
  children: ReactNode;
};

/**
 * Renders a drawer on a phone, which is a native popover and opens without a script; fixed on a
 * desktop.
 */
export function Sidebar({ label, home, actions, top, bottom, children }: Props) {
  const { t } = useTranslation();
  const entries = useShowCurrent();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the links are the controls
    <nav id={sidebarId} popover="auto" aria-label={label} onClick={close} className={navClass}>
      <div className="flex items-center justify-between">
        <BrandLink to={home} />
        {actions}
        <IconButton
          label={t('common.menu.close')}
          popoverTarget={sidebarId}
          popoverTargetAction="hide"
          className="lg:hidden"
        >
          <X aria-hidden />
        </IconButton>
      </div>
      {top}
      <PaletteButton />
      <ul ref={entries} role="list" className="flex flex-1 flex-col gap-0.5 overflow-y-auto">
        {children}
      </ul>
      {bottom}
    </nav>
  );
}

/** Returns a ref to the entries, which scroll to the current one where not all fit. */
function useShowCurrent() {
  const entries = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = entries.current?.querySelector('[aria-current=page]');
    if (!current) return;
    // An observer reports after the next layout; `scrollIntoView` alone would force one more.
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      if (entry && entry.intersectionRatio < 1) current.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [pathname]);
  return entries;
}

/** Closes the drawer when a link is followed. */
function close({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a')) currentTarget.hidePopover();
}

type EntryProps = {
  to: string;
  /** Icon; without one the entry is shown as a child of the one above. */
  icon?: ReactNode;
  /** Marks the entry on its exact path only, not on pages below it. */
  end?: boolean;
  children: ReactNode;
};

/** Renders a link to a page; the current one is marked. */
export function SidebarEntry({ to, icon, end = false, children }: EntryProps) {
  return (
    <li>
      <NavLink to={to} end={end} className={entryClass}>
        {icon ?? <span aria-hidden className="w-4.5 shrink-0" />}
        {children}
      </NavLink>
    </li>
  );
}

/** Renders a heading above a group of entries. */
export function SidebarHeading({ children }: { children: ReactNode }) {
  return <li className="px-3 pt-6 pb-1.5 text-xs font-medium text-muted">{children}</li>;
}

const navClass =
  'm-0 h-dvh max-h-none w-72 max-w-[85vw] flex-col gap-5 border-0 border-r border-line bg-surface px-4 py-5 text-ink ' +
  '-translate-x-full transition-[translate,display,overlay] duration-200 ease-out transition-discrete ' +
  'backdrop:bg-backdrop open:flex open:translate-x-0 starting:open:-translate-x-full ' +
  'lg:sticky lg:top-0 lg:flex lg:w-auto lg:max-w-none lg:translate-x-0';

const entryClass =
  'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium text-muted transition-colors ' +
  'hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink ' +
  '[&_svg]:size-4.5 [&_svg]:shrink-0';
