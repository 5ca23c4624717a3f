import { DOMParser, type XmlElement } from '@xmldom/xmldom';

export type { XmlElement } from '@xmldom/xmldom';

/** Namespaces of SAML 2.0 and of the standards that it uses. */
export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const;
export type Namespace = keyof typeof namespaces;

/** Bounds of a document: far above what providers send, and below what makes verification slow. */
const bounds = { characters: 512 * 1024, elements: 10_000, depth: 60 };

/** Text that is not XML, or XML with parts that no SAML message needs. */
class XmlRefusal extends Error {}

const refuse = (reason: string): never => {
  throw new XmlRefusal(reason);
};

const declaration = /^\uFEFF?\s*<\?xml\s[^?>]*\?>/;
/** Document types, comments, CDATA sections and processing instructions. */
const unwanted = /<[!?]/;

/**
 * Parses XML without a document type, so that there are no entities to expand; without comments, which would split the
 * text of a name; and of bounded size and depth (R-SSO-11).
 */
export const parseXml = (text: string): XmlElement => {
  if (text.length > bounds.characters) refuse('too large');
  if (unwanted.test(text.replace(declaration, '')))
    refuse('a document type, comment or CDATA section');
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const document = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
  const root = document?.documentElement ?? refuse('no root element');
  assertBounded(root);
  return root;
};

/** Removes comments and processing instructions of a document whose text is not signed. */
export const withoutRemarks = (text: string) =>
  text.replace(declaration, '').replaceAll(/<!--[^]*?-->|<\?[^]*?\?>/g, '');

/** Refuses deep nesting without recursion, which the verification of signatures uses. */
const assertBounded = (root: XmlElement) => {
  let level = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > bounds.depth || count > bounds.elements) refuse('too deep or too many elements');
    level = level.flatMap((element) => elementsIn(element));
  }
};

const elementNode = 1;

/** Returns the elements directly in another one. */
export const elementsIn = (parent: XmlElement): XmlElement[] =>
  Array.from(parent.childNodes).filter((node): node is XmlElement => node.nodeType === elementNode);

/** Returns true if an element has this name in this namespace. */
export const isElement = (element: XmlElement, namespace: Namespace, name: string) =>
  element.namespaceURI === namespaces[namespace] && element.localName === name;

/** Returns the elements of one name directly in another one. */
export const childrenOf = (parent: XmlElement, namespace: Namespace, name: string) =>
  elementsIn(parent).filter((element) => isElement(element, namespace, name));

/** Returns the only element of one name directly in another one; undefined if there is none or more than one. */
export const onlyChild = (parent: XmlElement | undefined, namespace: Namespace, name: string) => {
  const found = parent ? childrenOf(parent, namespace, name) : [];
  return found.length === 1 ? found[0] : undefined;
};

/** Returns the element and all inside it. */
export const allElements = (root: XmlElement): XmlElement[] => [
  root,
  ...elementsIn(root).flatMap((element) => allElements(element)),
];

/** Returns an attribute; null if the element or the attribute is missing. */
export const attributeOf = (element: XmlElement | undefined, name: string) =>
  element?.hasAttribute(name) ? element.getAttribute(name) : null;

/** Returns the text of an element without spaces around it; an empty text if the element is missing. */
export const textOf = (element: XmlElement | undefined) => (element?.textContent ?? '').trim();
