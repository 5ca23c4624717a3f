import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { loadOrCreateSecret } from './secret-file.ts';
import type { SecretPurpose } from './secret-purposes.ts';

/** Purpose of a secret and id of its owner; it can't be decrypted as that of another. */
type SecretOwner = { purpose: SecretPurpose; of: string };

/** Thrown for a secret that none of the keys decrypts: it was encrypted with another one. Answered with 503. */
export class SecretUnreadable extends Failure {
  constructor({ purpose }: SecretOwner, cause: unknown) {
    const reason = `a stored secret (${purpose}) was encrypted with another key: check ENCRYPTION_KEY`;
    super('unavailable', { cause: Object.assign(new Error(reason), { unreadable: cause }) });
    this.name = 'SecretUnreadable';
  }
}

/** Encrypts secrets that the database stores, with keys that neither the database nor a backup has. */
export type Encryption = {
  /** Encrypts with the first key. */
  encrypt(owner: SecretOwner, text: string): Promise<Buffer>;
  /** Returns the text, decrypted with any of the keys; throws `SecretUnreadable`. */
  decrypt(owner: SecretOwner, encrypted: Buffer): Promise<string>;
  /** Returns the secret encrypted with the first key; null if it is already. Throws `SecretUnreadable`. */
  reencrypt(owner: SecretOwner, encrypted: Buffer): Promise<Buffer | null>;
  /** Returns an id of the first key, from which the key can't be computed. */
  keyId(): Promise<string>;
  /** True if there are former keys, whose secrets wait to be encrypted again. */
  isRotating: boolean;
  /** Name of the setting or file that has the keys, for messages. */
  keyName: string;
};

const algorithm = 'aes-256-gcm';
const [ivLength, tagLength] = [12, 16];

/** Minimum length of a key, in characters. */
const minKeyLength = 32;

/**
 * Returns the keys of `ENCRYPTION_KEY`: `new,old`. A comma is part of a key if what it separates is too short; otherwise the
 * whole text counts as a former key, because it may have been one.
 */
function splitKeys(setting: string) {
  const keys = setting.split(',').map((key) => key.trim());
  const isList = keys.length > 1 && keys.every((key) => key.length >= minKeyLength);
  return isList ? [...keys, setting] : [setting];
}

/** Derives a key for each purpose with HKDF. */
const derive = (key: string, info: string, bytes = 32) =>
  new Uint8Array(hkdfSync('sha256', key, '', `pregao ${info}`, bytes));

function encryptWith(key: string, { purpose, of }: SecretOwner, text: string) {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, derive(key, purpose), iv);
  cipher.setAAD(Buffer.from(of));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function decryptWith(key: string, { purpose, of }: SecretOwner, encrypted: Buffer) {
  const iv = encrypted.subarray(0, ivLength);
  const decipher = createDecipheriv(algorithm, derive(key, purpose), iv);
  decipher.setAAD(Buffer.from(of));
  decipher.setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
  const sealed = encrypted.subarray(ivLength + tagLength);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}

/** Decrypts with the first key that fits, and returns its place. */
function decryptWithAny(keys: string[], owner: SecretOwner, encrypted: Buffer) {
  let failure: unknown;
  for (const [place, key] of keys.entries()) {
    try {
      return { place, text: decryptWith(key, owner, encrypted) };
    } catch (error) {
      failure = error;
    }
  }
  throw new SecretUnreadable(owner, failure);
}

/**
 * Creates the encryption with `ENCRYPTION_KEY`, or else with the key in `DATA_DIR/encryption-key`, which is
 * generated when it is first needed. Of several keys (`new,old`) the first encrypts, and any decrypts (R-OPR-19).
 */
export function createEncryption({
  encryptionKey,
  dataDir,
}: Pick<Config, 'encryptionKey' | 'dataDir'>): Encryption {
  const fromSetting = encryptionKey === null ? null : splitKeys(encryptionKey);
  let loading: Promise<[string, ...string[]]> | undefined;
  const load = () =>
    (loading ??= (async () => {
      const [first, ...others] = fromSetting ?? [];
      return [first ?? (await loadOrCreateSecret(dataDir, 'encryption-key', 32)), ...others];
    })());
  return {
    encrypt: async (owner, text) => encryptWith((await load())[0], owner, text),
    decrypt: async (owner, encrypted) => decryptWithAny(await load(), owner, encrypted).text,
    reencrypt: async (owner, encrypted) => {
      const [key, ...former] = await load();
      const { place, text } = decryptWithAny([key, ...former], owner, encrypted);
      return place === 0 ? null : encryptWith(key, owner, text);
    },
    keyId: async () => Buffer.from(derive((await load())[0], 'key id', 16)).toString('hex'),
    isRotating: (fromSetting?.length ?? 0) > 1,
    keyName: fromSetting ? 'ENCRYPTION_KEY' : `${dataDir}/encryption-key`,
  };
}
