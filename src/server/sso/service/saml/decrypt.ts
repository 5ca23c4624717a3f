import { promisify } from 'node:util';
import { decrypt } from 'xml-encryption';
import { encryptionMethods } from './algorithms.ts';
import { refuseMessage } from './refuse.ts';
import {
  allElements,
  attributeOf,
  childrenOf,
  isElement,
  onlyChild,
  type XmlElement,
} from './xml.ts';

const decryptXml = promisify(decrypt);

/** Decrypts the content of an encrypted element; refuses algorithms that our metadata doesn't name. */
export async function decryptElement(encrypted: XmlElement, privateKey: string): Promise<string> {
  if (!onlyChild(encrypted, 'encryption', 'EncryptedData')) refuseMessage('no encrypted data');
  for (const method of allElements(encrypted)) {
    if (!isElement(method, 'encryption', 'EncryptionMethod')) continue;
    const algorithm = attributeOf(method, 'Algorithm') ?? '';
    if (!encryptionMethods.includes(algorithm))
      refuseMessage(`encryption ${algorithm}`, 'encryption');
  }
  const options = { key: privateKey, disallowDecryptionWithInsecureAlgorithm: true };
  return decryptXml(encrypted.toString(), options).then(String, () =>
    refuseMessage('decryption failed: another key, or a changed text', 'encryption'),
  );
}

/** Returns the text of a response with its assertion decrypted, or as it was received. */
export async function withPlainAssertion(
  { text, response }: { text: string; response: XmlElement },
  privateKey: string,
): Promise<string> {
  const [encrypted, ...others] = childrenOf(response, 'assertion', 'EncryptedAssertion');
  if (!encrypted) return text;
  if (others.length > 0) refuseMessage('several encrypted assertions');
  const assertion = await decryptElement(encrypted, privateKey);
  // Without what the provider signed around the encrypted text: the assertion has a signature of its own.
  const [start] = response.cloneNode(false).toString().split(/\/?>$/);
  return `${start}>${assertion}</${response.tagName}>`;
}
