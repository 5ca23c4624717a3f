import { useFormats } from './use-formats.ts';

/** Day and time of an instant, in little room; the tooltip tells all of it. */
export function Moment({ at }: { at: string }) {
  const { date, time } = useFormats();
  return (
    <time dateTime={at} title={date(at, 'long')} className="whitespace-nowrap tabular-nums">
      {date(at, 'short')}, {time(new Date(at))}
    </time>
  );
}
