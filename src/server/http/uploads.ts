import multipart from '@fastify/multipart';
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';

/**
 * A place beside the other calls where `multipart/form-data` is understood: everywhere else it stays
 * refused with 415.
 */
export const withUploads = (app: FastifyInstance, register: (scope: FastifyInstance) => void) => {
  void app.register(async (scope) => {
    // How long it may be is counted by who reads it.
    await scope.register(multipart, {
      limits: { fileSize: Infinity, files: 1, fields: 4, fieldSize: 1_000, headerPairs: 20 },
    });
    register(scope);
  });
};

/** What the API reference says of such a body; nothing of it is read before the handler reads it. */
export const uploadSchema = {
  consumes: ['multipart/form-data'],
  body: z.object({ file: z.file() }),
};

/** The body is a stream: there is nothing to compare with its schema, as there is of the rest. */
export const uncheckedBody: FastifySchemaCompiler<FastifySchema> = (route) =>
  route.httpPart === 'body'
    ? (value: unknown) => ({ value })
    : // This part's schema, as Fastify hands it over.
      validatorCompiler(route as unknown as Parameters<typeof validatorCompiler>[0]);

/** The file of a request as it comes in. */
export async function uploadOf(request: FastifyRequest): Promise<AsyncIterable<Uint8Array>> {
  if (!request.isMultipart()) throw new Failure('unsupportedMediaType');
  const part = await request.file().catch(refuse);
  if (part?.fieldname !== 'file') {
    part?.file.resume();
    throw new Failure('validation', { fields: { file: ['field.required'] } });
  }
  return wholeOf(part.file);
}

/** What ends before it is over is the sender's mistake. */
async function* wholeOf(file: AsyncIterable<Uint8Array>) {
  const parts = file[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await parts.next().catch(refuse);
      if (done) return;
      yield value;
    }
  } finally {
    await parts.return?.();
  }
}

const refuse = (): never => {
  throw new Failure('validation', { fields: { file: ['field.invalid'] } });
};
