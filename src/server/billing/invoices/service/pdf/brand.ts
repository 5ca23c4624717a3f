import type { Pdf } from './writer.ts';

const brand = '#c8262c';

/** Draws the product's logo: three candles on a tile. */
export function drawBrand(pdf: Pdf, { x: left, y: top }: { x: number; y: number }) {
  pdf.save().translate(left, top).scale(0.75);
  pdf.roundedRect(0, 0, 32, 32, 7).fill(brand);
  pdf.lineWidth(2).lineCap('round').strokeColor('#fff');
  pdf.path('M8 10V23M16 7V21M24 8V21').stroke();
  for (const [x, y, height] of [
    [6, 13, 8],
    [14, 9, 9],
    [22, 10, 9],
  ] as const) {
    pdf.roundedRect(x, y, 4, height, 1).fill('#fff');
  }
  pdf.restore();
}
