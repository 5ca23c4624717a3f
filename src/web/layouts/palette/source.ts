import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '#locales/translation.ts';
import { queryClient } from '#web/api/queries.ts';
import { rank } from './match.ts';

/** A record that was found. */
type Found = { id: string; label: string; detail?: string; date?: string; to: string };

/** Records that the palette searches. */
export type RecordSource = {
  /** First part of the key of its queries. */
  name: string;
  icon: LucideIcon;
  text: TextKey;
  find: (search: string) => Promise<Found[]>;
};

/** Most records of one kind. */
export const limit = 5;

/** Reads a whole list once, and uses it for further searches. */
export const readOnce = <T>(queryKey: readonly unknown[], queryFn: () => Promise<T>) =>
  queryClient.fetchQuery({ queryKey, queryFn });

/** Returns the first of the rows that match a search. */
export const pickBest = <T>(rows: readonly T[], search: string, textOf: (row: T) => string) =>
  rank(rows, search, (row) => ({ label: '', further: textOf(row) })).slice(0, limit);
