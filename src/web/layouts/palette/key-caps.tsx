import { clsx } from 'clsx';

type Props = { keys: readonly string[]; className?: string };

/** Renders keys that are pressed one after the other, or together if the first is a modifier. */
export function KeyCaps({ keys, className }: Props) {
  return (
    <span className={clsx('flex shrink-0 items-center gap-1', className)}>
      {keys.map((key) => (
        <kbd
          key={key}
          className="flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
