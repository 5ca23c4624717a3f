import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Site that a browser would ask for, and what the authenticator says about the person. */
type Situation = {
  origin?: string;
  rpID?: string;
  challenge?: string;
  /** False: the person only touched the authenticator. */
  isVerified?: boolean;
  counter?: number;
};

type Options = Record<string, unknown>;

const site = { origin: 'https://pregao.test', rpID: 'pregao.test' };
const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Returns an ES256 key in COSE form (RFC 9053 §7.1.1). */
const coseKey = (key: KeyObject) => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));
  const entries = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ] as const;
  return Buffer.from(isoCBOR.encode(new Map<number, number | Uint8Array>(entries)));
};

/** Returns what the browser has signed: the purpose, the challenge and its own origin. */
const clientData = (type: string, { challenge }: Options, given: Situation) =>
  Buffer.from(
    JSON.stringify({
      type,
      challenge: given.challenge ?? challenge,
      origin: given.origin ?? site.origin,
      crossOrigin: false,
    }),
  );

/** Creates an authenticator with one passkey, and the part of a browser that calls it. */
export const createAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let userHandle = '';
  let uses = 0;
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
  } as const;
  const authenticatorData = (given: Situation, more: number, rest = Buffer.alloc(0)) => {
    const verified = given.isVerified === false ? 0 : flags.verified;
    uses = given.counter ?? uses + 1;
    return Buffer.concat([
      sha256(given.rpID ?? site.rpID),
      Buffer.from([flags.present | verified | more]),
      uint32(uses),
      rest,
    ]);
  };
  return {
    /** Creates the passkey for these options. */
    create: (options: Options, given: Situation = {}) => {
      userHandle = (options['user'] as { id: string }).id;
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const authData = authenticatorData(given, flags.hasCredential, attested);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options, given).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs in with the passkey for these options. */
    get: (options: Options, given: Situation = {}) => {
      const data = clientData('webauthn.get', options, given);
      const authData = authenticatorData(given, 0);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      };
    },
  };
};
