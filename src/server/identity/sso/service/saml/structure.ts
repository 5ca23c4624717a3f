import { digestMethods, signatureMethods } from './algorithms.ts';
import { refuseMessage as refuse } from './refuse.ts';
import {
  allElements,
  attributeOf,
  childrenOf,
  elementsIn,
  isElement,
  onlyChild,
  type XmlElement,
} from './xml.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const transforms = new Set(['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive]);
const identifiers = ['ID', 'Id', 'id'];

/**
 * Refuses every response that is not one assertion in one response, with signatures of exactly these two elements: no
 * second assertion or response can hide anywhere, so that what is verified is what is read (signature wrapping).
 * Returns the assertion.
 */
export function assertSoundStructure(response: XmlElement): XmlElement {
  if (!isElement(response, 'protocol', 'Response')) refuse('not a response');
  const all = allElements(response);
  const named = (name: string) => all.filter(({ localName }) => localName === name);
  const [assertion, ...others] = named('Assertion');
  if (!assertion || others.length > 0 || named('EncryptedAssertion').length > 0) {
    return refuse('not exactly one assertion');
  }
  if (named('Response').length > 1) refuse('more than one response');
  if (assertion !== onlyChild(response, 'assertion', 'Assertion')) refuse('a hidden assertion');
  assertUniqueIds(all);
  const signatures = named('Signature');
  for (const signature of signatures) assertSoundSignature(signature, [response, assertion]);
  const perElement = [response, assertion].map((signed) =>
    childrenOf(signed, 'signature', 'Signature'),
  );
  if (perElement.some(({ length }) => length > 1)) refuse('several signatures of one element');
  if (perElement[1]?.length !== 1) refuse('an assertion without a signature', 'unsigned');
  return assertion;
}

/** Refuses IDs that name two elements. */
export function assertUniqueIds(all: XmlElement[]) {
  const ids = all.flatMap((element) =>
    identifiers.flatMap((name) => attributeOf(element, name) ?? []),
  );
  if (new Set(ids).size < ids.length) refuse('an ID that is used twice');
}

/** Refuses signatures of anything but the element around them, and weak or unusual algorithms. */
export function assertSoundSignature(signature: XmlElement, signed: XmlElement[]) {
  const parent = signed.find((element) => element === signature.parentNode);
  const info = onlyChild(signature, 'signature', 'SignedInfo');
  const reference = onlyChild(info, 'signature', 'Reference');
  if (!parent || !isElement(signature, 'signature', 'Signature') || !reference) {
    return refuse('a signature of another element');
  }
  if (elementsIn(signature).some((child) => isElement(child, 'signature', 'Object'))) {
    refuse('content in a signature');
  }
  const id = attributeOf(parent, 'ID');
  if (!id || attributeOf(reference, 'URI') !== `#${id}`) refuse('a signature of another element');
  const algorithmOf = (of: XmlElement | undefined, name: string) =>
    attributeOf(onlyChild(of, 'signature', name), 'Algorithm') ?? '';
  const [method, digest] = [
    algorithmOf(info, 'SignatureMethod'),
    algorithmOf(reference, 'DigestMethod'),
  ];
  if (!signatureMethods.includes(method)) refuse(`signature method ${method}`, 'algorithm');
  if (!digestMethods.includes(digest)) refuse(`digest method ${digest}`, 'algorithm');
  if (algorithmOf(info, 'CanonicalizationMethod') !== exclusive) refuse('canonicalization');
  const list = onlyChild(reference, 'signature', 'Transforms');
  const used = list ? elementsIn(list).map((each) => attributeOf(each, 'Algorithm') ?? '') : [];
  return used.every((each) => transforms.has(each)) || refuse('transform');
}
