/** A node of PostgreSQL's syntax tree, as its parser prints it. */
export type Node = Record<string, unknown>;

/** A node; an empty one where there is none. */
export const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};

/** The nodes of a list; none where there is none. */
export const listOf = (value: unknown): Node[] =>
  Array.isArray(value) ? value.map((item) => nodeOf(item)) : [];

/** The words of a name: `app.tenant_id` is two. `*` is a word. */
export const textsOf = (value: unknown): string[] =>
  listOf(value).map((part) =>
    'A_Star' in part ? '*' : String(nodeOf(part['String'])['sval'] ?? ''),
  );

/** Visits each node below, unless the visitor says that it has seen enough of one. */
export function walk(value: unknown, visit: (kind: string, node: Node) => boolean): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
    return;
  }
  for (const [kind, below] of Object.entries(nodeOf(value))) {
    if (typeof below !== 'object' || below === null) continue;
    if (Array.isArray(below) || visit(kind, nodeOf(below))) walk(below, visit);
  }
}
