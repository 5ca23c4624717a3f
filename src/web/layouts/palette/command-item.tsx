import { Autocomplete } from '@base-ui/react/autocomplete';
import { clsx } from 'clsx';
import type { Command } from './commands.ts';
import { KeyCaps } from './key-caps.tsx';

type ItemProps = { command: Command; onChoose: () => void };

/** Renders a command of the palette. */
export function CommandItem({ command, onChoose }: ItemProps) {
  const { icon: Icon, label, lang, detail, keys } = command;
  return (
    <Autocomplete.Item value={command} onClick={onChoose} className={itemClass}>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span lang={lang} className="truncate">
        {label}
      </span>
      {detail && (
        <span className="ml-auto min-w-0 shrink truncate text-xs text-muted">{detail}</span>
      )}
      {keys && <KeyCaps keys={keys} className="ml-auto max-sm:hidden" />}
    </Autocomplete.Item>
  );
}

/** Renders what a key does, for those who see it. */
export function Hint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <span aria-hidden className="flex items-center gap-1.5 max-sm:hidden">
      <KeyCaps keys={keys} />
      {children}
    </span>
  );
}

const itemClass = clsx(
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 text-sm outline-none select-none sm:min-h-9',
  'scroll-my-2 data-highlighted:bg-accent-soft data-highlighted:text-accent-ink data-highlighted:*:text-accent-ink forced-colors:data-highlighted:outline-2',
);
