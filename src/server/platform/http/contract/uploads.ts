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

/** Registers routes that accept `multipart/form-data`, which is refused with 415 elsewhere. */
export function registerUploads(app: FastifyInstance, register: (scope: FastifyInstance) => void) {
  void app.register(async (scope) => {
    // The reader of the file enforces its size limit.
    await scope.register(multipart, {
      limits: { fileSize: Infinity, files: 1, fields: 4, fieldSize: 1_000, headerPairs: 20 },
    });
    register(scope);
  });
}

/** Schema of such a body for the API reference; the handler reads the stream. */
export const uploadSchema = {
  consumes: ['multipart/form-data'],
  body: z.object({ file: z.file() }),
};

/** Skips validation of the body, which is a stream; other parts are validated as usual. */
export const skipBodyValidation: FastifySchemaCompiler<FastifySchema> = (route) =>
  route.httpPart === 'body'
    ? (value: unknown) => ({ value })
    : // Schema of this part, as Fastify passes it.
      validatorCompiler(route as unknown as Parameters<typeof validatorCompiler>[0]);

/** Returns the file of a multipart request as a stream. */
export async function readUpload(request: FastifyRequest): Promise<AsyncIterable<Uint8Array>> {
  if (!request.isMultipart()) throw new Failure('unsupportedMediaType');
  const part = await request.file().catch(refuse);
  if (part?.fieldname !== 'file') {
    part?.file.resume();
    throw new Failure('validation', { fields: { file: ['field.required'] } });
  }
  return wholeOf(part.file);
}

/** Reports an incomplete upload as a validation error of the client. */
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

function refuse(): never {
  throw new Failure('validation', { fields: { file: ['field.invalid'] } });
}
