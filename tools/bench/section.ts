import type { Claim } from './goals.ts';

/** Results of a measurement other than alternating requests: claims and a table. */
export interface Section {
  title: string;
  claims: Claim[];
  head: string[];
  /** Table cells; numbers are shown with three significant digits. */
  rows: (string | number)[][];
  /** Notes printed below the table. */
  notes?: string[];
}
