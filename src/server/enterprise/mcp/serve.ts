import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { findKey } from '#server/platform/http/contract/authorize-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Key of a client of the Model Context Protocol. */
    apiKey: AuthInfo | null;
  }
}

/** Maximum of messages of one request: all are answered without a pause for other requests. */
const maxBatch = 20;

/**
 * Serves the tools of an API key at `/mcp` by the Model Context Protocol over streamable HTTP, without sessions: each
 * request is complete, so that any process answers it (R-MCP-01, decision 69). A tool makes its call of the contract
 * with the same key: its rights, limits and entries in the audit log are those of the call.
 */
export function serveMcp(app: FastifyInstance, { database }: Pick<AppContext, 'database'>) {
  app.decorateRequest('apiKey', null);
  refuseRegistration(app);
  let opened: Promise<McpHttpHandler> | undefined;
  // Loaded with the first request: few organizations use it.
  const open = () =>
    (opened ??= import('./handler.ts').then(({ createHandler }) => createHandler(app)));
  app.addHook('onClose', async () => (await opened)?.close());
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    // No body is read before authorization.
    onRequest: async (request, reply) => {
      request.apiKey = await authenticate(database, request, reply);
    },
    handler: async (request, reply) => {
      const { apiKey: authInfo, body } = request;
      if (Array.isArray(body) && body.length > maxBatch) throw new Failure('validation');
      const { fetch } = await open();
      const answer = await fetch(toWebRequest(request), {
        ...(authInfo && { authInfo }),
        ...(body !== undefined && { parsedBody: body }),
      });
      return sendAnswer(reply, answer);
    },
  });
}

/**
 * Refuses to register a client of OAuth (RFC 7591 §3.2.2), in the words that clients report: after a 401 they look for an
 * authorization server, which API keys don't have, and then try to register here (decision 69).
 */
const refuseRegistration = (app: FastifyInstance) =>
  app.post('/register', { schema: { hide: true } }, (_request, reply) =>
    reply.code(400).send({
      error: 'invalid_client_metadata',
      error_description:
        'The API key is missing, wrong, expired or revoked. Create one in the settings under API keys, and send it as Authorization: Bearer prg_…; there is no OAuth.',
    }),
  );

/** Returns the key of a request; 401 with the scheme to use without a valid one. */
async function authenticate(
  database: AppContext['database'],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [, secret] = /^Bearer (\w{1,200})$/i.exec(request.headers.authorization ?? '') ?? [];
  try {
    if (!secret) throw new Failure('apiKey.invalid');
    const { key, scopes } = await findKey(database, secret);
    return { token: secret, clientId: key, scopes, extra: { address: request.ip } };
  } catch (error) {
    reply.header('www-authenticate', secret ? `${scheme}, error="invalid_token"` : scheme);
    throw error;
  }
}

/** Authentication that `/mcp` asks for. */
const scheme = 'Bearer realm="API key"';

/** Formats of replies; the library refuses a request that does not name both. */
const formats = 'application/json, text/event-stream';

/** Matches `Accept` headers of any format (RFC 9110 §12.5.1). */
const acceptsAny = /\*\/\*(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/** Returns the request without its body, which is parsed already. */
function toWebRequest(request: FastifyRequest) {
  const headers = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (acceptsAny.test(headers.get('accept') ?? '*/*')) headers.set('accept', formats);
  return new Request(`http://localhost${request.url}`, { method: request.method, headers });
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: Response) {
  reply.code(status).headers(Object.fromEntries(headers));
  return body ? reply.send(Readable.fromWeb(body as ReadableStream)) : reply.send();
}
