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

/**
 * Bounds of a document, above what providers send. The work of the parser and of the verification grows with the square
 * of each of them (elements in one parent, namespaces in scope, attributes of one element), so they are checked
 * before, in one pass over the text.
 */
const bounds = {
  characters: 256 * 1024,
  elements: 1_000,
  depth: 40,
  attributes: 30,
  allAttributes: 4_000,
  namespaces: 200,
};

/** Text that is not XML, or XML with parts that no SAML message needs. */
class XmlRefusal extends Error {}

function refuse(reason: string): never {
  throw new XmlRefusal(reason);
}

const declaration = /^\uFEFF?\s*<\?xml\s[^?>]*\?>/;
/** Document types, comments, CDATA sections and processing instructions. */
const unwanted = /<[!?]/;

/**
 * Parses XML without a document type, so that there are no entities to expand; without comments, which would split the
 * text of a name; and of bounded size, depth and number of everything (R-SSO-11).
 */
export function parseXml(text: string): XmlElement {
  if (text.length > bounds.characters) refuse('too large');
  const content = text.replace(declaration, '');
  if (unwanted.test(content)) refuse('a document type, comment or CDATA section');
  assertBounded(content);
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const document = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
  return document?.documentElement ?? refuse('no root element');
}

/** Removes comments and processing instructions of a document whose text is not signed, in one pass. */
export function withoutRemarks(text: string) {
  const content = text.replace(declaration, '');
  const opening = /<!--|<\?/g;
  const kept: string[] = [];
  let from = 0;
  for (let found = opening.exec(content); found; found = opening.exec(content)) {
    const closing = found[0] === '<?' ? '?>' : '-->';
    const end = content.indexOf(closing, opening.lastIndex);
    if (end < 0) refuse('a comment without an end');
    kept.push(content.slice(from, found.index));
    from = end + closing.length;
    opening.lastIndex = from;
  }
  return kept.join('') + content.slice(from);
}

/** A tag from its `<` on. The alternatives begin with different characters, so that it is read in one pass. */
const tag = /<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/y;
const quoted = /"[^"]*"|'[^']*'/g;

/** Refuses text with more tags, nesting, attributes or namespaces than the bounds, before it is parsed. */
function assertBounded(text: string) {
  let [depth, elements, namespaces, attributes] = [0, 0, 0, 0];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', tag.lastIndex)) {
    tag.lastIndex = at;
    const [found] = tag.exec(text) ?? refuse('a tag without an end');
    if (found.startsWith('</')) depth -= 1;
    else {
      const names = found.replaceAll(quoted, '');
      elements += 1;
      if (!names.endsWith('/>')) depth += 1;
      namespaces += names.split('xmlns').length - 1;
      const own = names.split('=').length - 1;
      attributes += own;
      if (own > bounds.attributes || attributes > bounds.allAttributes)
        refuse('too many attributes');
    }
    if (depth > bounds.depth || elements > bounds.elements || namespaces > bounds.namespaces)
      refuse('too deep, or too many elements or namespaces');
  }
}

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
export function onlyChild(parent: XmlElement | undefined, namespace: Namespace, name: string) {
  const found = parent ? childrenOf(parent, namespace, name) : [];
  return found.length === 1 ? found[0] : undefined;
}

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
