import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

const settleMs = 3_000;
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Scrolls to an element, and again while parts of the page load around it, until the person does something. */
function keepInView(element: HTMLElement) {
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const stop = () => {
    observer.disconnect();
    for (const move of ownMoves) window.removeEventListener(move, stop);
  };
  observer.observe(document.body);
  for (const move of ownMoves) window.addEventListener(move, stop, { passive: true });
  const timer = setTimeout(stop, settleMs);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

type Props = {
  /** Anchor of the section in the address. */
  id?: string;
  title: string;
  text: string;
  children: ReactNode;
};

/**
 * Renders a section of a settings page: description on one side, controls on the other. Scrolls to it if the
 * address names it, also after a navigation without a page load.
 */
export function SettingsSection({ id: anchor, title, text, children }: Props) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    const isNamed = anchor !== undefined && hash === `#${anchor}`;
    return isNamed && section.current ? keepInView(section.current) : undefined;
  }, [anchor, hash, key]);
  return (
    <section
      ref={section}
      id={anchor}
      aria-labelledby={id}
      className="grid scroll-mt-20 lg:scroll-mt-6 grid-cols-1 gap-x-10 gap-y-4 border-t border-line pt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-sm text-pretty text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}
