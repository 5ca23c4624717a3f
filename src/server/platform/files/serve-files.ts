import type { FastifyInstance } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { pictureNamePattern, type Storage } from './storage.ts';

const types: Record<string, string> = { png: 'image/png', webp: 'image/webp' };

/** Serves stored pictures at `/files/…` without a session, as no URL can be guessed; browsers cache them. */
export const serveFiles = (app: FastifyInstance, storage: Storage) =>
  app.get<{ Params: { '*': string } }>(
    '/files/*',
    { schema: { hide: true }, config: { kind: 'file' } },
    async (request, reply) => {
      const name = request.params['*'];
      const [, type = ''] = pictureNamePattern.exec(name) ?? [];
      if (!type || !(await storage.exists(name))) throw new Failure('notFound');
      const etag = `"${name}"`;
      reply.headers({
        etag,
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.type(types[type] ?? '').send(await storage.getStream(name));
    },
  );
