import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import { runAsActor } from '#server/platform/database/actor-context.ts';
import { retryOnce } from '#server/platform/database/driver/errors.ts';
import { isKnownTag } from '#server/platform/http/contract/if-match.ts';
import { logRefusedRequest } from '#server/platform/http/observability/refused-requests.ts';
import { addJsonParser } from '#server/platform/http/protection/bodies.ts';
import type { Limits } from '#server/platform/http/protection/limits.ts';
import { networkOf } from '#server/platform/http/visitor.ts';
import { authenticate, type ScimClient } from './authenticate.ts';
import { describeResourceTypes, describeSchemas, serviceProviderConfig } from './discovery.ts';
import { ScimFailure, toScimError, toScimFailure } from './errors.ts';
import {
  changeGroup,
  getGroup,
  patchedMembers,
  refuseNewGroup,
  replacedMembers,
} from './groups.ts';
import { listAll, listGroups, listUsers, parseProjection, project } from './list.ts';
import { patchUser } from './patch.ts';
import type { ScimGroup, ScimUser } from './resources.ts';
import { changeUser, createUser, getUser, removeUser, type ScimRequest } from './users.ts';

declare module 'fastify' {
  interface FastifyRequest {
    scim: ScimClient | null;
  }
}

const root = '/scim/v2';
const mediaType = 'application/scim+json';
/** Size limit of bodies in bytes: a group of 10,000 members. */
const bodyLimit = 1024 * 1024;

type Handler = (call: ScimRequest, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Serves SCIM 2.0 under `/scim/v2` (RFC 7643, RFC 7644, decision 58). */
export const serveScim = (app: FastifyInstance, context: AppContext, limits: Limits) =>
  app.register(async (scope) => {
    scope.decorateRequest('scim', null);
    addJsonParser(scope, mediaType);
    scope.setErrorHandler(sendScimError);
    scope.addHook('onRequest', async (request) => {
      // Clients of directories send none, too.
      request.raw.headers['content-type'] ??= mediaType;
      const client = await authenticate(context.database, request);
      limits.scim(client.tenant.id, 'scim');
      request.scim = client;
    });
    const served = new Map<string, string[]>();
    const route = (method: string | string[], path: string, handler: Handler) => {
      served.set(path, [...(served.get(path) ?? []), ...[method].flat()]);
      scope.route({
        method: method as 'GET',
        url: `${root}${path}`,
        bodyLimit,
        schema: { hide: true },
        handler: (request, reply) => answer({ context, limits, handler }, request, reply),
      });
    };
    addDiscovery(route);
    addUsers(route);
    addGroups(route);
    refuseOtherMethods(route, new Map(served));
    route(methods, '/*', () => {
      throw new ScimFailure(404, 'There is no such endpoint');
    });
  });

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers 405 to the methods that an address does not have. */
function refuseOtherMethods(route: AddRoute, served: ReadonlyMap<string, readonly string[]>) {
  for (const [path, allowed] of served) {
    const others = methods.filter((method) => !allowed.includes(method));
    if (others.length === 0) continue;
    route(others, path, (_call, _request, reply) => {
      void reply.header('allow', allowed.join(', '));
      throw new ScimFailure(405, `This address has ${allowed.join(', ')} only`);
    });
  }
}

type AddRoute = (method: string | string[], path: string, handler: Handler) => void;

/** Runs a handler as the service that its token names in the audit log. */
async function answer(
  { handler, ...shared }: Pick<ScimRequest, 'context' | 'limits'> & { handler: Handler },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const client = request.scim;
  if (!client) throw new Error('SCIM route without a client');
  const base = `${shared.context.origin()}${root}`;
  const { tenant, readOnly } = client;
  const call = { ...shared, tenant, readOnly, base };
  const actor = {
    user: null,
    impersonator: null,
    service: client.service,
    granter: client.granter,
    request: request.id,
    network: networkOf(request),
  };
  const body = await retryOnce(() => runAsActor(actor, async () => handler(call, request, reply)));
  void reply.header('cache-control', 'no-store');
  if (body === undefined) return reply.send();
  return reply.type(mediaType).send(JSON.stringify(body));
}

const idOf = ({ params }: FastifyRequest) => (params as { id?: string }).id ?? '';

const ifMatchOf = ({ headers }: FastifyRequest) => headers['if-match']?.toString();

/** Sets the headers of one resource, and returns what the request wants of it. */
function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: ScimUser | ScimGroup,
) {
  const { version, location } = resource.meta;
  void reply.header('etag', version).header('content-location', location);
  if (request.method === 'GET' && isKnownTag(version, request.headers['if-none-match'])) {
    void reply.code(304);
    return undefined;
  }
  return project(resource, parseProjection(request.query));
}

