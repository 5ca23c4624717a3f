import { Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { networkOf } from '#server/platform/http/visitor.ts';
import { jsonScanner } from './bounded-json.ts';
import { createBudget } from './budget.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads and discards a body of an unsupported type, because the call is complete without it. */
    ignoresBody?: boolean;
  }
}

const MiB = 1024 * 1024;

/** Size limit of bodies, in bytes, unless the route has a larger one. */
export const defaultBodyLimit = 64 * 1024;

/** Size limit of bodies with a picture: 10 MB in base64 and the remaining fields. */
export const pictureBodyLimit = 16 * MiB;

/**
 * Maximum of body bytes that this process holds at a time, in total and per sender. The bytes, the text
 * and the parsed value exist together for a moment, so memory use is up to four times as much.
 */
const defaultBudget = createBudget({ total: 64 * MiB, visitor: 16 * MiB });
const largeBudget = createBudget({ total: 96 * MiB, visitor: 36 * MiB });

/**
 * Accepts JSON bodies, and requests without a body whatever their `Content-Type` (R-API-05): axios,
 * curl, wget, urllib and SignalR before 7 send a type without a body. Refuses any other type with 415.
 */
export function registerBodyParsers(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  addJsonParser(app, 'application/json');
  app.addContentTypeParser('*', refuseOtherTypes);
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.upload) return;
    const size = bodySizeOf(request);
    if (size === 0) delete request.raw.headers['content-type'];
    else if (!request.is404) reply.raw.once('close', reserveMemory(request, size));
    return isLargeBody(request) && isJson(request) ? refuseEarly(payload) : payload;
  });
}

/** Accepts JSON bodies of a media type; their nesting is checked before they are parsed (decision 27). */
export function addJsonParser(app: FastifyInstance, mediaType: string) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(mediaType, { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    if (isLargeBody(request)) return void parseInSteps(bytes, (text) => parse(request, text, done));
    if (jsonScanner()(bytes)) return void parse(request, bytes.toString(), done);
    done(new Failure('validation'));
  });
}

/** Decodes and parses a large body, which was checked while it arrived, with other work in between. */
async function parseInSteps(bytes: Buffer, parse: (text: string) => unknown) {
  await setImmediate();
  const text = bytes.toString();
  await setImmediate();
  parse(text);
}

const isJson = ({ headers }: FastifyRequest) => /\bjson\b/i.test(headers['content-type'] ?? '');

/** Checks JSON while it arrives: a large body that is refused is neither held nor copied. */
function refuseEarly(body: RequestPayload) {
  const isBounded = jsonScanner();
  const checked = new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      isBounded(chunk) ? done(null, chunk) : done(new Failure('validation')),
  });
  // Once the call is refused otherwise, Fastify listens no longer: an error must not end the process.
  checked.on('error', () => undefined);
  body.once('error', (error) => checked.destroy(error));
  return body.pipe(checked);
}

/** Returns the size of a body in bytes; for one without a declared length, the limit of its route. */
const bodySizeOf = ({ raw: { headers }, routeOptions }: FastifyRequest) =>
  headers['transfer-encoding'] ? routeOptions.bodyLimit : Number(headers['content-length'] ?? 0);

/** Returns true if a body is, or may turn out to be, larger than the limit without a picture. */
export const isLargeBody = (request: FastifyRequest) => bodySizeOf(request) > defaultBodyLimit;

/**
 * Reserves memory for a body before it is read, until the response has been sent. Refuses with
 * `tooLarge` beyond the route's limit, with `tooManyRequests` or `unavailable` beyond the budget.
 */
function reserveMemory(request: FastifyRequest, size: number) {
  if (size > request.routeOptions.bodyLimit) throw new Failure('tooLarge');
  const sender = request.actor?.session?.user ?? networkOf(request);
  return (size > defaultBodyLimit ? largeBudget : defaultBudget)(sender, size);
}

/** Refuses a body at its first byte, because a chunked one may turn out to be empty. */
const refuseOtherTypes = (
  { is404, routeOptions }: FastifyRequest,
  payload: FastifyRequest['raw'],
) =>
  new Promise<void>((resolve, reject) => {
    // An unknown path answers 404, whatever its body.
    if (is404) return resolve();
    payload.once('end', resolve).once('error', () => reject(new Failure('validation')));
    if (!routeOptions.config.ignoresBody) {
      payload.once('data', () => reject(new Failure('unsupportedMediaType')));
    }
    payload.resume();
  });
