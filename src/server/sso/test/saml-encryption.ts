import { promisify } from 'node:util';
import { encrypt } from 'xml-encryption';
import type { TestApplication } from '#server/test/application.ts';
import { certificateIn, metadataOf } from './saml.ts';

const toXml = promisify(encrypt);

export const gcm = 'http://www.w3.org/2009/xmlenc11#aes128-gcm';
export const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

/** Encrypts XML for an organization with the key of its metadata, in the given way. */
export const encryptFor = async (
  product: TestApplication,
  { id }: { id: string },
  xml: string,
  { content = gcm, key = oaep } = {},
) => {
  const certificate = certificateIn((await metadataOf(product, id)).xml);
  return toXml(xml, {
    rsa_pub: certificate.publicKey.export({ type: 'spki', format: 'pem' }),
    pem: certificate.toString(),
    encryptionAlgorithm: content,
    keyEncryptionAlgorithm: key,
    keyEncryptionDigest: 'sha1',
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  });
};
