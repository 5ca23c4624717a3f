import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { networkOf } from '#server/platform/http/visitor.ts';

/** Header of idempotent calls; a shorter key could be guessed. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'field.invalid')
    .optional()
    .describe('16 to 200 characters, best a new UUID. Sent again with it, the call is done once.'),
});

/** Returns the key of a request, if any. */
export const idempotencyKeyOf = ({ headers }: FastifyRequest) =>
  headers['idempotency-key']?.toString();

/**
 * Derives the database identity of a request with a key: id of sender, call and key, and a digest of
 * its input. Neither can be reversed without the key, which is not stored.
 */
export function requestIdentity(key: string, request: FastifyRequest) {
  const { method, routeOptions, actor, params, query, body } = request;
  const who = actor.session?.user ?? networkOf(request);
  const id = createHash('sha256')
    .update(JSON.stringify([who, actor.tenant?.id ?? null, method, routeOptions.url, key]))
    .digest();
  const digest = createHmac('sha256', key)
    .update(id)
    .update(JSON.stringify([params, query, body]))
    .digest();
  return { id, digest };
}

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

const deriveSecret = (key: string, id: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, id, 'answer', 32));

/** Encrypts a response with the key of the request, since some responses contain a session token. */
export function encryptReply(text: string, key: string, id: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, deriveSecret(key, id), nonce);
  const content = [sealing.update(text, 'utf8'), sealing.final()];
  return Buffer.concat([nonce, sealing.getAuthTag(), ...content]);
}

/** Decrypts a stored response. */
export function decryptReply(sealed: Buffer, key: string, id: Buffer): string {
  const opening = createDecipheriv(cipher, deriveSecret(key, id), sealed.subarray(0, nonceLength));
  opening.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  const content = sealed.subarray(nonceLength + tagLength);
  return Buffer.concat([opening.update(content), opening.final()]).toString('utf8');
}
