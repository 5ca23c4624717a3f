import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { controlClass } from '#web/ui/field.tsx';

type Props = {
  label: string;
  value: string;
  /** Called after a pause in typing. */
  onSearch: (search: string) => void;
  className?: string;
};

const pauseMs = 300;

/** Renders the search field of a list, with debounced input. */
export function SearchBox({ label, value, onSearch, className }: Props) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Follows the address when something else changes it, not after the user's own search.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return undefined;
    const pause = setTimeout(() => {
      sent.current = search;
      onSearch(search);
    }, pauseMs);
    return () => clearTimeout(pause);
  });
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={clsx(controlClass, 'pl-9')}
      />
    </div>
  );
}
