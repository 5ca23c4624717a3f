import { fileURLToPath } from 'node:url';
import type PdfKit from 'pdfkit';
import { drawable, scriptOf, scripts } from './letters.ts';

export type Pdf = InstanceType<typeof PdfKit>;

type TextOptions = {
  x: number;
  size: number;
  color: string;
  bold?: boolean;
  /** Aligns the end of the text to `x`. */
  alignEnd?: boolean;
};

const weights = [400, 700] as const;

const fonts = import.meta.resolve('@fontsource/hind/package.json');

/** Registers the fonts; each file has the characters of one script. */
export function registerFonts(pdf: Pdf) {
  for (const script of scripts) {
    for (const weight of weights) {
      const file = new URL(`files/hind-${script}-${weight}-normal.woff`, fonts);
      pdf.registerFont(`${script}-${weight}`, fileURLToPath(file));
    }
  }
}

/** Splits a text into runs of one font: pdfkit looks a character up in a single font. */
function runsOf(text: string, bold = false) {
  const weight = bold ? 700 : 400;
  const runs: { font: string; text: string }[] = [];
  for (const character of drawable(text)) {
    const font = `${scriptOf(character)}-${weight}`;
    const last = runs.at(-1);
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

/** Returns the width of a text in points. */
function textWidth(pdf: Pdf, text: string, { size, bold }: Omit<TextOptions, 'x' | 'color'>) {
  return runsOf(text, bold).reduce(
    (sum, { font, text: part }) => sum + pdf.font(font).fontSize(size).widthOfString(part),
    0,
  );
}

/** Writes one line at `pdf.y`, which stays where it was. */
export function writeText(pdf: Pdf, text: string, options: TextOptions) {
  const { x, size, color, bold, alignEnd } = options;
  const { y } = pdf;
  let at = alignEnd ? x - textWidth(pdf, text, options) : x;
  for (const { font, text: part } of runsOf(text, bold)) {
    pdf.font(font).fontSize(size).fillColor(color);
    pdf.text(part, at, y, { lineBreak: false });
    at += pdf.widthOfString(part);
  }
  pdf.y = y;
}

/** Splits a text into lines of at most this width, at spaces. */
export function linesOf(pdf: Pdf, text: string, options: { width: number; size: number }) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(pdf, longer, options) <= options.width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
