/**
 * Places at which a spreadsheet may see the beginning of a cell with a formula (CSV injection): that of the text, and
 * after what separates cells or lines elsewhere. In pt-BR a file opens with `;` between cells, and our quotation marks
 * within a line don't count there.
 */
const starts = String.raw`(?<=^|[;\t\r\n])`;
const formula = String.raw`["']*[=+\-@\t\r＝＋－＠]`;

const unmarked = new RegExp(`${starts}(?=${formula})`, 'g');
const marked = new RegExp(`${starts}'(?=${formula})`, 'g');

/** Returns a text with an apostrophe before each formula, so that it is text in every spreadsheet (R-LST-04). */
export const markFormulas = (text: string): string => text.replaceAll(unmarked, "'");

/** Returns the text that `markFormulas` was given (R-IMP-05). */
export const unmarkFormulas = (text: string): string => text.replaceAll(marked, '');

/** Matches what a cell has to be quoted for, besides the comma and quotation mark. */
export const otherSeparators = /[;\t\r\n]/;
