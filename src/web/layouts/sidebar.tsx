import { PanelLeft, X } from 'lucide-react';
import {
  useEffect,
  useId,
  useRef,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Link, useLocation } from 'react-router';
import { BrandLink } from '#web/components/brand.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Section } from './breadcrumb.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { toggleSidebar, useIsRail } from './sidebar-width.ts';

export const sidebarId = 'app-menu';

/** `handle` of a route whose pages have entries and sections of their own in the sidebar and the breadcrumb. */
export type SidebarLevel = {
  Entries: ComponentType;
  /** Link to the last page of the other level. */
  Back: ComponentType<{ to: string }>;
  sections: readonly Section[];
};

type Props = {
  label: string;
  /** Target of the logo's link. */
  home: string;
  /** Link that takes the logo's place and leads back. */
  back?: ReactNode;
  /** Buttons beside the logo, on a desktop. */
  actions?: ReactNode;
  /** Content between the logo and the entries. */
  top?: ReactNode;
  /** Content below the entries. */
  bottom: ReactNode;
  /** `SidebarEntry`, `SidebarHeading` and `SidebarGroup`. */
  children: ReactNode;
};

/**
 * Renders a drawer on a phone, which is a native popover and opens without a script; fixed on a
 * desktop, where it can be reduced to icons.
 */
export function Sidebar({ label, home, back, actions, top, bottom, children }: Props) {
  const { t } = useTranslation();
  const nav = useRef<HTMLElement>(null);
  useShowCurrent(nav);
  const close = useLevels(nav, label);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the links are the controls
    <nav
      ref={nav}
      id={sidebarId}
      popover="auto"
      aria-label={label}
      onClick={close}
      className={navClass}
    >
      <div className="flex items-center gap-1 rail:flex-col rail:gap-2">
        <div className="min-w-0 flex-1">{back ?? <BrandLink to={home} />}</div>
        {actions}
        <WidthButton />
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
      <ul role="list" className="kit-scroll flex flex-1 flex-col gap-0.5 overflow-y-auto">
        {children}
      </ul>
      {bottom}
    </nav>
  );
}

/** Reduces the sidebar of a desktop to icons, and back. */
function WidthButton() {
  const { t } = useTranslation();
  const isRail = useIsRail();
  return (
    <IconButton
      label={t(isRail ? 'app.menu.widen' : 'app.menu.narrow')}
      onClick={toggleSidebar}
      className="max-lg:hidden"
    >
      <PanelLeft aria-hidden />
    </IconButton>
  );
}

const current = '[aria-current=page]';

/** Scrolls the entries to the current one where not all fit. */
function useShowCurrent(nav: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  useEffect(() => {
    const entry = nav.current?.querySelector(current);
    if (!entry) return;
    // An observer reports after the next layout; `scrollIntoView` alone would force one more.
    const observer = new IntersectionObserver(([seen]) => {
      observer.disconnect();
      if (seen && seen.intersectionRatio < 1) entry.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(entry);
    return () => observer.disconnect();
  }, [nav, key]);
}

/**
 * Returns a handler that closes the drawer when a link is followed, unless it leads to the other level of the
 * navigation: then the current entry there, or the first one, gets the focus, because the link is gone.
 */
function useLevels(nav: RefObject<HTMLElement | null>, label: string) {
  const isChanging = useRef(false);
  useEffect(() => {
    if (isChanging.current) {
      const entries = nav.current;
      const entry = entries?.querySelector<HTMLElement>(current) ?? entries?.querySelector('a');
      entry?.focus();
    }
    isChanging.current = false;
  }, [nav, label]);
  return ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const link = target instanceof Element ? target.closest('a') : null;
    isChanging.current = link?.dataset['level'] !== undefined;
    if (link && !isChanging.current) currentTarget.hidePopover();
  };
}

type EntryProps = {
  to: string;
  /** Icon; without one the entry is shown as a child of the one above. */
  icon?: ReactNode;
  label: string;
  isCurrent: boolean;
  /** The page is a document of its own. */
  isDocument?: boolean | undefined;
  /** The link replaces the entries by those of the other level. */
  isLevel?: boolean;
  /** Content after the name. */
  children?: ReactNode;
};

/** Renders a link to a page; the current one is marked. Where only icons fit, its name is a tooltip. */
export function SidebarEntry({ to, icon, label, isCurrent, children, ...rest }: EntryProps) {
  const isRail = useIsRail();
  return (
    <li className={icon ? undefined : 'rail:hidden'}>
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        title={isRail ? label : undefined}
        reloadDocument={rest.isDocument}
        data-level={rest.isLevel || undefined}
        className={entryClass}
      >
        {icon ?? <span aria-hidden className="w-4.5 shrink-0" />}
        <span className="truncate rail:sr-only">{label}</span>
        {children}
      </Link>
    </li>
  );
}

/** Renders a heading above a group of entries. */
export function SidebarHeading({ children }: { children: ReactNode }) {
  return <li className={headingClass}>{children}</li>;
}

/** Renders entries that belong together, with their heading. */
export function SidebarGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <li className="not-first:pt-3 rail:pt-0">
      <p id={id} className={groupClass}>
        {title}
      </p>
      <ul role="list" aria-labelledby={id} className="flex flex-col lg:[&_a]:min-h-8">
        {children}
      </ul>
    </li>
  );
}

/** Turns a heading into a line where only icons fit. */
const railLine =
  'rail:mx-2 rail:my-2 rail:h-px rail:overflow-hidden rail:bg-line rail:p-0 rail:text-transparent';
const headingClass = `px-3 pt-6 pb-1.5 text-xs font-medium text-muted ${railLine}`;
const groupClass = `px-3 pb-1 text-xs font-medium text-muted in-[li:first-child]:rail:hidden ${railLine}`;

const navClass =
  'm-0 h-dvh max-h-none w-72 max-w-[85vw] flex-col gap-5 border-0 border-r border-line bg-surface px-4 py-5 text-ink ' +
  '-translate-x-full transition-[translate,display,overlay] duration-200 ease-out transition-discrete ' +
  'backdrop:bg-backdrop open:flex open:translate-x-0 starting:open:-translate-x-full ' +
  'lg:sticky lg:top-0 lg:flex lg:w-auto lg:gap-4 lg:max-w-none lg:translate-x-0 rail:px-3';

const entryClass =
  'relative flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium text-muted transition-colors lg:min-h-9 ' +
  'hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink ' +
  'rail:justify-center rail:px-0 [&_svg]:size-4.5 [&_svg]:shrink-0';
