/** A paragraph, a list, or a table whose first row is the header. */
export type PolicyBlock =
  | string
  | { list: readonly string[] }
  | { table: readonly (readonly string[])[] };

export type PolicySectionData = { id: string; title: string; blocks: readonly PolicyBlock[] };
