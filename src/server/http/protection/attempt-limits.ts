import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { isLargeBody } from './bodies.ts';

/** Returns the attempt limits that apply to calls of this endpoint. */
export const attemptLimitsOf = ({ limit = [] }: Endpoint) => [limit].flat();

/**
 * Returns true if the limits count this call after its body is read: for endpoints that take pictures,
 * only calls with a new picture. Calls with a large body are counted before it is read.
 */
export const isCountedAfterBody = ({ pictures }: Endpoint, request: FastifyRequest) => {
  if (!pictures) return true;
  const body = request.body as Record<string, unknown>;
  const isNew = (value: unknown) => typeof value === 'string' && value.startsWith('data:');
  return !isLargeBody(request) && pictures.some((field) => isNew(body[field]));
};
