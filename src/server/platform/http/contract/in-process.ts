import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createApiClient, type Api } from '#contract/api-client.ts';
import type { Upload } from '#contract/endpoint.ts';
import { routes } from '#contract/routes.ts';
import { withoutAllowance } from '#server/platform/http/protection/allowances.ts';

type Inject = (call: InjectOptions) => Promise<LightMyRequestResponse>;

/** Returns the contract's caller for requests in this process, with this client address. */
export const callerOf = (
  app: FastifyInstance,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
): Api => caller(async (call) => app.inject({ ...call, remoteAddress }), headers);

/** Returns the caller for the loaders of a page, whose calls don't count towards an allowance. */
export const loaderCallerOf = (
  app: FastifyInstance,
  headers: Record<string, string>,
  remoteAddress: string,
): Api =>
  caller((call) => withoutAllowance(async () => app.inject({ ...call, remoteAddress })), headers);

const caller = (inject: Inject, headers: Record<string, string>) =>
  createApiClient(routes, async ({ method, url, body, file, headers: own }) => {
    const sent = file && (await formOf(file));
    const answer = await inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...own, ...sent?.headers },
      ...(body !== undefined && { payload: body as object }),
      ...(sent && { payload: sent.payload }),
    });
    const type = String(answer.headers['content-type'] ?? '');
    const isFile = answer.headers['content-disposition'] !== undefined;
    const content = () =>
      /\bjson\b/.test(type) && !isFile
        ? answer.json()
        : new Blob([new Uint8Array(answer.rawPayload)], { type });
    return {
      status: answer.statusCode,
      link: (answer.headers.link as string | undefined) ?? null,
      body: answer.body === '' ? undefined : content(),
    };
  });

/** Encodes a file as a browser's form does. */
async function formOf({ content, name = 'file' }: Upload) {
  const form = new FormData();
  form.set('file', content, name);
  const body = new Response(form);
  const headers = { 'content-type': body.headers.get('content-type') ?? '' };
  return { headers, payload: Buffer.from(await body.arrayBuffer()) };
}
