import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** Validity of certificates, in years. Providers compare the key; few check the date. */
const validYears = 20;

/** Tags of ASN.1 (X.690 §8). */
const tags = { integer: 0x02, bits: 0x03, utf8: 0x0c, utcTime: 0x17, sequence: 0x30, set: 0x31 };

function lengthOf(size: number) {
  if (size < 128) return Buffer.from([size]);
  const bytes = Buffer.from(size.toString(16).padStart(size > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes]);
}

function encode(tag: keyof typeof tags, ...parts: Buffer[]) {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tags[tag]]), lengthOf(content.length), content]);
}

/** Object identifiers with their tags: sha256WithRSAEncryption with NULL, and commonName. */
const sha256WithRsa = encode('sequence', Buffer.from('06092a864886f70d01010b0500', 'hex'));
const commonName = Buffer.from('0603550403', 'hex');

const toUtcTime = (date: Date) =>
  encode('utcTime', Buffer.from(`${date.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));

/**
 * Generates an RSA key with a self-signed certificate (RFC 5280 §4.1), the form in which SAML metadata carries keys.
 * Returns both as PEM.
 */
export async function generateSelfSigned(name: string) {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 3_072 });
  const now = new Date();
  const end = new Date(now);
  end.setUTCFullYear(now.getUTCFullYear() + validYears);
  const subject = encode(
    'sequence',
    encode('set', encode('sequence', commonName, encode('utf8', Buffer.from(name)))),
  );
  // Positive, and without leading zeros.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const body = encode(
    'sequence',
    encode('integer', serial),
    sha256WithRsa,
    subject,
    encode('sequence', toUtcTime(now), toUtcTime(end)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = encode('bits', Buffer.from([0]), sign('sha256', body, privateKey));
  const der = encode('sequence', body, sha256WithRsa, signature);
  const lines = der.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----`,
  };
}
