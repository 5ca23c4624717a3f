import { useFormats } from './use-formats.ts';

/** Renders day and time of an instant in short form; the tooltip has the long one. */
export function DateTime({ at }: { at: string }) {
  const { date, time } = useFormats();
  return (
    <time dateTime={at} title={date(at, 'long')} className="whitespace-nowrap tabular-nums">
      {date(at, 'short')}, {time(new Date(at))}
    </time>
  );
}
