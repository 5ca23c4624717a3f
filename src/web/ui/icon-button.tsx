import { useRender } from '@base-ui/react/use-render';
import { clsx } from 'clsx';

export type IconButtonProps = {
  /** Action of the button, for screen readers and the tooltip. */
  label: string;
} & useRender.ComponentProps<'button'>;

/** Renders a square button with an icon as its only content. */
export function IconButton({ label, render, className, ...rest }: IconButtonProps) {
  return useRender({
    defaultTagName: 'button',
    render,
    props: {
      ...(render ? {} : { type: 'button' }),
      'aria-label': label,
      title: label,
      ...rest,
      className: clsx(
        'inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-md text-muted',
        'transition-colors hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
        '[&_svg]:size-4.5',
        className,
      ),
    },
  });
}
