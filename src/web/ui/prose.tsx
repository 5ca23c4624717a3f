import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Running text of headings, paragraphs, lists and pictures, as an article has it. */
export function Prose({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('kit-prose max-w-prose', className)} />;
}
