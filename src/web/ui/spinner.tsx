import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';

/** Renders a spinner, in the text's size by default. Hidden from screen readers. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={clsx('size-[1.15em] animate-spin', className)} />;
}
