import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { Failure } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { StorageUnavailable } from './storage.ts';

type Settings = NonNullable<Config['bucket']>;

/** Files in a bucket of S3 or of a compatible store. */
class BucketFiles extends S3Driver {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    super({ client, bucket, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
  }

  /** Uploads a file in one request, streamed from the disk; fails when it did not arrive whole. */
  async moveIn(name: string, path: string) {
    const { size } = await stat(path);
    const Body = createReadStream(path);
    const put = { Bucket: this.#bucket, Key: name, Body, ContentLength: size };
    try {
      await this.#client.send(new PutObjectCommand(put));
    } finally {
      Body.destroy();
    }
    await rm(path);
  }

  async openRange(name: string, { start, end }: { start: number; end: number }) {
    const Range = `bytes=${start}-${end}`;
    const asked = new GetObjectCommand({ Bucket: this.#bucket, Key: name, Range });
    // In Node.js the body is a Node.js stream.
    const { Body } = await this.#client.send(asked).catch((error: unknown) => {
      throw error instanceof NoSuchKey ? new Failure('notFound') : error;
    });
    return Body as Readable;
  }
}

/**
 * Returns true for a store that can't be reached, fails, throttles or refuses our keys: the request is not
 * at fault, and a later one may work. Any other 4xx is about the one object.
 */
function isStoreFault(error: unknown) {
  const status = (error as Answered).$metadata?.httpStatusCode ?? 500;
  return status >= 500 || [401, 403, 429].includes(status);
}

/** Turns every failure of the store itself into `StorageUnavailable`, in whichever call it occurs. */
const reportFaults = (client: S3Client) =>
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        throw isStoreFault(error) ? new StorageUnavailable({ cause: error }) : error;
      }
    },
    { step: 'initialize', name: 'reportFaults' },
  );

function clientOf({ endpoint, region, keyId, secret, pathStyle }: Settings) {
  const client = new S3Client({
    ...(endpoint && { endpoint }),
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    // Some compatible stores lack the newer checksums of S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  reportFaults(client);
  return client;
}

/** Opens the configured bucket. */
export const openBucket = (settings: Settings) =>
  new BucketFiles(clientOf(settings), settings.name);

const checkKeys = 'access denied; check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY';
const refusals: Record<number, string> = {
  401: checkKeys,
  403: checkKeys,
  404: 'there is no such bucket; create it first',
};

/** Milliseconds in which the store must answer the check at start. */
const checkTimeout = 5_000;

/**
 * Checks that the configured bucket exists and the keys may use it. Throws a message for the administrator
 * when the store refuses; resolves to the error when it can't be reached now, and to null otherwise.
 */
export async function checkBucket(settings: Settings): Promise<unknown> {
  const client = clientOf(settings);
  const where = `S3_BUCKET ${settings.name} at ${settings.endpoint ?? 'Amazon S3'}`;
  try {
    const abortSignal = AbortSignal.timeout(checkTimeout);
    await client.send(new HeadBucketCommand({ Bucket: settings.name }), { abortSignal });
    return null;
  } catch (error) {
    const answered = error instanceof StorageUnavailable ? error.cause : error;
    const status = (answered as Answered).$metadata?.httpStatusCode;
    const reason = status && refusals[status];
    if (reason) throw new Error(`${where}: ${reason}`, { cause: error });
    return error;
  } finally {
    client.destroy();
  }
}

type Answered = { $metadata?: { httpStatusCode?: number } };
