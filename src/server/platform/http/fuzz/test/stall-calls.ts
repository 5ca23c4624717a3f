import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { z } from 'zod';
import { defaultBodyLimit, pictureBodyLimit } from '#server/platform/http/protection/bodies.ts';
import { endpointPath, type NamedEndpoint } from '#server/platform/http/test/endpoints.ts';
import { arbitraryFor, type FuzzJson, type KnownValues } from './arbitraries.ts';
import { placesOf } from './mutations.ts';
import type { StallInput, StallRequest, StallStage } from './stall-inputs.ts';
import { trapBodies, trapTexts } from './stall-texts.ts';

/** Bytes of a path or query with its name. Node.js admits 16 KiB of headers. */
const maxUrl = 12_000;
const json = { 'content-type': 'application/json' };

/** Largest texts for bodies with pictures; the other ones are as long as bodies may usually be. */
const largeTexts = 3;

const bodyLimitOf = ({ bodyLimit, pictures }: NamedEndpoint) =>
  bodyLimit ?? (pictures ? pictureBodyLimit : defaultBodyLimit);

/** Call of the contract, with bodies that only its schema doesn't tell. */
type StallCall = NamedEndpoint & { special: Record<string, Record<string, FuzzJson>> };

/** Returns the worst inputs of a call of the contract that its limits admit, by its schemas. */
export const inputsOf = (stage: StallStage, endpoint: StallCall, seed: number): StallInput[] => {
  const { cast } = stage;
  const valid = <T extends z.ZodType>(schema: T, known: KnownValues) =>
    fc.sample(arbitraryFor(schema, known), { numRuns: 1, seed })[0] as FuzzJson;
  const params = endpoint.params
    ? (valid(endpoint.params, cast.known) as Record<string, string>)
    : {};
  const url = endpointPath(endpoint, params);
  const headers = cast.headersOf(callerOf(endpoint));
  const input = (name: string, request: () => Partial<StallRequest>): StallInput => ({
    name: `${endpoint.name}: ${name}`,
    send: () => stage.sendRequest({ method: endpoint.method, url, headers, ...request() }),
  });
  const withBody = (name: string, text: () => string) =>
    input(name, () => ({ headers: { ...headers, ...json }, body: text() }));
  const inputs = urlInputs(endpoint, params).map(([name, changed]) =>
    input(name, () => ({ url: changed })),
  );
  if (endpoint.upload) {
    const forms = { ...gzipBombs(), ...multipartTraps() };
    for (const [name, form] of Object.entries(forms))
      inputs.push(
        input(name, () => {
          const { headers: typed, body } = form();
          return { headers: { ...headers, ...typed }, body };
        }),
      );
  }
  if (endpoint.body) {
    const limit = bodyLimitOf(endpoint);
    for (const [name, text] of Object.entries(trapBodies(limit - 10)))
      inputs.push(withBody(name, () => text));
    for (const [name, body] of Object.entries(endpoint.special))
      inputs.push(withBody(name, () => JSON.stringify(body)));
    inputs.push(
      ...fieldInputs(valid(endpoint.body, cast.known), limit).map(([name, text]) =>
        withBody(name, text),
      ),
    );
  }
  // The request without anything unusual: the work of the call itself.
  inputs.push(
    endpoint.body
      ? withBody('usual', () => JSON.stringify(valid(endpoint.body as z.ZodType, cast.known)))
      : input('usual', () => ({})),
  );
  return inputs;
};

/** Returns a caller that may make the call, with as few rights as any of them has. */
const callerOf = ({ access: { who } }: NamedEndpoint) =>
  who === 'operator' ? 'operator' : who === 'anyone' ? 'anonymous' : 'owner';

/** Returns URLs with a hostile text in each parameter. */
const urlInputs = (endpoint: NamedEndpoint, params: Record<string, string>) => {
  const texts = trapTexts(maxUrl / 6).map((text) => encodeURIComponent(text).slice(0, maxUrl));
  const cut = (text: string) => text.replace(/%[^%]{0,1}$/, '');
  const queries = Object.keys(propertiesOf(endpoint.query)).flatMap((name) =>
    texts.map((text, n): [string, string] => [
      `query ${name}, text ${n}`,
      `${endpointPath(endpoint, params)}?${name}=${cut(text)}`,
    ]),
  );
  const repeatedNames = Object.keys(propertiesOf(endpoint.query)).map((name): [string, string] => [
    `query ${name} again and again`,
    `${endpointPath(endpoint, params)}?${`${name}=1&`.repeat(maxUrl / (name.length + 3))}`,
  ]);
  const paths = Object.keys(params).map((name): [string, string] => [
    `path ${name}`,
    endpointPath(endpoint, { ...params, [name]: '\u0301'.repeat(1_000) }),
  ]);
  return [...queries, ...repeatedNames, ...paths];
};

