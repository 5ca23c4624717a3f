import type { FastifyReply } from 'fastify';
import type { Endpoint, FileResponse, Page } from '#contract/endpoint.ts';
import { entityTag, isKnownTag } from './if-match.ts';
import { isChunkedList, streamChunks } from './list-chunks.ts';
import { nextUrl } from './route-schema.ts';
import { sendFile } from './send-file.ts';

/**
 * Sends the result of a handler as the endpoint declares it; 204 for an empty one. Returns the payload
 * to send: for a reply that is sent already, Fastify would watch the stream of the response.
 */
export function sendAnswer(reply: FastifyReply, endpoint: Endpoint, answer: unknown) {
  if (endpoint.file) return sendFile(reply, answer as FileResponse);
  const { items, next } = endpoint.paged
    ? (answer as Page<unknown>)
    : { items: answer, next: null };
  if (next) reply.header('link', `<${nextUrl(reply.request.url, next)}>; rel="next"`);
  if (isEmpty(items)) return reply.code(204).send();
  if (endpoint.versioned) {
    const tag = entityTag(items as { version: number });
    reply.header('etag', tag);
    const isRead = endpoint.method === 'GET';
    if (isRead && isKnownTag(tag, reply.request.headers['if-none-match'])) {
      return reply.code(304).send();
    }
  }
  reply.code(200);
  return items;
}

/** Returns a function that sends the answer; reads the first chunk of a chunked list before. */
export async function prepareAnswer(reply: FastifyReply, endpoint: Endpoint, answer: unknown) {
  if (!isChunkedList(answer)) return () => sendAnswer(reply, endpoint, answer);
  const { done, value } = await answer.next();
  // A short list is an ordinary reply.
  if (done) return () => sendAnswer(reply, endpoint, value);
  return () => streamChunks(reply.code(200), value, answer);
}

const isEmpty = (content: unknown) =>
  content === undefined || content === null || (Array.isArray(content) && content.length === 0);
