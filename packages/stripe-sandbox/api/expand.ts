import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { invalidRequest } from './errors.ts';
import { loadIncludable, withoutIncludables } from './includable.ts';

type JsonRecord = Record<string, unknown>;
/** Place in the reply that holds an id or an object. */
interface ExpandableField {
  holder: JsonRecord;
  key: string;
}

const deepest = 4;

/** Replaces ids by the objects they name, along dotted paths such as `data.latest_invoice`. */
export async function expand(
  objects: ObjectRepository,
  reply: object,
  paths: string[],
): Promise<object> {
  const copy = withoutIncludables(structuredClone(reply));
  for (const path of paths) {
    if (path.split('.').length > deepest) throw tooDeep();
    await expandPath(objects, copy, path);
  }
  return copy;
}

async function expandPath(objects: ObjectRepository, root: object, path: string) {
  let nodes: JsonRecord[] = [root as JsonRecord];
  for (const key of path.split('.')) {
    for (const node of nodes) await loadIncludable(objects, node, key);
    const slots = nodes.flatMap((node) => expandableFields(node, key, path));
    await loadReferences(objects, slots, path);
    nodes = slots.map(({ holder, key: at }) => holder[at]).filter(isJsonRecord);
  }
  const isWhole = ({ object, client_secret: secret, products }: JsonRecord) =>
    typeof object === 'string' || typeof secret === 'string' || Array.isArray(products);
  if (!nodes.every(isWhole)) throw notExpandable(path);
}

/** Returns the places that a name refers to: one, or one per entry of a list. */
function expandableFields(node: JsonRecord, key: string, path: string): ExpandableField[] {
  if (!Object.hasOwn(node, key)) throw notExpandable(path);
  const value = node[key];
  if (!Array.isArray(value)) return [{ holder: node, key }];
  const list = value as unknown as JsonRecord;
  return value.map((_entry, index) => ({ holder: list, key: `${index}` }));
}

/** Loads the objects of all ids in one query. */
async function loadReferences(objects: ObjectRepository, slots: ExpandableField[], path: string) {
  const ids = slots.map(({ holder, key }) => holder[key]).filter((value) => value !== null);
  const unknown = ids.filter((id) => typeof id === 'string');
  if (unknown.length === 0) return;
  const found = await objects.findMany(unknown);
  for (const { holder, key } of slots) {
    const id = holder[key];
    if (typeof id !== 'string') continue;
    const object = found.get(id);
    if (!object) throw notExpandable(path);
    holder[key] = withoutIncludables(structuredClone(object));
  }
}

const isJsonRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null;

const notExpandable = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, 'expand');

const tooDeep = () =>
  invalidRequest(
    `You cannot expand more than ${deepest} levels of a property.`,
    'expand',
    'property_expansion_max_depth',
  );
