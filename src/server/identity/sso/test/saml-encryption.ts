import { promisify } from 'node:util';
import { encrypt } from 'xml-encryption';
import type { TestApplication } from '#server/test/application.ts';
import { certificateIn, metadataOf } from './saml.ts';

const toXml = promisify(encrypt);
type Options = Parameters<typeof encrypt>[1];

const gcm = 'http://www.w3.org/2009/xmlenc11#aes128-gcm';
const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

/** Encrypts XML for an organization with the key of its metadata, in the given way. */
export const encryptFor = async (
  product: TestApplication,
  { id }: { id: string },
  { xml, content = gcm, key = oaep }: { xml: string; content?: string; key?: string },
) => {
  const certificate = certificateIn((await metadataOf(product, id)).xml);
  // The types lack the digest of RSA-OAEP.
  const options: Options & { keyEncryptionDigest: string } = {
    rsa_pub: certificate.publicKey.export({ type: 'spki', format: 'pem' }),
    pem: certificate.toString(),
    encryptionAlgorithm: content as Options['encryptionAlgorithm'],
    keyEncryptionAlgorithm: key as Options['keyEncryptionAlgorithm'],
    keyEncryptionDigest: 'sha1',
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  };
  return toXml(xml, options);
};
