import { useEffect, useRef, useState } from 'react';
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx';

interface Props extends Pick<TextFieldProps, 'label' | 'className' | 'placeholder'> {
  value: string;
  /** Called after a pause in typing. */
  onSearch: (search: string) => void;
}

const pauseMs = 300;

/** Renders a search field with debounced input. */
export function SearchField({ value, onSearch, ...field }: Props) {
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
    <TextField
      {...field}
      type="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
