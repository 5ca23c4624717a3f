import { SignedXml } from 'xml-crypto';
import { refuseMessage as refuse } from './refuse.ts';
import { assertSoundSignature, assertUniqueIds } from './structure.ts';
import { allElements, childrenOf, type XmlElement } from './xml.ts';

/** Returns the text of a document's root as its signature covers it; refuses it unless one of the certificates signed it. */
export function verifiedText(text: string, root: XmlElement, certificates: string[]): string {
  const all = allElements(root);
  assertUniqueIds(all);
  const [signature] = childrenOf(root, 'signature', 'Signature');
  const count = all.filter(({ localName }) => localName === 'Signature').length;
  if (!signature || count > 1) return refuse('not exactly one signature');
  assertSoundSignature(signature, [root]);
  // A parser reads each end of a line as a line feed (XML 1.0, 2.11).
  const document = text.replaceAll(/\r\n?/g, '\n');
  for (const publicCert of certificates) {
    const signed = new SignedXml({ publicCert });
    signed.loadSignature(signature.toString());
    const isValid = attempt(() => signed.checkSignature(document));
    const [covered, ...more] = isValid ? signed.getSignedReferences() : [];
    if (covered !== undefined && more.length === 0) return covered;
  }
  return refuse('signature of the message', 'signature');
}

/** Returns false where the library throws: a digest that doesn't fit, or a signature that is none. */
function attempt(check: () => boolean) {
  try {
    return check();
  } catch {
    return false;
  }
}
