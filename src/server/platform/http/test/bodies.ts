import type { BodyIds } from '#contract/test/examples/example.ts';
import { exampleOf } from '#contract/test/examples/index.ts';
import { testArchive, toBlob } from '#server/product/resources/test/resources.ts';
import type { TestApplication } from '#server/test/application.ts';
import { success, type Cell } from './access-oracle.ts';
import { endpointPath, type NamedEndpoint } from './endpoints.ts';
import type { Fixtures } from './fixtures.ts';

/** Returns a new body for each request, since names and addresses must be unique. */
export const sampleBodyOf = ({ name }: NamedEndpoint, ids: BodyIds) => exampleOf(name).body?.(ids);

const form = new FormData();
form.set('file', toBlob(testArchive), 'robot.zip');
const encoded = new Response(form);

const upload = {
  headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  payload: Buffer.from(await encoded.arrayBuffer()),
};

/** Adds the fields to a body and to every object in it. */
const withFields = (body: object, besides: object): object => ({
  ...Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? withFields(value, besides)
        : value,
    ]),
  ),
  ...besides,
});

/**
 * Returns a function that makes the call of a cell, with extra fields, and returns its result and the
 * whole reply as text.
 */
export const cellCaller =
  ({ app }: TestApplication, { shared }: Fixtures) =>
  async ({ call, visitor, key, params }: Cell, besides: object = {}) => {
    const given = { free: shared['free'] ?? '', product: shared['product'] ?? '' };
    const body = sampleBodyOf(call, given);
    const values = Object.entries(params).map(([name, { value }]) => [name, value] as const);
    const answer = await app.inject({
      method: call.method,
      url: endpointPath(call, Object.fromEntries(values)),
      headers: {
        ...visitor.headers,
        ...(key.value !== undefined && { 'x-tenant-key': key.value }),
        ...(call.upload && upload.headers),
      },
      ...(call.upload
        ? { payload: upload.payload }
        : body && { payload: withFields(body, besides) }),
    });
    const { statusCode: status, payload, headers } = answer;
    const code = () => (JSON.parse(payload) as { code: string }).code.replace('errors.', '');
    const outcome = status < 400 ? success : `${status} ${code()}`;
    return { outcome, text: `${payload} ${JSON.stringify(headers)}` };
  };
