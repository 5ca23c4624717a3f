import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

/**
 * Renders notices as one: the first, which is the most urgent, and a button that shows the others. Each decides by its
 * own data whether there is something to say, so the document tells how many there are, before it is painted.
 */
export function NoticeStrip({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const strip = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const notices = strip.current;
    if (!notices) return undefined;
    const update = () => setCount(notices.childElementCount);
    const observer = new MutationObserver(update);
    observer.observe(notices, { childList: true });
    update();
    return () => observer.disconnect();
  }, []);
  const isShort = count > 1 && !isOpen;
  return (
    <div className="flex items-start gap-2 has-[>:first-child:empty]:hidden">
      <div
        ref={strip}
        role="status"
        data-notices={count > 0 || undefined}
        aria-atomic="false"
        className={clsx(stripClass, !isOpen && '[&>:nth-child(n+2)]:hidden', isShort && shortClass)}
      >
        {children}
      </div>
      {count > 1 && (
        <Button
          variant="white"
          className="px-3! tabular-nums"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          +{count - 1} <span className="sr-only">{t('app.notices', { count: count - 1 })}</span>
          <ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </Button>
      )}
    </div>
  );
}

const stripClass = 'grid min-w-0 flex-1 gap-3';

/** On a phone, news take one line until the others are opened. */
const shortClass = 'max-sm:[&>[data-tone=info]_.text-sm]:line-clamp-1';
