import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';

/** A turning circle, of the text's size unless told otherwise. Says nothing to screen readers. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={clsx('size-[1.15em] animate-spin', className)} />;
}
