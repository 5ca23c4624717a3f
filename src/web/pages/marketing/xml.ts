const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text inside of XML; characters that XML cannot hold are left out. */
const escaped = (text: string) =>
  text
    // oxlint-disable-next-line eslint/no-control-regex -- these are what is left out
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** A piece of XML; only what this file made is one. */
type Xml = { xml: string };

/** An element with attributes and what it holds: texts are escaped. */
export const xml = (
  name: string,
  attributes: Record<string, string>,
  ...content: (string | Xml)[]
): Xml => {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const held = content.map((part) => (typeof part === 'string' ? escaped(part) : part.xml));
  return { xml: `<${name}${given.join('')}>${held.join('')}</${name}>` };
};

/** A document of XML that may be kept for a minute. */
export const xmlResponse = ({ xml }: Xml, type: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 's-maxage=60' },
  });
