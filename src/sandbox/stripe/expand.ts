import { invalidRequest } from './failure.ts';
import { include } from './includes.ts';
import type { Ledger } from './ledger.ts';

type Node = Record<string, unknown>;
/** Place in the reply that holds an id or an object. */
interface Slot {
  holder: Node;
  key: string;
}

const deepest = 4;

/** Replaces ids by the objects they name, along dotted paths such as `data.latest_invoice`. */
export async function expand(ledger: Ledger, reply: object, paths: string[]): Promise<object> {
  const copy = structuredClone(reply);
  for (const path of paths) {
    if (path.split('.').length > deepest) throw tooDeep();
    await expandPath(ledger, copy, path);
  }
  return copy;
}

async function expandPath(ledger: Ledger, root: object, path: string) {
  let nodes: Node[] = [root as Node];
  for (const key of path.split('.')) {
    for (const node of nodes) await include(ledger, node, key);
    const slots = nodes.flatMap((node) => slotsOf(node, key, path));
    await fill(ledger, slots, path);
    nodes = slots.map(({ holder, key: at }) => holder[at]).filter(isNode);
  }
  const isWhole = ({ object, client_secret: secret }: Node) =>
    typeof object === 'string' || typeof secret === 'string';
  if (!nodes.every(isWhole)) throw notExpandable(path);
}

/** Returns the places that a name refers to: one, or one per entry of a list. */
function slotsOf(node: Node, key: string, path: string): Slot[] {
  if (!Object.hasOwn(node, key)) throw notExpandable(path);
  const value = node[key];
  if (!Array.isArray(value)) return [{ holder: node, key }];
  const list = value as unknown as Node;
  return value.map((_entry, index) => ({ holder: list, key: `${index}` }));
}

/** Loads the objects of all ids in one query. */
async function fill(ledger: Ledger, slots: Slot[], path: string) {
  const ids = slots.map(({ holder, key }) => holder[key]).filter((value) => value !== null);
  const unknown = ids.filter((id) => typeof id === 'string');
  if (unknown.length === 0) return;
  const found = await ledger.lookUp(unknown);
  for (const { holder, key } of slots) {
    const id = holder[key];
    if (typeof id !== 'string') continue;
    const object = found.get(id);
    if (!object) throw notExpandable(path);
    holder[key] = structuredClone(object);
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const notExpandable = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, 'expand');

const tooDeep = () =>
  invalidRequest(
    `You cannot expand more than ${deepest} levels of a property.`,
    'expand',
    'property_expansion_max_depth',
  );
