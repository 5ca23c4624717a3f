import { newId } from '#sandbox/stripe/store/ids.ts';
import type { EventCause, ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { SandboxStore } from '#sandbox/stripe/store/store.ts';
import type { ApiEndpoint } from './endpoint.ts';
import { StripeApiError, invalidRequest } from './errors.ts';
import { executeRequest, type ApiReply } from './execution.ts';
import { failure } from './faults.ts';
import { decodeForm } from './form.ts';
import { withPagesUrl } from './hosted-urls.ts';
import { loadIncludable, withoutIncludables } from './includable.ts';

/** Parts that answer requests, over HTTP or in process. */
export type ApiContext = {
  endpoints: readonly ApiEndpoint[];
  store: SandboxStore;
  /** Returns the URL under which browsers reach the hosted pages. */
  pagesUrl: () => string;
  /** Called after each write: there may be events to deliver. */
  onWrite: () => void;
};

/** Authenticated request in Stripe's format. */
export type ApiRequest = {
  method: string;
  pathname: string;
  /** Body, or query of a GET, as sent. */
  parameters: string;
  cause: EventCause;
  /** True for a request that fails while it is carried out. */
  isFailing?: boolean;
};

/** Answers one request. Throws refusals that happen before execution. */
export async function dispatchRequest(
  provider: ApiContext,
  request: ApiRequest,
): Promise<ApiReply> {
  const { method, pathname, parameters, cause, isFailing } = request;
  const { endpoint, id } = matchEndpoint(provider.endpoints, method, pathname);
  const prepared = endpoint.prepare(decodeForm(parameters));
  const writes = method !== 'GET';
  const reply = await executeRequest(provider.store, {
    cause,
    endpoint: `${method} ${pathname}`,
    parameters,
    writes,
    run: async (objects) => {
      if (isFailing) throw failure();
      return expand(objects, await prepared.run(objects, id), prepared.expand);
    },
  });
  if (writes) provider.onWrite();
  return { ...reply, body: withPagesUrl(reply.body, provider.pagesUrl()) };
}

/** Performs a request of the provider's own pages in process, without HTTP. */
export async function callApi<T extends object>(
  provider: ApiContext,
  call: string,
  parameters: Record<string, string> = {},
): Promise<T> {
  const [method = '', pathname = ''] = call.split(' ');
  const cause = { id: newId('req'), idempotencyKey: null };
  const sent = new URLSearchParams(parameters).toString();
  const reply = await dispatchRequest(provider, { method, pathname, parameters: sent, cause });
  const body = JSON.parse(reply.body) as T & { error: StripeApiError['error'] };
  if (reply.status !== 200) throw new StripeApiError(reply.status, body.error);
  return body;
}

function matchEndpoint(endpoints: readonly ApiEndpoint[], method: string, pathname: string) {
  for (const endpoint of endpoints) {
    if (endpoint.method !== method) continue;
    const id = idFromPath(endpoint.path, pathname);
    if (id !== undefined) return { endpoint, id };
  }
  const message =
    `Unrecognized request URL (${method}: ${pathname}). ` +
    'Please see https://stripe.com/docs or we can help at https://support.stripe.com/. ' +
    "This is a sandbox with a part of Stripe's API: its README lists the supported calls.";
  throw new StripeApiError(404, { type: 'invalid_request_error', message });
}

/**
 * Returns the id in the path, `/v1/invoices/:id` or `/v1/invoices/:id/pay`; empty when the path has
 * none, undefined when it does not match.
 */
function idFromPath(path: string, pathname: string): string | undefined {
  const [base = '', tail] = path.split(':id');
  if (tail === undefined) return pathname === base ? '' : undefined;
  if (!pathname.startsWith(base) || !pathname.endsWith(tail)) return undefined;
  const id = pathname.slice(base.length, pathname.length - tail.length);
  return /^[\w.~-]+$/.test(id) ? id : undefined;
}

type JsonRecord = Record<string, unknown>;
/** Place in the reply that holds an id or an object. */
type ExpandableField = {
  holder: JsonRecord;
  key: string;
};

const deepest = 4;

/** Replaces ids by the objects they name, along dotted paths such as `data.latest_invoice`. */
async function expand(objects: ObjectRepository, reply: object, paths: string[]): Promise<object> {
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
