import { createReadStream, statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** Serves one file of the product's storage as a stream. */
export function serveFile(app: FastifyInstance, path: string) {
  const { size } = statSync(path);
  app.post('/file', async (_request, reply) =>
    reply.type('text/plain').header('content-length', size).send(createReadStream(path)),
  );
}
