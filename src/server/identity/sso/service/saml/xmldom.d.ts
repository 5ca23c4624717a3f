/**
 * Declares what we use of `@xmldom/xmldom` (tsconfig.server.json): its own types would add the globals of browsers to the
 * server.
 */
export type XmlNode = {
  readonly nodeType: number;
  readonly parentNode: XmlNode | null;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly textContent: string | null;
  cloneNode(deep: boolean): XmlNode;
  /** Returns the XML. */
  toString(): string;
};

export type XmlElement = {
  readonly localName: string;
  readonly tagName: string;
  readonly namespaceURI: string | null;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string;
} & XmlNode;

type Report = (message: string) => void;

export class DOMParser {
  constructor(options: { errorHandler: { warning: Report; error: Report; fatalError: Report } });
  parseFromString(
    text: string,
    type: 'text/xml',
  ): { readonly documentElement: XmlElement | null } | undefined;
}
