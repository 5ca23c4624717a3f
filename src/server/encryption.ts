import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { loadOrCreateSecret } from './secret-file.ts';

/** Purpose of a secret and id of its owner; it can't be decrypted as that of another. */
type SecretOwner = { purpose: string; of: string };

/** Encrypts secrets that the database stores, with a key that neither the database nor a backup has. */
export type Encryption = {
  encrypt(owner: SecretOwner, text: string): Promise<Buffer>;
  /** Returns the text; throws if the key or the owner is another one. */
  decrypt(owner: SecretOwner, encrypted: Buffer): Promise<string>;
};

const algorithm = 'aes-256-gcm';
const [ivLength, tagLength] = [12, 16];

/**
 * Creates the encryption with `ENCRYPTION_KEY`, or else with the key in `DATA_DIR/encryption-key`, which is
 * generated when it is first needed. Each purpose has a key of its own, derived with HKDF.
 */
export const createEncryption = ({
  encryptionKey,
  dataDir,
}: Pick<Config, 'encryptionKey' | 'dataDir'>): Encryption => {
  let loading: Promise<string> | undefined;
  const keyFor = async (purpose: string) => {
    loading ??= encryptionKey
      ? Promise.resolve(encryptionKey)
      : loadOrCreateSecret(dataDir, 'encryption-key', 32);
    return new Uint8Array(hkdfSync('sha256', await loading, '', `pregao ${purpose}`, 32));
  };
  return {
    encrypt: async ({ purpose, of }, text) => {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, await keyFor(purpose), iv);
      cipher.setAAD(Buffer.from(of));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    decrypt: async ({ purpose, of }, encrypted) => {
      const iv = encrypted.subarray(0, ivLength);
      const decipher = createDecipheriv(algorithm, await keyFor(purpose), iv);
      decipher.setAAD(Buffer.from(of));
      decipher.setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
      const sealed = encrypted.subarray(ivLength + tagLength);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    },
  };
};
