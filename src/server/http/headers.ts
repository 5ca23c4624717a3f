import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

/** Whether an address is reached over https. */
export const isSecure = (url: string | null | undefined) => /^https:/i.test(url ?? '');

/** What browsers may ask their people for; `payment` names who may ask them to pay. */
export const permissions = (payment: string) =>
  `camera=(), microphone=(), geolocation=(), payment=(${payment})`;

/** What every reply says, unless it says something else of its own (reliability.md 5.4). */
const ofEveryReply = Object.entries({
  'x-content-type-options': 'nosniff',
  // For whatever a browser shows as a document that is none of ours: it runs and loads nothing.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions(''),
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What this route answers never changes: its address has a hash of it. */
    immutable?: true;
  }
}

const strictTransport = 'max-age=63072000; includeSubDomains';

/** Replies that concern one person or one moment. */
const isCall = /^\/(api|hub|health|metrics|sandbox\/[^?]*\.json)\b/i;

/**
 * Gives every reply its headers; a browser is told to keep to https where visitors come by it, and only
 * there.
 */
export const protectReplies = (app: FastifyInstance, publicUrl: Config['publicUrl'] | undefined) =>
  app.addHook('onSend', async ({ id, url, protocol, routeOptions }, reply) => {
    reply.header('x-request-id', id);
    for (const [name, value] of ofEveryReply) if (!reply.hasHeader(name)) reply.header(name, value);
    if (protocol === 'https' || isSecure(publicUrl)) {
      reply.header('strict-transport-security', strictTransport);
    }
    const isFinal = routeOptions.config.immutable && reply.statusCode === 200;
    if (isFinal) reply.header('cache-control', 'public, max-age=31536000, immutable');
    else if (isCall.test(url)) reply.header('cache-control', 'no-store');
  });
