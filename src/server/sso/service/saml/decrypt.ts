import { promisify } from 'node:util';
import { decrypt } from 'xml-encryption';
import { SsoRefusal } from '#server/sso/rules.ts';
import { childrenOf, onlyChild, type XmlElement } from './xml.ts';

const decryptXml = promisify(decrypt);

/**
 * Returns the text of a response with its assertion decrypted, or as it was received. The library accepts only algorithms with which a
 * changed text can't be probed: AES-GCM and RSA-OAEP.
 */
export async function withPlainAssertion(
  { text, response }: { text: string; response: XmlElement },
  privateKey: string,
): Promise<string> {
  const [encrypted, ...others] = childrenOf(response, 'assertion', 'EncryptedAssertion');
  if (!encrypted) return text;
  const data = onlyChild(encrypted, 'encryption', 'EncryptedData');
  if (!data || others.length > 0) throw new SsoRefusal('responseInvalid');
  const options = { key: privateKey, disallowDecryptionWithInsecureAlgorithm: true };
  const assertion = await decryptXml(encrypted.toString(), options);
  // Without what the provider signed around the encrypted text: the assertion has a signature of its own.
  const [start] = response.cloneNode(false).toString().split(/\/?>$/);
  return `${start}>${String(assertion)}</${response.tagName}>`;
}
