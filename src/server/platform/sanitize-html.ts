import sanitize, { type Attributes, type IOptions, type Transformer } from 'sanitize-html';

const splitWords = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

/** Pattern of anchor ids in articles; other ids could collide with those of the page. */
const anchorId = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,99}$/u;

const toHeading =
  (tagName: string): Transformer =>
  (_, { id = '' }) => ({ tagName, attribs: anchorId.test(id) ? { id } : ({} as Attributes) });

const sanitizeOptions: IOptions = {
  allowedTags: splitWords(
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
  // Elements whose content is dropped together with the tag.
  nonTextTags: splitWords(
    'script style textarea option noscript template title iframe object embed svg math',
  ),
  transformTags: {
    // The page has its own `h1`.
    h1: toHeading('h2'),
    h2: toHeading('h2'),
    h3: toHeading('h3'),
    h4: toHeading('h4'),
    a: sanitize.simpleTransform('a', { rel: 'noopener' }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: { alt: '', ...attribs, loading: 'lazy', decoding: 'async' },
    }),
  },
};

/** Origins from which pictures may be loaded over plain HTTP. */
type PictureOrigins = { pictures?: readonly string[] };

/**
 * Sanitizes untrusted HTML: removes scripts, styles, frames and forms and keeps the elements of an article.
 * Keeps pictures over HTTPS, and over HTTP from the given origins.
 */
export const sanitizeHtml = (html: string, { pictures = [] }: PictureOrigins = {}) =>
  sanitize(html, {
    ...sanitizeOptions,
    allowedSchemesByTag: { img: ['https', 'http'] },
    exclusiveFilter: ({ tag, attribs: { src = '' } }) =>
      tag === 'img' && !isAllowedPicture(src, pictures),
  });

function isAllowedPicture(src: string, pictures: readonly string[]) {
  if (!src.startsWith('http:')) return src !== '';
  return pictures.includes(URL.parse(src)?.origin ?? '');
}

/** Converts HTML to plain text, for excerpts and word counts. */
export const plainText = (html: string) =>
  sanitize(html, { ...sanitizeOptions, allowedTags: [], allowedAttributes: {} })
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
