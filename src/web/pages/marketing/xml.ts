const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML and removes characters that XML 1.0 forbids. */
const escaped = (text: string) =>
  text
    // oxlint-disable-next-line eslint/no-control-regex -- these are what is left out
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** Serialized XML. The type keeps plain strings from being inserted unescaped. */
type Xml = { xml: string };

/** Returns an element with its attributes and content; text is escaped. */
export function xml(
  name: string,
  attributes: Record<string, string>,
  ...content: (string | Xml)[]
): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const held = content.map((part) => (typeof part === 'string' ? escaped(part) : part.xml));
  return { xml: `<${name}${given.join('')}>${held.join('')}</${name}>` };
}

/** Returns an XML response that shared caches may keep for 60 seconds. */
export const xmlResponse = ({ xml }: Xml, type: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 's-maxage=60' },
  });
