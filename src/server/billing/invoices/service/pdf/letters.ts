/** The characters of each font file (R-INV-06); `invoice-pdf.test.ts` compares them with the files. */
const characters = {
  latin:
    /[ -~\u00a0-\u00ff\u0131\u0152\u0153\u02bc\u02c6\u02da\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u2044\u20ac\u2122\u2212\u2215]/,
  'latin-ext':
    /[\u0100-\u0107\u010c-\u0113\u0116-\u011b\u011e\u011f\u0122\u0123\u012a\u012b\u012e-\u0130\u0136\u0137\u0139-\u013e\u0141-\u0148\u014c\u014d\u0150\u0151\u0154-\u015b\u015e-\u0165\u016a\u016b\u016e-\u0173\u0178-\u017e\u0192\u0218-\u021b\u02c7\u02c9\u02dd\u20a8\u20ba\u20bd\u2113]/,
  devanagari:
    /[\u0901-\u0903\u0905-\u090d\u090f-\u0911\u0913-\u0928\u092a-\u0933\u0935-\u0939\u093c-\u0945\u0947-\u0949\u094b-\u094d\u0950\u0958-\u095e\u0960-\u0970\u0972\u20b9\u25cc]|\u200c|\u200d/,
};

export const scripts = ['latin', 'latin-ext', 'devanagari'] as const;

/** Returns the font that has a character; undefined for none. */
export const scriptOf = (character: string) =>
  scripts.find((script) => characters[script].test(character));

/** Replaces spaces and hyphens of other widths by the usual ones, and leaves out marks that show nothing. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/(?!\u200c|\u200d)\p{C}/gu, '');

/** Returns true if no font has some letter of a text. */
export const hasUnknownLetters = (text: string) =>
  [...plain(text)].some((character) => !scriptOf(character));

/** Returns a text with a question mark in place of each character that no font has: it must not vanish. */
export const drawable = (text: string) =>
  [...plain(text)].map((character) => (scriptOf(character) ? character : '?')).join('');
