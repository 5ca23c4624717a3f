import type { OpenApiDocument } from '#server/platform/http/docs/openapi.ts';

type Node = Record<string, unknown>;

/** Facts about one place of a document, such as `POST /api/Transaction/Create body.price`. */
export interface Facts {
  /** Programs send `input` and read `output`. */
  direction: 'input' | 'output';
  required: boolean;
  /** Types of JSON Schema, sorted; none if any is possible. */
  types: string[];
  /** Possible values; null if they are not listed. */
  values: unknown[] | null;
  /** Limits of JSON Schema by their keyword. */
  limits: Node;
}

/** All places of an API. */
export type Surface = Map<string, Facts>;

const limitNames = `minimum exclusiveMinimum minLength minItems minProperties
  maximum exclusiveMaximum maxLength maxItems maxProperties pattern format multipleOf`.split(/\s+/);

const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns what two alternatives for one place allow together. */
const merge = (one: Facts, other: Facts): Facts => {
  const [simple, rich] = one.types.join() === 'null' ? [one, other] : [other, one];
  const isNull = simple.types.join() === 'null';
  const shared = Object.entries(rich.limits).filter(
    ([name, limit]) => limit === simple.limits[name],
  );
  const listed = one.values && other.values && [...one.values, ...other.values];
  return {
    direction: one.direction,
    required: one.required && other.required,
    types: [...new Set([...one.types, ...other.types])].toSorted(),
    values: isNull ? rich.values : listed,
    limits: isNull ? rich.limits : Object.fromEntries(shared),
  };
};

/** Collects the facts of a document, place by place. */
class SurfaceReader {
  readonly surface: Surface = new Map();
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  resolve(value: unknown): Node {
    const { $ref, ...node } = nodeOf(value);
    if (typeof $ref !== 'string') return node;
    const path = $ref.split('/').slice(1);
    return this.resolve(path.reduce<unknown>((at, key) => nodeOf(at)[key], this.#document));
  }

  /** Adds a place without a schema of its own, such as a call or a status. */
  add(place: string, facts: Pick<Facts, 'direction'> & Partial<Facts>) {
    const whole = { required: true, types: [], values: null, limits: {}, ...facts };
    const known = this.surface.get(place);
    this.surface.set(place, known ? merge(known, whole) : whole);
  }

  addSchema(
    place: string,
    { direction, required }: Pick<Facts, 'direction' | 'required'>,
    value: unknown,
  ) {
    // Ends at schemas that contain themselves.
    if (place.split(/[.[]/).length > 12) return;
    const schema = this.resolve(value);
    const either = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap(listOf);
    for (const each of either) this.addSchema(place, { direction, required }, each);
    const types = [schema['type'] ?? []].flat().map(String).toSorted();
    const values =
      'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);
    const limits = Object.entries(schema).filter(([name]) => limitNames.includes(name));
    if (either.length === 0 || types.length > 0) {
      const facts = { types, values: values ?? null, limits: Object.fromEntries(limits) };
      this.add(place, { direction, required, ...facts });
    }
    const needed = listOf(schema['required']);
    for (const [name, property] of Object.entries(nodeOf(schema['properties']))) {
      this.addSchema(`${place}.${name}`, { direction, required: needed.includes(name) }, property);
    }
    const inner = { direction, required: true };
    if (schema['items']) this.addSchema(`${place}[]`, inner, schema['items']);
    const other = schema['additionalProperties'];
    if (typeof other === 'object') this.addSchema(`${place}.*`, inner, other);
  }

  addContent(
    place: string,
    { direction, required }: Pick<Facts, 'direction' | 'required'>,
    value: unknown,
  ) {
    for (const [type, content] of Object.entries(nodeOf(this.resolve(value)['content']))) {
      const at = type === 'application/json' ? place : `${place} ${type}`;
      this.addSchema(at, { direction, required }, nodeOf(content)['schema']);
    }
  }

  addCall(place: string, call: Node) {
    // Programs call by the name, and hold a key with the scope that the description may begin with.
    const [scope = ''] =
      /^An API key needs the scope [^.]*\./.exec(String(call['description'])) ?? [];
    const values = [call['operationId'], scope];
    this.add(place, { direction: 'output', values });
    for (const each of listOf(call['parameters'])) {
      const parameter = this.resolve(each);
      const required = parameter['required'] === true;
      const at = `${place} ${String(parameter['in'])} ${String(parameter['name'])}`;
      this.addSchema(at, { direction: 'input', required }, parameter['schema']);
    }
    const body = this.resolve(call['requestBody']);
    const required = body['required'] === true;
    this.addContent(`${place} body`, { direction: 'input', required }, body);
    for (const [status, reply] of Object.entries(nodeOf(call['responses']))) {
      // Refusals come and go: programs treat an unknown one by its status.
      if (!status.startsWith('2')) continue;
      this.add(`${place} ${status}`, { direction: 'output' });
      this.addContent(`${place} ${status}`, { direction: 'output', required: true }, reply);
      for (const name of Object.keys(nodeOf(this.resolve(reply)['headers']))) {
        this.add(`${place} ${status} header ${name}`, { direction: 'output' });
      }
    }
  }
}

/** Returns the places of all calls of an OpenAPI document, each with what is said of it. */
export function surfaceOf(document: OpenApiDocument): Surface {
  const reader = new SurfaceReader(document);
  for (const [path, calls] of Object.entries(document.paths ?? {})) {
    for (const [method, call] of Object.entries(calls)) {
      reader.addCall(`${method.toUpperCase()} ${path}`, call);
    }
  }
  return reader.surface;
}
