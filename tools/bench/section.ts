import type { Claim } from './goals.ts';

/** What was measured in another way than by requests in turn: its claims, and a table for people. */
export interface Section {
  title: string;
  claims: Claim[];
  head: string[];
  /** Numbers are shown with three digits that count. */
  rows: (string | number)[][];
  /** Told below the table. */
  notes?: string[];
}
