import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Renders the text of an article: headings, paragraphs, lists and pictures. */
export function Prose({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('kit-prose max-w-prose', className)} />;
}
