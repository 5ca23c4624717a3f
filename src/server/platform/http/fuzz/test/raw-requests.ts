import { connect } from 'node:net';
import * as fc from 'fast-check';
import type { FuzzRequest } from './requests.ts';
import type { FuzzResponse } from './response-check.ts';

export type RawRequest = (given: {
  method: string;
  url: string;
  head: string[];
  body: string;
}) => string;

const message = (first: string, head: string[], body: string) =>
  `${[first, ...head].join('\r\n')}\r\n\r\n${body}`;

const length = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;
const usual: RawRequest = ({ method, url, head, body }) =>
  message(`${method} ${url} HTTP/1.1`, [...head, length(body)], body);

const withHead =
  (...more: string[]): RawRequest =>
  ({ head, ...given }) =>
    usual({ ...given, head: [...head, ...more] });
const withTarget =
  (change: (url: string) => string): RawRequest =>
  ({ url, ...given }) =>
    usual({ ...given, url: change(url) });
const withMethod =
  (method: string): RawRequest =>
  (given) =>
    usual({ ...given, method });
const withLengths =
  (...lengths: string[]): RawRequest =>
  ({ method, url, head, body }) =>
    message(`${method} ${url} HTTP/1.1`, [...head, ...lengths], body);

/** Requests that only a raw socket can send. */
const wires: RawRequest[] = [
  usual,
  withTarget((url) => url.slice(1)),
  withTarget((url) => `http://evil.example${url}`),
  withTarget((url) => `//evil.example${url}`),
  withTarget((url) => `${url}/%zz%`),
  withTarget((url) => `${url}/%00`),
  withTarget((url) => `${url}/../../../../etc/passwd`),
  withTarget((url) => `${url}\u0000`),
  withTarget((url) => `${url} x`),
  withTarget((url) => `${url}/\u00ff`),
  withTarget((url) => `${url}/${'a'.repeat(10_000)}`),
  withTarget((url) => `${url}?${'a=1&'.repeat(20_000)}`),
  withTarget(() => '*'),
  withTarget(() => ''),
  withMethod('FUZZ'),
  withMethod('get'),
  withMethod('CONNECT'),
  withMethod('TRACE'),
  withMethod('PROPFIND'),
  withMethod('QUERY'),
  withHead(`X-Long: ${'a'.repeat(20_000)}`),
  withHead(...Array.from({ length: 3_000 }, (_, at) => `X-${at}: a`)),
  withHead('X-Bad\u0000: a'),
  withHead('X Bad: a'),
  withHead('X-Bad: a\rb'),
  withHead('X-Folded: a\r\n b'),
  withHead('Host: evil.example'),
  withHead('X-Tenant-Key: a', 'X-Tenant-Key: b'),
  withHead('Authorization: Bearer a', 'Authorization: Bearer b'),
  withHead('Content-Type: application/json', 'Content-Type: text/plain'),
  withHead('Transfer-Encoding: chunked'),
  withHead('Expect: 100-continue'),
  withHead('Expect: x'),
  withHead('Upgrade: h2c', 'Connection: Upgrade'),
  withHead('Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: x'),
  withLengths('Content-Length: 4', 'Content-Length: 5'),
  withLengths('Content-Length: -1'),
  withLengths('Content-Length: 1e3'),
  withLengths(`Content-Length: ${'9'.repeat(40)}`),
  withLengths('Content-Length: 100000000000'),
  withLengths('Content-Length: 1'),
  withLengths('Transfer-Encoding: chunked\r\n\r\nzz'),
  withLengths('Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n'),
  withLengths('Transfer-Encoding: xchunked'),
  ({ method, url, body }) => message(`${method} ${url} HTTP/1.1`, [length(body)], body),
  ({ method, url }) => `${method} ${url}\r\n\r\n`,
  ({ method, url, head }) => message(`${method} ${url} HTTP/9.9`, head, ''),
  () => '\u0016\u0003\u0001\u0002\u0000',
  () => '\r\n\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

export const rawRequests = fc.constantFrom(...wires);

/** Encodes an attempt in this form. */
export const encodeRequest = (
  wire: RawRequest,
  attempt: FuzzRequest,
  headers: Record<string, string>,
) => {
  const head = Object.entries({
    Host: 'pregao.test',
    ...headers,
    ...attempt.headers,
    Connection: 'close',
  });
  const { method, url, payload = '' } = attempt;
  const lines = head.map(([name, value]) => `${name}: ${value}`);
  return wire({ method, url, head: lines, body: String(payload) });
};

/** Sends bytes and returns the response; null if the connection ended without one. */
export const sendRawRequest = (port: number, bytes: string): Promise<FuzzResponse | null> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Uint8Array[] = [];
    const done = () => {
      clearTimeout(patience);
      socket.destroy();
      resolve(heardOf(Buffer.concat(parts).toString('utf8')));
    };
    // A request with a shorter body than declared waits for the server's timeout, which is longer.
    const patience = setTimeout(done, 1_000);
    socket.on('data', (part) => parts.push(Buffer.from(part)));
    socket.on('error', () => undefined);
    socket.on('close', done);
    socket.end(Buffer.from(bytes, 'latin1'));
  });

/** Parses the first final response. Later ones answer bytes that are not part of the request. */
const heardOf = (text: string): FuzzResponse | null => {
  const answer = text.replace(/^HTTP\/1\.1 1\d\d .*\r\n\r\n/, '');
  const [, status = ''] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
  if (status === '') return null;
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [, type] = /content-type: (.*)/i.exec(head) ?? [];
  const [, length = Infinity] = /content-length: (\d+)/i.exec(head) ?? [];
  const body = Buffer.from(rest.join('\r\n\r\n'));
  const end = body.subarray(Number(length)).toString().startsWith('HTTP/1.1 4')
    ? Number(length)
    : body.length;
  return {
    status: Number(status),
    headers: { 'content-type': type },
    body: body.subarray(0, end).toString(),
  };
};
