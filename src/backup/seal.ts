/**
 * Encrypts a file with a passphrase: a mark, a salt and a value that verifies the passphrase, then
 * AES-256-GCM ciphertext and its tag. The key is used for one file only, so the nonce is constant. The tag
 * is verified at the end: a reader must not act on the content before the stream has ended.
 */
import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';

const mark = Buffer.from('pregao sealed 2\n');
const [saltSize, verifierSize, tagSize, keySize] = [16, 16, 16, 32];
const headSize = mark.length + saltSize + verifierSize;
const algorithm = 'aes-256-gcm';
const nonce = Buffer.alloc(12);

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Derives the key and the value that tells a wrong passphrase from a changed file. */
async function derived(passphrase: string, salt: Buffer) {
  const costs = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
  const bytes = await derive(passphrase.normalize('NFC'), salt, keySize + verifierSize, costs);
  return { key: bytes.subarray(0, keySize), verifier: bytes.subarray(keySize) };
}

/** Returns a stage for `pipeline` that encrypts. GCM allows 64 GiB: it throws beyond. */
export const seal = (passphrase: string) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    const salt = randomBytes(saltSize);
    const { key, verifier } = await derived(passphrase, salt);
    const head = Buffer.concat([mark, salt, verifier]);
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(head);
    yield head;
    for await (const chunk of source) yield cipher.update(chunk);
    yield cipher.final();
    yield cipher.getAuthTag();
  };

/** Reads a file, decrypted if it is encrypted. Throws when the passphrase is missing or wrong. */
export async function* unseal(path: string, passphrase: string | undefined) {
  await using file = await open(path);
  const { size } = await file.stat();
  const [head, tag] = [Buffer.alloc(headSize), Buffer.alloc(tagSize)];
  await file.read(head, 0, headSize, 0);
  if (!head.subarray(0, mark.length).equals(mark)) {
    yield* createReadStream(path);
    return;
  }
  const end = size - tagSize;
  if (end <= headSize) throw new Error('It ends before its end.');
  if (!passphrase) throw new Error('It is sealed: set BACKUP_PASSPHRASE.');
  await file.read(tag, 0, tagSize, end);
  const salt = head.subarray(mark.length, mark.length + saltSize);
  const { key, verifier } = await derived(passphrase, salt);
  if (!timingSafeEqual(verifier, head.subarray(-verifierSize))) {
    throw new Error('BACKUP_PASSPHRASE is not the one it was sealed with.');
  }
  const decipher = createDecipheriv(algorithm, key, nonce).setAAD(head).setAuthTag(tag);
  for await (const chunk of createReadStream(path, { start: headSize, end: end - 1 })) {
    yield decipher.update(chunk as Buffer);
  }
  yield decipher.final();
}
