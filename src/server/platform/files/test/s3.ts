import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

type Kept = { bytes: Buffer; at: Date };
type Answer = { status: number; headers?: Record<string, string>; body?: Buffer | string };
export type TestS3 = {
  endpoint: string;
  /** Content of the bucket. */
  objects: Map<string, Kept>;
  /** Requests so far, as method and path. */
  asked: string[];
  /** Statuses of the next answers. */
  faults: number[];
};

/** Objects per page of a list. */
const pageSize = 2;

/**
 * Starts a stand-in for S3: one bucket over HTTP with put, get (whole and ranges), head, delete and paged
 * lists. It checks that requests are signed, and nothing else.
 */
export async function startS3(bucket: string): Promise<TestS3> {
  const objects = new Map<string, Kept>();
  const [asked, faults]: [string[], number[]] = [[], []];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const fault = faults.shift();
    const answer = fault ? failure(fault, 'InternalError') : answerTo(request, { bucket, objects });
    void Promise.resolve(answer).then((given) => {
      request.resume();
      send(response, given, request.method);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, objects, asked, faults };
}

type Given = { bucket: string; objects: Map<string, Kept> };

const answerTo = async (request: IncomingMessage, { bucket, objects }: Given): Promise<Answer> => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.test');
  const [, named, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
  if (!/^AWS4-HMAC-SHA256 .*Signature=\w{64}$/.test(request.headers.authorization ?? '')) {
    return failure(403, 'AccessDenied');
  }
  if (named !== bucket) return failure(404, 'NoSuchBucket');
  if (key === '') return listOf(objects, searchParams);
  if (request.method === 'PUT') {
    const bytes = await bytesOf(request);
    if (bytes.length !== Number(request.headers['content-length']))
      return failure(400, 'Incomplete');
    objects.set(key, { bytes, at: new Date() });
    return { status: 200, headers: { etag: etagOf(bytes) } };
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  const kept = objects.get(key);
  return kept ? partOf(kept, request.headers.range) : failure(404, 'NoSuchKey');
};

const bytesOf = async (request: IncomingMessage) =>
  Buffer.concat((await request.toArray().catch(() => [])) as Buffer[]);

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

const partOf = ({ bytes, at }: Kept, range: string | undefined): Answer => {
  const headers = { etag: etagOf(bytes), 'last-modified': at.toUTCString() };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined) return { status: 200, headers, body: bytes };
  const body = bytes.subarray(Number(from), Number(to) + 1);
  return { status: 206, headers: { ...headers, 'content-range': `bytes ${from}-${to}/x` }, body };
};

const listOf = (objects: Map<string, Kept>, asked: URLSearchParams): Answer => {
  const keys = [...objects.keys()].toSorted();
  const start = keys.findIndex((key) => key > (asked.get('continuation-token') ?? ''));
  const page = start < 0 ? [] : keys.slice(start, start + pageSize);
  const isLast = start < 0 || start + pageSize >= keys.length;
  const contents = page.map((key) => {
    const { bytes, at } = objects.get(key) ?? { bytes: Buffer.alloc(0), at: new Date() };
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size>
      <LastModified>${at.toISOString()}</LastModified><ETag>${etagOf(bytes)}</ETag></Contents>`;
  });
  return xml(
    200,
    `<ListBucketResult><IsTruncated>${String(!isLast)}</IsTruncated>${contents.join('')}${
      isLast ? '' : `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
    }</ListBucketResult>`,
  );
};

const failure = (status: number, code: string) =>
  xml(status, `<Error><Code>${code}</Code></Error>`);

const xml = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});

const send = (response: ServerResponse, { status, headers, body = '' }: Answer, method = '') => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
};
