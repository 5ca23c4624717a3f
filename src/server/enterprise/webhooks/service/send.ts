import { Webhook } from 'standardwebhooks';
import type { WebhookAttempt } from '#contract/webhooks/webhooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { createOutboundFetch, type OutboundFetch } from '#server/platform/http/outbound.ts';

/** Request to an endpoint. */
export type WebhookRequest = { url: string; keys: string[]; messageId: string; body: string };

/** Bytes of a response that the log keeps; 64 KiB are read at most. */
const loggedBytes = 4_096;

/** Returns the function for requests to endpoints: ten seconds, and 64 KiB of the response (R-WHK-05). */
export const createWebhookFetch = (config: AppContext['config']) =>
  createOutboundFetch(config, {
    timeoutMs: 10_000,
    maxReplyBytes: 64 * 1024,
    isTruncated: true,
  });

/** Returns an attempt that failed before its request. */
export const failedAttempt = (error: string): WebhookAttempt => ({
  at: new Date().toISOString(),
  status: null,
  duration: 0,
  error,
  response: '',
});

/** Makes one request, signed with each key, and returns what became of it; never rejects (R-WHK-04). */
export async function attemptDelivery(
  fetch: OutboundFetch,
  { url, keys, messageId, body }: WebhookRequest,
): Promise<WebhookAttempt> {
  const at = new Date();
  const began = performance.now();
  const signature = keys.map((key) => new Webhook(key).sign(messageId, at, body)).join(' ');
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Pregao-Webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  };
  const done = (rest: Pick<WebhookAttempt, 'status' | 'error' | 'response'>) => ({
    at: at.toISOString(),
    duration: Math.round(performance.now() - began),
    ...rest,
  });
  try {
    const reply = await fetch(url, { method: 'POST', headers, body });
    const response = Buffer.from(await reply.arrayBuffer()).subarray(0, loggedBytes);
    // PostgreSQL stores no NUL.
    const text = response.toString('utf8').replaceAll('\u0000', '');
    return done({ status: reply.status, error: null, response: text });
  } catch (error) {
    return done({ status: null, error: reasonOf(error), response: '' });
  }
}

/** Returns why there was no response, without the addresses that a name resolved to. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  if (/not allowed|only https/i.test(error.message)) return 'forbidden';
  const { code } = error as NodeJS.ErrnoException;
  return code ?? 'failed';
}
