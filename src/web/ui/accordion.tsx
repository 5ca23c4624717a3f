import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export type AccordionItem = {
  key: string;
  title: ReactNode;
  content: ReactNode;
};

type Props = {
  items: readonly AccordionItem[];
  /** Level of the headings around the titles. */
  level?: 2 | 3 | 4;
  className?: string;
};

/**
 * Renders questions and answers: the first is open, several may be (R-SITE-01). Works without
 * scripts.
 */
export function Accordion({ items, level = 3, className }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={clsx('divide-y divide-line border-y border-line', className)}>
      {items.map(({ key, title, content }, index) => (
        <details key={key} open={index === 0} className="kit-details group">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 py-3 text-ink sm:py-4 hover:text-accent-ink [&::-webkit-details-marker]:hidden">
            <Heading className="text-base font-semibold">{title}</Heading>
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="max-w-prose pb-5 text-pretty text-muted">{content}</div>
        </details>
      ))}
    </div>
  );
}
