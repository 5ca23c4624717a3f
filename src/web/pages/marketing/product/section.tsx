import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type Props = {
  /** Anchor for links within the page. */
  id?: string;
  title: string;
  text?: string;
  /** Renders a lighter background than the adjacent sections. */
  raised?: boolean;
  className?: string;
  children: ReactNode;
};

/** Renders a section of the page with its heading. */
export function ProductSection({ id, title, text, raised, className, children }: Props) {
  return (
    <section
      id={id}
      className={clsx('scroll-mt-16', raised && 'border-y border-line bg-surface', className)}
    >
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6 sm:py-20 lg:py-28">
        <SectionHead title={title} text={text} />
        {children}
      </div>
    </section>
  );
}

/** Renders the heading of a section and its introduction. */
function SectionHead({ title, text }: { title: string; text?: string | undefined }) {
  return (
    <div className="max-w-2xl">
      <h2 className="text-title font-semibold">{title}</h2>
      {text && <p className="mt-3 text-pretty text-muted sm:mt-4 sm:text-lg">{text}</p>}
    </div>
  );
}
