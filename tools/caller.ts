import { createApiClient, type Api } from '#contract/api-client.ts';
import { routes } from '#contract/routes.ts';

/** Timeout of a request in milliseconds. */
const patience = 30_000;

/**
 * Returns a client of the product's API over HTTP with these headers. Network errors are not a
 * `Failure`.
 */
export const callerAt = (origin: string, headers: Record<string, string> = {}): Api =>
  createApiClient(routes, async ({ method, url, body, file, headers: own }) => {
    const form = file && new FormData();
    if (file) form?.set('file', file.content, file.name ?? 'file');
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers: {
        ...headers,
        ...own,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      link: answer.headers.get('link'),
      body: text === '' ? undefined : JSON.parse(text),
    };
  });
