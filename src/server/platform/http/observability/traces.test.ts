import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApplication, registerOwner, type TestMember } from '#server/test/application.ts';

/** Checks the spans that a trace collector receives (R-REL-07, R-SEC-12). */
type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status?: { code?: number };
};
type Batch = { resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[] };

const batches: Batch[] = [];
const collector = createServer((request, response) => {
  void json(request).then((batch) => {
    if (request.url === '/v1/traces') batches.push(batch as Batch);
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
const listening = new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready));
afterAll(() => void collector.close());

const theirs = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const traceparent = `00-${theirs.trace}-${theirs.span}-01`;
const named = { 'x-request-id': 'request-of-the-tests' };
const listTransactions = '/api/Transaction/GetAll?search=secret-of-the-tests';

let spans: Span[] = [];
let owner: TestMember;

beforeAll(async () => {
  await listening;
  const { port } = collector.address() as AddressInfo;
  const { product, remove } = await openTestApplication({
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      TRUST_PROXY: '10.1.0.0/16',
      INSTANCES: '1',
    },
  });
  const { app } = product;
  owner = await registerOwner(product);
  const ask = (remoteAddress: string, url = listTransactions) =>
    app.inject({ url, remoteAddress, headers: { ...owner.headers, ...named, traceparent } });
  await ask('10.1.0.7');
  await ask('203.0.113.9');
  await ask('10.1.0.7', '/health/ready');
  // The shutdown exports the remaining spans.
  await remove();
  spans = batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
});

const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
const listed = () => spans.filter(({ name }) => name === 'GET /api/Transaction/GetAll');
const childrenOf = (parent: Span | undefined) =>
  spans.filter(({ parentSpanId }) => parent && parentSpanId === parent.spanId);

test('a request is a span with route, status and request id', () => {
  expect(attributesOf(listed()[0])).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/Transaction/GetAll',
    'http.response.status_code': 204,
    'pregao.request_id': named['x-request-id'],
  });
  expect(JSON.stringify(batches[0]?.resourceSpans[0]?.resource)).toContain('"pregao"');
});

test('database scopes are its children, and statements are theirs', () => {
  const scopes = childrenOf(listed()[0]);
  expect(scopes.map(({ name }) => name)).toContain('scope tenant');
  const statements = scopes.flatMap(childrenOf).map(({ name }) => name);
  expect(statements).toContain('select transactions');
  const register = spans.find(({ name }) => name === 'POST /api/Authentication/Register');
  const written = childrenOf(register).flatMap(childrenOf);
  expect(written.map(({ name }) => name)).toContain('insert users');
});

test('traceparent is continued from a trusted proxy only', () => {
  const [proxied, stranger] = listed();
  expect(proxied).toMatchObject({ traceId: theirs.trace, parentSpanId: theirs.span });
  expect(stranger?.traceId).not.toBe(theirs.trace);
  expect(stranger?.parentSpanId || undefined).toBeUndefined();
});

test('no path, header, body or value is exported', () => {
  const exported = JSON.stringify(batches);
  for (const secret of [owner.token, owner.user.email, owner.tenant, 'secret-of-the-tests']) {
    expect(exported).not.toContain(secret);
  }
});

test('health probes are not traced', () => {
  expect(spans.filter(({ name }) => name.includes('health'))).toEqual([]);
});
