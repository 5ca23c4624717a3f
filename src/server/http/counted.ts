import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { isLarge } from './bodies.ts';

/** Returns what a call of this endpoint is an attempt at. */
export const limitsOf = ({ limit = [] }: Endpoint) => [limit].flat();

/**
 * Whether the limits count a call whose body has been read: of an endpoint that takes pictures, one with
 * a picture. One with a large body was counted before.
 */
export const isCounted = ({ pictures }: Endpoint, request: FastifyRequest) => {
  if (!pictures) return true;
  const body = request.body as Record<string, unknown>;
  const isNew = (value: unknown) => typeof value === 'string' && value.startsWith('data:');
  return !isLarge(request) && pictures.some((field) => isNew(body[field]));
};
