import { useEffect, useState, type ReactNode } from 'react';

type Props = {
  id: string;
  /** Element that it explains. */
  anchor: Element;
  children: ReactNode;
};

const show = (tooltip: HTMLElement | null) => tooltip?.showPopover();

/** Height that a tooltip needs below its element, in px; otherwise it is shown above. */
const room = 48;

/** Renders a tooltip in the top layer, where no table cuts it off; it follows its element when the page scrolls. */
export function ExactTime({ id, anchor, children }: Props) {
  const [place, setPlace] = useState(() => anchor.getBoundingClientRect());
  useEffect(() => {
    const over = new AbortController();
    const follow = () => setPlace(anchor.getBoundingClientRect());
    addEventListener('scroll', follow, { capture: true, signal: over.signal });
    return () => over.abort();
  }, [anchor]);
  const isBelow = place.bottom + room < innerHeight;
  return (
    <span
      ref={show}
      id={id}
      popover="manual"
      role="tooltip"
      className="fixed m-0 w-max rounded-md border border-line bg-ink px-2 py-1 text-xs whitespace-normal text-canvas shadow-md"
      // Inline style, because the place is measured.
      style={{
        inset: 'auto',
        ...(isBelow ? { top: place.bottom + 2 } : { bottom: innerHeight - place.top + 2 }),
        // Wraps at the edge of the screen.
        ...(place.left < innerWidth / 2
          ? { left: Math.max(8, place.left), maxWidth: innerWidth - place.left - 8 }
          : { right: Math.max(8, innerWidth - place.right), maxWidth: place.right - 8 }),
      }}
    >
      {children}
    </span>
  );
}
