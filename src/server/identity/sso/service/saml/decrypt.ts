import { promisify } from 'node:util';
import { decrypt } from 'xml-encryption';
import { encryptionMethods, signedEncryptionMethods } from './algorithms.ts';
import type { SamlClient } from './client.ts';
import { refuseMessage } from './refuse.ts';
import { verifiedText } from './verify.ts';
import {
  allElements,
  attributeOf,
  childrenOf,
  onlyChild,
  parseXml,
  type XmlElement,
} from './xml.ts';

const decryptXml = promisify(decrypt);

/** Returns the first algorithm of an encrypted element that is not in a list; by any namespace, as the library reads. */
const methodOutside = (encrypted: XmlElement, list: readonly string[]) =>
  allElements(encrypted)
    .filter(({ localName }) => localName === 'EncryptionMethod')
    .map((method) => attributeOf(method, 'Algorithm') ?? '')
    .find((algorithm) => !list.includes(algorithm));

/** Decrypts the content of an encrypted element, of more algorithms if the provider has signed it as it was sent. */
export async function decryptElement(
  encrypted: XmlElement,
  { privateKey, isSigned }: { privateKey: string; isSigned: boolean },
): Promise<string> {
  if (!onlyChild(encrypted, 'encryption', 'EncryptedData')) refuseMessage('no encrypted data');
  const refused = methodOutside(encrypted, isSigned ? signedEncryptionMethods : encryptionMethods);
  if (refused !== undefined) refuseMessage(`encryption ${refused}`, 'encryption');
  const options = {
    key: privateKey,
    disallowDecryptionWithInsecureAlgorithm: !isSigned,
    warnInsecureAlgorithm: false,
  };
  return decryptXml(encrypted.toString(), options).then(String, () =>
    refuseMessage('decryption failed: another key, or a changed text', 'encryption'),
  );
}

/** Returns the encrypted assertion of a response; undefined without one. */
function encryptedIn(response: XmlElement) {
  const [encrypted, ...others] = childrenOf(response, 'assertion', 'EncryptedAssertion');
  if (others.length > 0) refuseMessage('several encrypted assertions');
  return encrypted;
}

/** Returns the text of a response with its assertion decrypted, or as it was received. */
export async function withPlainAssertion(
  { text, response }: { text: string; response: XmlElement },
  { keys: { privateKey }, provider }: SamlClient,
): Promise<string> {
  const received = encryptedIn(response);
  if (!received) return text;
  const isSigned =
    methodOutside(received, encryptionMethods) !== undefined &&
    childrenOf(response, 'signature', 'Signature').length > 0;
  const encrypted = isSigned
    ? encryptedIn(parseXml(verifiedText(text, response, provider.certificates)))
    : received;
  if (!encrypted) return refuseMessage('another response was signed');
  const assertion = await decryptElement(encrypted, { privateKey, isSigned });
  // Without what the provider signed around the encrypted text: the assertion has a signature of its own.
  const [start] = response.cloneNode(false).toString().split(/\/?>$/);
  return `${start}>${assertion}</${response.tagName}>`;
}
