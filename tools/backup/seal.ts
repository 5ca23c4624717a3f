/**
 * Encrypts with a passphrase: a mark and a salt, then frames of a length (its highest bit marks the last
 * one), AES-256-GCM ciphertext and its tag. The frame's number is the nonce and the length is
 * authenticated, so that no frame can be changed, omitted, moved or cut off.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const mark = Buffer.from('pregao sealed 1\n');
const [saltSize, tagSize, frameSize] = [16, 16, 256 * 1024];
const last = 0x8000_0000;
const algorithm = 'aes-256-gcm';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const keyOf = (passphrase: string, salt: Buffer) =>
  derive(passphrase.normalize('NFC'), salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 });

const nonceOf = (frame: number) => {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(frame), 4);
  return nonce;
};

type Bytes = AsyncIterable<Uint8Array>;

/** Returns a stage for `pipeline` that encrypts. */
export const seal = (passphrase: string) =>
  async function* (source: Bytes) {
    const salt = randomBytes(saltSize);
    const key = await keyOf(passphrase, salt);
    let number = 0;
    const frame = (text: Buffer, end: boolean) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length + (end ? last : 0));
      const cipher = createCipheriv(algorithm, key, nonceOf(number)).setAAD(length);
      number += 1;
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([length, sealed, cipher.getAuthTag()]);
    };
    yield Buffer.concat([mark, salt]);
    let waiting = Buffer.alloc(0);
    for await (const chunk of source) {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length > frameSize) {
        yield frame(waiting.subarray(0, frameSize), false);
        waiting = waiting.subarray(frameSize);
      }
    }
    yield frame(waiting, true);
  };

/** Returns a stage for `pipeline` that decrypts what is encrypted and passes on everything else. */
export const unseal = (passphrase: string | undefined) =>
  async function* (source: Bytes) {
    const bytes = new Reader(source);
    const start = await bytes.upTo(mark.length);
    if (!start.equals(mark)) {
      yield start;
      yield* bytes.rest();
      return;
    }
    if (!passphrase) throw new Error('It is sealed: set BACKUP_PASSPHRASE.');
    const key = await keyOf(passphrase, await bytes.exactly(saltSize));
    for (let number = 0, end = false; !end; number += 1) {
      const length = await bytes.exactly(4);
      const word = length.readUInt32BE();
      end = word >= last;
      const size = word - (end ? last : 0);
      if (size > frameSize) throw new Error('It was changed.');
      const sealed = await bytes.exactly(size);
      const open = createDecipheriv(algorithm, key, nonceOf(number)).setAAD(length);
      open.setAuthTag(await bytes.exactly(tagSize));
      yield finish(open, sealed, number);
    }
  };

function finish(open: ReturnType<typeof createDecipheriv>, sealed: Buffer, number: number): Buffer {
  try {
    return Buffer.concat([open.update(sealed), open.final()]);
  } catch (cause) {
    throw new Error(
      number === 0 ? 'BACKUP_PASSPHRASE is not the one it was sealed with.' : 'It was changed.',
      { cause },
    );
  }
}

/** Reads a stream in pieces of a given size. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #waiting = Buffer.alloc(0);

  constructor(source: Bytes) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns up to `size` bytes; fewer at the end. */
  async upTo(size: number): Promise<Buffer> {
    const chunks = [this.#waiting];
    let held = this.#waiting.length;
    while (held < size) {
      const { done, value } = await this.#source.next();
      if (done) break;
      chunks.push(Buffer.from(value));
      held += value.length;
    }
    const all = Buffer.concat(chunks);
    this.#waiting = all.subarray(size);
    return all.subarray(0, size);
  }

  async exactly(size: number): Promise<Buffer> {
    const bytes = await this.upTo(size);
    if (bytes.length < size) throw new Error('It ends before its end.');
    return bytes;
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    yield this.#waiting;
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done) return;
      yield value;
    }
  }
}
