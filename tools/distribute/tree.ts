/** Node of PostgreSQL's syntax tree, as its parser prints it. */
export type Node = Record<string, unknown>;

/** Returns a node; an empty one for any other value. */
export const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};

/** Returns the nodes of a list; none for any other value. */
export const listOf = (value: unknown): Node[] =>
  Array.isArray(value) ? value.map((item) => nodeOf(item)) : [];

/** Returns the parts of a name: `app.tenant_id` has two. `*` is a part. */
export const namePartsOf = (value: unknown): string[] =>
  listOf(value).map((part) =>
    'A_Star' in part ? '*' : String(nodeOf(part['String'])['sval'] ?? ''),
  );

/** Visits each node below; does not descend where the visitor returns false. */
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
