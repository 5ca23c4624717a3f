import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Headers of every browser request that matter to a server. */
export const asBrowser = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Response as sent over HTTP, still compressed. */
export type PlainReply = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** Options of a request, by default a POST if it has a body; `agent` decides about connections and addresses. */
export type PlainRequest = {
  method?: string;
  headers?: Record<string, string>;
  /** Bytes, or an object to send as JSON. */
  body?: Buffer | object;
  agent?: Agent | false;
  signal?: AbortSignal;
};

/** Sends a request and reads the whole response. Rejects when the connection breaks. */
export const requestBytes = (url: string, { body, headers, ...options }: PlainRequest = {}) =>
  new Promise<PlainReply>((resolve, reject) => {
    const bytes = !body || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const own = bytes && { 'content-type': 'application/json', 'content-length': bytes.length };
    const method = bytes ? 'POST' : 'GET';
    const all = { method, ...options, headers: { ...own, ...headers } };
    const sent = request(url, all, (response) => {
      const { statusCode: status = 0, headers } = response;
      const parts = response.toArray() as Promise<Buffer[]>;
      parts.then((all) => resolve({ status, headers, body: Buffer.concat(all) }), reject);
    });
    sent.once('error', reject).end(bytes);
  });

/** Returns the address of the next page of a list, which its `Link` header names. */
export function nextPage(url: string, { headers }: PlainReply): string | undefined {
  const [, next] = /<([^>]*)>/.exec(String(headers['link'] ?? '')) ?? [];
  return next && new URL(next, url).href;
}

/** Sends a request and returns its status, or the code of the error. */
export const requestStatus = (url: string, options: PlainRequest = {}): Promise<string> =>
  requestBytes(url, options).then(
    ({ status }) => String(status),
    (error: NodeJS.ErrnoException) => error.code ?? error.name,
  );

/** Returns an agent that keeps connections from a local address: Linux has all of 127.0.0.0/8. */
export const agentAt = (localAddress: string) =>
  new Agent({ keepAlive: true, maxSockets: Infinity, localAddress });

/** Opens a connection of raw bytes, for which being disconnected is no error. */
export async function connectTo(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket.on('error', () => undefined);
}

/** Resolves when a connection is closed, with or without an error. */
export const closeOf = (socket: Socket) =>
  socket.closed ? undefined : new Promise((resolve) => socket.once('close', resolve));
