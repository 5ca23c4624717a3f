/** A paragraph, a list, or a table of which the first row is its head. */
export type Block =
  | string
  | { list: readonly string[] }
  | { table: readonly (readonly string[])[] };

export type Section = { id: string; title: string; blocks: readonly Block[] };
