import { describe, expect, test } from 'vitest';
import { hubPath } from '#contract/realtime.ts';
import { sendRaw, listeningUrl, statusOf } from '#server/platform/http/test/socket.ts';
import { registerOwner, sharedApplication } from '#server/test/application.ts';

/**
 * Checks that a request without a body is accepted whatever its `Content-Type` (R-API-05), with headers
 * recorded from real clients.
 */
const product = await sharedApplication();
const owner = await registerOwner(product);
const at = await listeningUrl(product);

const form = 'Content-Type: application/x-www-form-urlencoded';
const text = 'Content-Type: text/plain;charset=UTF-8';
const none = 'Content-Length: 0';
const axios = [
  'Accept: application/json, text/plain, */*',
  form,
  'User-Agent: axios/VERSION',
  'Connection: keep-alive',
  none,
];

/** Header lines that each client sent for a POST and for a PUT, recorded; `Host` is added. */
const clients: Record<string, string[]> = {
  'axios 0.21.4': axios,
  'axios 0.27.2': axios,
  'axios 1.21.1': axios,
  "curl -d ''": ['User-Agent: curl/7.88.1', 'Accept: */*', none, form],
  'curl -X': ['User-Agent: curl/7.88.1', 'Accept: */*'],
  'curl -X with a JSON content type': ['Accept: */*', 'Content-Type: application/json'],
  wget: [
    'User-Agent: Wget/1.21.3',
    'Accept: */*',
    'Accept-Encoding: identity',
    'Connection: Keep-Alive',
    form,
    none,
  ],
  'urllib of Python': [
    'Accept-Encoding: identity',
    form,
    none,
    'User-Agent: Python-urllib/3.11',
    'Connection: close',
  ],
  'requests of Python': ['Accept: */*', 'Connection: keep-alive', none],
  'requests of Python, an empty stream': [
    'Accept: */*',
    'Connection: keep-alive',
    'Transfer-Encoding: chunked\r\n\r\n0',
  ],
  'an empty stream with a form content type': [form, 'Transfer-Encoding: chunked\r\n\r\n0'],
  'fetch with an empty text': [text, 'accept: */*', 'sec-fetch-mode: cors', 'content-length: 0'],
  'fetch with empty URLSearchParams': [`${form};charset=UTF-8`, 'accept: */*', none],
  'an invalid content type': ['Content-Type: nothing', none],
};

const request = (line: string, lines: string[]) =>
  `${[`${line} HTTP/1.1`, `Host: ${at.host}`, ...lines].join('\r\n')}\r\n\r\n`;

const identity = [`Authorization: Bearer ${owner.token}`, `X-Tenant-Key: ${owner.tenant}`];

describe.each(Object.entries(clients))('accepts a request without a body from %s', (_, lines) => {
  test('by POST', async () => {
    const path = `/api/User/UpdateDefaultTenant/${owner.user.id}/${owner.tenant}`;
    const answer = await sendRaw(at, request(`POST ${path}`, [...identity, ...lines]));
    expect(statusOf(answer)).toBe(200);
  });

  test('by PUT', async () => {
    const path = '/api/User/UpdateLocale/en-US';
    const answer = await sendRaw(at, request(`PUT ${path}`, [...identity, ...lines]));
    expect(statusOf(answer)).toBe(204);
  });

  test('reports the missing body where one is required', async () => {
    const answer = await sendRaw(at, request('POST /api/Authentication/Login', lines));
    expect(answer).toContain('"errors.field.required"');
  });
});

/** Header lines of `negotiate`, recorded from the official clients; `Host` and token are added. */
const hubClients: Record<string, string[]> = {
  '1.1.4 in Node': ['X-Requested-With: XMLHttpRequest', none, 'Connection: keep-alive'],
  '6.0.25 in Node': [text, 'X-Requested-With: XMLHttpRequest', 'accept: */*', none],
  '10.0.11 in Node': ['X-Requested-With: XMLHttpRequest', 'accept: */*', none],
  '1.1.4, 3.1.31, 5.0.17 and 6.0.25 in a browser': [
    'connection: keep-alive',
    'X-Requested-With: XMLHttpRequest',
    text,
    'Accept: */*',
    'Accept-Encoding: gzip, deflate',
    none,
  ],
  '7.0.14, 8.0.29 and 10.0.11 in a browser': [
    'connection: keep-alive',
    'X-Requested-With: XMLHttpRequest',
    'X-SignalR-User-Agent: Microsoft SignalR/10.0 (10.0.11; Unknown OS; Browser; Unknown)',
    'Accept: */*',
    none,
  ],
};

test.each(Object.entries(hubClients))('negotiates with SignalR %s', async (version, lines) => {
  const query = version.startsWith('1.') ? '' : '?negotiateVersion=1';
  const path = `POST ${hubPath}/negotiate${query}`;
  const answer = await sendRaw(at, request(path, [identity[0] ?? '', ...lines]));
  expect(statusOf(answer)).toBe(200);
  expect(answer).toContain('"connectionToken"');
});

describe('A request with a body', () => {
  test.each([form, text, 'Content-Type: multipart/form-data; boundary=x'])(
    'is refused with 415 when its content type is "%s"',
    async (type) => {
      const path = `POST /api/User/UpdateDefaultTenant/${owner.user.id}/${owner.tenant}`;
      const lines = [...identity, type, 'Content-Length: 3'];
      expect(statusOf(await sendRaw(at, `${request(path, lines)}a=b`))).toBe(415);
      const chunked = [...identity, type, 'Transfer-Encoding: chunked'];
      const body = '3\r\na=b\r\n0\r\n\r\n';
      expect(statusOf(await sendRaw(at, `${request(path, chunked)}${body}`))).toBe(415);
    },
  );

  test('is accepted, and its body ignored, where older clients repeat the card token', async () => {
    const path = 'POST /api/SubscriptionManager/UpdateCardToken/tok_unknown';
    const lines = [...identity, form, 'Content-Length: 11'];
    const answer = await sendRaw(at, `${request(path, lines)}tok_unknown`);
    expect(answer).toContain('"errors.billing.invalidCard"');
  });
});
