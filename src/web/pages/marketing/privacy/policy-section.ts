/** A paragraph, a list, or a table whose first row is the header. */
export type Block =
  | string
  | { list: readonly string[] }
  | { table: readonly (readonly string[])[] };

export type Section = { id: string; title: string; blocks: readonly Block[] };
