import sanitize, { type Attributes, type IOptions, type Transformer } from 'sanitize-html';

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

/** Ids that articles link to within themselves; other ids could be confused with those of the page. */
const anchor = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,99}$/u;

const heading =
  (tagName: string): Transformer =>
  (_, { id = '' }) => ({ tagName, attribs: anchor.test(id) ? { id } : ({} as Attributes) });

const options: IOptions = {
  allowedTags: words(
    'h2 h3 h4 p blockquote hr br pre ul ol li figure figcaption img table thead tbody tr th td',
    'a strong em b i s sub sup code kbd mark abbr',
  ),
  allowedAttributes: {
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    ol: ['start'],
    abbr: ['title'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // What these hold is no text for people.
  nonTextTags: words(
    'script style textarea option noscript template title iframe object embed svg math',
  ),
  transformTags: {
    // The page has its own first heading.
    h1: heading('h2'),
    h2: heading('h2'),
    h3: heading('h3'),
    h4: heading('h4'),
    a: sanitize.simpleTransform('a', { rel: 'noopener' }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: { alt: '', ...attribs, loading: 'lazy', decoding: 'async' },
    }),
  },
};

/** The addresses of pictures that may come over plain http, as origins. */
type Pictures = { pictures?: readonly string[] };

/**
 * Removes scripts, styles, frames and forms from foreign HTML and keeps an article's elements. Its
 * pictures come over https, or from one of the given origins.
 */
export const sanitizeHtml = (html: string, { pictures = [] }: Pictures = {}) =>
  sanitize(html, {
    ...options,
    allowedSchemesByTag: { img: ['https', 'http'] },
    exclusiveFilter: ({ tag, attribs: { src = '' } }) => tag === 'img' && !isShown(src, pictures),
  });

const isShown = (src: string, pictures: readonly string[]) => {
  if (!src.startsWith('http:')) return src !== '';
  return pictures.includes(URL.parse(src)?.origin ?? '');
};

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
