import { createReadStream, statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** A file of the product's storage, streamed to whoever asks. */
export function serveFile(app: FastifyInstance, path: string) {
  const { size } = statSync(path);
  app.post('/file', async (_request, reply) =>
    reply.type('text/plain').header('content-length', size).send(createReadStream(path)),
  );
}
