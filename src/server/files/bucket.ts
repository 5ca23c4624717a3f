import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { Failure } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';

type Settings = NonNullable<Config['bucket']>;

/** Files in a bucket of S3, or of whatever speaks like it. */
class BucketFiles extends S3Driver {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    super({ client, bucket, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
  }

  /** In one request, read from the disk as fast as it leaves; refused when it did not arrive whole. */
  async takeIn(name: string, path: string) {
    const { size } = await stat(path);
    const Body = createReadStream(path);
    const put = { Bucket: this.#bucket, Key: name, Body, ContentLength: size };
    try {
      await this.#client.send(new PutObjectCommand(put));
    } catch (error) {
      throw isAtFault(error) ? new Failure('unavailable') : error;
    } finally {
      Body.destroy();
    }
    await rm(path);
  }

  async openRange(name: string, { start, end }: { start: number; end: number }) {
    const Range = `bytes=${start}-${end}`;
    const asked = new GetObjectCommand({ Bucket: this.#bucket, Key: name, Range });
    // Under Node the body is a stream of Node's.
    return (await this.#client.send(asked)).Body as Readable;
  }
}

/** It was not reached, or did not do what it could: later it may. */
const isAtFault = (error: unknown) => {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 500;
  return status >= 500 || status === 429;
};

/** The bucket that is configured. */
export const openBucket = ({ endpoint, name, region, keyId, secret, pathStyle }: Settings) =>
  new BucketFiles(
    new S3Client({
      ...(endpoint && { endpoint }),
      region,
      forcePathStyle: pathStyle,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      // Not every store knows the checksums that S3 came to know later.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
    name,
  );