const propertiesOf = (schema: z.ZodType | undefined) =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {};

/** Returns a valid body with a hostile text in each place of a text, and a wide array in each place of one. */
const fieldInputs = (body: FuzzJson, limit: number): [name: string, text: () => string][] => {
  const rest = Buffer.byteLength(JSON.stringify(body)) + 10;
  const small = trapTexts(Math.min(limit, defaultBodyLimit) - rest);
  const large = limit > defaultBodyLimit ? trapTexts(limit - rest).slice(0, largeTexts) : [];
  const changed = (at: number, value: FuzzJson) => () => {
    const copy = structuredClone(body);
    const place = placesOf(copy)[at];
    if (place) Reflect.set(place.of, place.name, value);
    return JSON.stringify(copy);
  };
  return placesOf(body).flatMap(({ of, name }, at) => {
    const value = Reflect.get(of, name) as FuzzJson;
    if (Array.isArray(value))
      return wideArrays(value, limit - rest).map(
        (wide, n) => [`${name}, wide ${n}`, changed(at, wide)] as [string, () => string],
      );
    if (typeof value === 'object' && value !== null) return [];
    return [...small, ...large].map(
      (text, n) => [`${name}, text ${n}`, changed(at, text)] as [string, () => string],
    );
  });
};

/** Returns arrays of valid and of wrong elements, as wide as fits. */
const wideArrays = ([element = 0]: FuzzJson[], bytes: number): FuzzJson[][] =>
  [element, 0, null, {}, '', 'a'].map((one) =>
    Array.from({ length: Math.floor((bytes - 2) / (JSON.stringify(one).length + 1)) }, () => one),
  );

const boundary = 'stall';
const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };

type Form = () => { headers: Record<string, string>; body: Buffer };

const formOf = (content: Buffer, head = ''): Form => {
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n${head}\r\n`;
  return () => ({
    headers: type,
    body: Buffer.concat([Buffer.from(before), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
};

const MiB = 1024 * 1024;

/** A tar header of an entry. */
const header = (name: string, size: number, kind = '0') => {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000644\u0000', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\u0000`, 124);
  block.write(kind, 156);
  block.write('ustar\u000000', 257);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148);
  return block;
};

const manifest = (text: string) =>
  Buffer.concat([header('manifest.json', text.length), Buffer.from(text), Buffer.alloc(1_024)]);

const hundredMegabytes = gzipSync(Buffer.alloc(100 * MiB));

/** Returns uploads that unpack to more than they have, or to what is slow to read. */
const gzipBombs = (): Record<string, Form> => ({
  'two gigabytes of zeros': formOf(
    // A sequence of members of gzip unpacks to all of them.
    Buffer.concat(Array.from({ length: 20 }, () => hundredMegabytes)),
  ),
  'a manifest of brackets': formOf(gzipSync(manifest('['.repeat(4 * MiB)))),
  'a manifest of small values': formOf(
    gzipSync(manifest(`{"entries":[${'0,'.repeat(2 * MiB - 20)}0]}`)),
  ),
  'many empty entries': formOf(
    gzipSync(Buffer.concat(Array.from({ length: 20_000 }, () => header('a', 0)))),
  ),
  'a long name of an entry': formOf(
    gzipSync(Buffer.concat([header('x', 4 * MiB, 'x'), Buffer.alloc(4 * MiB, 'a')])),
  ),
});

/** Returns forms that are slow to read as `multipart/form-data`. */
const multipartTraps = (): Record<string, Form> => {
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`;
  return {
    'parts without a file': () => ({ headers: type, body: Buffer.from(part.repeat(50_000)) }),
    'headers of a part': formOf(Buffer.alloc(1), 'X-A: b\r\n'.repeat(100_000)),
    'a long header of a part': formOf(Buffer.alloc(1), `X-A: ${'b'.repeat(4 * MiB)}\r\n`),
    'beginnings of the boundary': formOf(
      Buffer.from(`\r\n--${boundary.slice(0, -1)}`.repeat(300_000)),
    ),
    zeros: formOf(Buffer.alloc(40 * MiB)),
  };
};
