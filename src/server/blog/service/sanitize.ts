import sanitize, { type IOptions } from 'sanitize-html';

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

const options: IOptions = {
  allowedTags: words(
    'h2 h3 h4 p blockquote hr br pre ul ol li figure figcaption img table thead tbody tr th td',
    'a strong em b i s sub sup code kbd mark abbr',
  ),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    ol: ['start'],
    abbr: ['title'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // What these hold is no text for people.
  nonTextTags: words(
    'script style textarea option noscript template title iframe object embed svg math',
  ),
  transformTags: {
    // The page has its own first heading.
    h1: 'h2',
    a: sanitize.simpleTransform('a', { rel: 'noopener' }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: { alt: '', ...attribs, loading: 'lazy', decoding: 'async' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
};

/** What is left of foreign HTML: an article's elements, without scripts, styles, frames and forms. */
export const sanitizeHtml = (html: string) => sanitize(html, options);

/** Running text, for an excerpt and to count words. */
export const plainText = (html: string) =>
  sanitize(html, { ...options, allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
