import { Tabs as Base } from '@base-ui/react/tabs';
import { clsx } from 'clsx';
import { Children, type ReactNode } from 'react';

export type Tab = {
  value: string;
  label: ReactNode;
  content: ReactNode;
};

type Props = {
  /** Name of the tabs for screen readers. */
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
};

const listClass = 'kit-tabs relative flex gap-6 overflow-x-auto border-b border-line';
const tabClass = clsx(
  'inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted',
  'transition-colors hover:text-ink focus-visible:-outline-offset-2',
);

/** Renders tabs, one visible panel at a time. Keep the chosen one in the URL. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  return (
    <Base.Root value={value} onValueChange={(next: string) => onChange(next)}>
      <Base.List aria-label={label} className={listClass}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={clsx(tabClass, 'data-active:border-accent-ink data-active:text-ink')}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

/** Scrolls the links of a narrow screen to the current one. */
function showCurrent(list: HTMLElement | null) {
  const current = list?.querySelector<HTMLElement>('[aria-current=page]');
  if (list && current) list.scrollLeft = current.offsetLeft - 48;
}

/** Renders links to sibling pages as tabs, the current one with `aria-current="page"`. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul ref={showCurrent} role="list" className={listClass}>
        {Children.map(children, (link) => (
          <li className={linkClass}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}

const linkClass = clsx(
  'contents *:inline-flex *:min-h-11 *:shrink-0 *:items-center *:border-b-2 *:border-transparent',
  '*:text-sm *:font-medium *:whitespace-nowrap *:text-muted *:hover:text-ink *:focus-visible:-outline-offset-2',
  '*:aria-[current=page]:border-accent-ink *:aria-[current=page]:text-ink',
);