function addDiscovery(route: AddRoute) {
  route('GET', '/ServiceProviderConfig', ({ base }) => serviceProviderConfig(base));
  route('GET', '/Schemas', ({ base }) => describeSchemas(base));
  route('GET', '/Schemas/:id', ({ base }, request) => describeSchemas(base, idOf(request)));
  route('GET', '/ResourceTypes', ({ base }) => describeResourceTypes(base));
  route('GET', '/ResourceTypes/:id', ({ base }, request) =>
    describeResourceTypes(base, idOf(request)),
  );
  route('POST', '/.search', (call, { body }) => listAll(call, body));
  route(methods, '/Me', refuseUnsupported);
  route('POST', '/Bulk', refuseUnsupported);
}

function refuseUnsupported() {
  throw new ScimFailure(501, 'Not supported: see ServiceProviderConfig');
}

function addUsers(route: AddRoute) {
  route('GET', '/Users', (call, { query }) => listUsers(call, query));
  route('POST', '/Users/.search', (call, { body }) => listUsers(call, body));
  route('POST', '/Users', async (call, request, reply) => {
    call.limits.scim(call.tenant.id, 'scimInvitation');
    const user = await createUser(call, request.body);
    void reply.code(201).header('location', user.meta.location);
    return sendResource(request, reply, user);
  });
  route('GET', '/Users/:id', async (call, request, reply) =>
    sendResource(request, reply, await getUser(call, idOf(request))),
  );
  const change = (request: FastifyRequest) => ({ id: idOf(request), ifMatch: ifMatchOf(request) });
  route('PUT', '/Users/:id', async (call, request, reply) =>
    sendResource(request, reply, await changeUser(call, change(request), () => request.body)),
  );
  route('PATCH', '/Users/:id', async (call, request, reply) => {
    const patched = (user: ScimUser) => patchUser(user, request.body);
    return sendResource(request, reply, await changeUser(call, change(request), patched));
  });
  route('DELETE', '/Users/:id', async (call, request, reply) => {
    await removeUser(call, change(request));
    void reply.code(204);
  });
}

function addGroups(route: AddRoute) {
  route('GET', '/Groups', (call, { query }) => listGroups(call, query));
  route('POST', '/Groups/.search', (call, { body }) => listGroups(call, body));
  route('POST', '/Groups', (_call, { body }) => refuseNewGroup(body));
  route('GET', '/Groups/:id', async (call, request, reply) =>
    sendResource(request, reply, await getGroup(call, idOf(request))),
  );
  const change = (request: FastifyRequest) => ({ id: idOf(request), ifMatch: ifMatchOf(request) });
  route('PUT', '/Groups/:id', async (call, request, reply) => {
    const wanted = replacedMembers(request.body);
    return sendResource(request, reply, await changeGroup(call, change(request), wanted));
  });
  route('PATCH', '/Groups/:id', async (call, request, reply) => {
    const wanted = patchedMembers(request.body);
    return sendResource(request, reply, await changeGroup(call, change(request), wanted));
  });
  route('DELETE', '/Groups/:id', () => {
    throw new ScimFailure(403, 'Groups are roles, which can’t be deleted');
  });
}

/** Converts every error to a response in the format of the protocol; details of bugs stay in the log. */
function sendScimError(
  error: FastifyError | ScimFailure,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failure = toScimFailure(error);
  if (!failure) request.log.error({ err: error }, 'unexpected failure');
  const { status, retryAfter } = failure ?? { status: 500, retryAfter: undefined };
  if (failure && status >= 500) logRefusedRequest(request, status, error);
  reply.removeHeader('connection');
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="scim"');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const shown = failure ?? new ScimFailure(500, `Internal error; reference ${request.id}`);
  return reply
    .code(status)
    .type(mediaType)
    .send(JSON.stringify(toScimError(shown)));
}
