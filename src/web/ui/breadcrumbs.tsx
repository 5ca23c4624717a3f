import { ChevronRight } from 'lucide-react';
import { Children, type ReactNode } from 'react';

type Props = {
  label: string;
  /** Links from the top down, then the page itself with `aria-current="page"`. */
  children: ReactNode;
};

/** Renders the breadcrumb of a page. */
export function Breadcrumbs({ label, children }: Props) {
  return (
    <nav
      aria-label={label}
      className="min-w-0 max-sm:has-[li:first-child:nth-last-child(2)]:hidden"
    >
      <ol role="list" className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {Children.toArray(children).map((crumb, index) => (
          <li key={index} className={crumbClass}>
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0" />}
            {crumb}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** On a phone, the page and the one above it are enough; below the home page, its title is. */
const crumbClass =
  'max-sm:[&:not(:nth-last-child(-n+2))]:hidden max-sm:[&:nth-last-child(2)>svg]:hidden ' +
  'flex min-w-0 items-center gap-1.5 *:truncate [&_a]:hover:text-ink [&_a]:hover:underline [&_[aria-current]]:font-medium [&_[aria-current]]:text-ink';
