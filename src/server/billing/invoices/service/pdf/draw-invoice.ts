import PdfKit from 'pdfkit';
import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import {
  customerBlock,
  factRows,
  invoiceMoney,
  lineText,
  periodText,
  sellerBlock,
  totalRows,
  type InvoiceDrawing,
} from './texts.ts';
import { linesOf, type Pdf, registerFonts, writeText } from './writer.ts';

const page = { left: 56, right: 539, top: 56, bottom: 786 };
const columns = { quantity: 370, price: 465, amount: page.right };
const ink = { dark: '#1a1f36', quiet: '#5b6478', line: '#d9dde5' };

/** Draws an invoice as PDF on A4 in one of our languages, with embedded fonts (R-INV-04). */
export async function drawInvoice(content: InvoiceDrawing): Promise<Buffer> {
  const { document, locale } = content;
  const title = translate(locale, 'invoice.title');
  const pdf = new PdfKit({
    size: 'A4',
    margins: { top: page.top, bottom: 0, left: page.left, right: 0 },
    info: { Title: `${title} ${document.number ?? document.id}`, Author: document.sellerName },
    lang: locale,
    displayTitle: true,
    font: '',
  });
  registerFonts(pdf);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
  });
  drawBrand(pdf, { x: page.left, y: page.top });
  drawFacts(pdf, content);
  drawParties(pdf, content);
  drawHeadline(pdf, content);
  drawLines(pdf, content);
  drawTotals(pdf, content);
  pdf.end();
  return done;
}

const plain = { size: 9.5, color: ink.dark };
const quiet = { size: 9.5, color: ink.quiet };
const small = { size: 8.5, color: ink.quiet };
const strong = { size: 9.5, color: ink.dark, bold: true };

/** Draws name and title, then number, dates, state and order reference. */
function drawFacts(pdf: Pdf, content: InvoiceDrawing) {
  const { document, locale } = content;
  pdf.y = page.top + 5;
  writeText(pdf, document.sellerName, { ...strong, size: 13, x: page.left + 34 });
  pdf.y = page.top;
  writeText(pdf, translate(locale, 'invoice.title'), {
    ...strong,
    size: 20,
    x: page.right,
    alignEnd: true,
  });
  pdf.y = page.top + 52;
  const left = page.left + 140;
  for (const [label, value] of factRows(content)) {
    writeText(pdf, label, { ...quiet, x: page.left });
    for (const line of linesOf(pdf, value, { width: page.right - left, size: strong.size })) {
      writeText(pdf, line, { ...strong, x: left });
      pdf.y += 16;
    }
  }
  pdf.y += 14;
}

/** Draws seller and customer side by side. */
function drawParties(pdf: Pdf, content: InvoiceDrawing) {
  const t = textsOf(content.locale);
  const top = pdf.y;
  const width = 225;
  const ends = [
    { title: t('seller'), x: page.left, lines: sellerBlock(content) },
    { title: t('billTo'), x: page.left + width + 20, lines: customerBlock(content) },
  ].map(({ title, x, lines }) => {
    pdf.y = top;
    writeText(pdf, title, { ...quiet, x });
    for (const [index, text] of lines.entries()) {
      const look = index === 0 ? strong : plain;
      for (const line of linesOf(pdf, text, { width, size: look.size })) {
        pdf.y += 15;
        writeText(pdf, line, { ...look, x });
      }
    }
    return pdf.y;
  });
  pdf.y = Math.max(...ends) + 34;
}

function drawHeadline(pdf: Pdf, { document, locale }: InvoiceDrawing) {
  const { status, currency, amountPaid, amountRemaining } = document;
  const money = invoiceMoney(locale, currency);
  const headline =
    status === 'paid'
      ? translate(locale, 'invoice.paid', { amount: money(amountPaid) })
      : translate(locale, 'invoice.due', { amount: money(amountRemaining) });
  writeText(pdf, headline, { ...strong, size: 15, x: page.left });
  pdf.y += 36;
}

function drawLines(pdf: Pdf, { document, lines, locale }: InvoiceDrawing) {
  const t = textsOf(locale);
  const money = invoiceMoney(locale, document.currency);
  const head = { quantity: t('quantity'), price: t('price'), amount: t('amount') };
  drawRow(pdf, { lines: [t('description')], ...head }, small);
  drawRule(pdf, ink.dark);
  const width = columns.quantity - page.left - 50;
  for (const [index, line] of lines.entries()) {
    const details = document.periods[index];
    keepTogether(pdf, 60);
    const cells = {
      lines: linesOf(pdf, lineText(locale, line), { width, size: plain.size }),
      quantity: String(details?.quantity ?? 1),
      price: money(details?.unitAmount ?? line.amount),
      amount: money(line.amount),
    };
    drawRow(pdf, cells, plain);
    if (details) {
      writeText(pdf, periodText(locale, details), { ...small, x: page.left });
    }
    pdf.y += 22;
  }
  drawRule(pdf, ink.line);
}

function drawTotals(pdf: Pdf, content: InvoiceDrawing) {
  const money = invoiceMoney(content.locale, content.document.currency);
  const rows = totalRows(content);
  keepTogether(pdf, rows.length * 18);
  for (const { label, amount, isStrong } of rows) {
    const value = amount === null ? '' : money(amount);
    drawRow(
      pdf,
      { lines: [], quantity: '', price: label, amount: value },
      isStrong ? strong : plain,
    );
    pdf.y += 3;
  }
}

/** Begins a new page unless the next part fits on this one. */
function keepTogether(pdf: Pdf, height: number) {
  if (pdf.y + height <= page.bottom) return;
  pdf.addPage();
  pdf.y = page.top;
}

type Row = {
  /** Lines of the description. */
  lines: string[];
  quantity: string;
  price: string;
  amount: string;
};

type Look = { size: number; color: string; bold?: boolean };

/** Writes four cells side by side; the next row begins below. */
function drawRow(pdf: Pdf, { lines, quantity, price, amount }: Row, look: Look) {
  writeText(pdf, quantity, { ...look, x: columns.quantity, alignEnd: true });
  writeText(pdf, price, { ...look, x: columns.price, alignEnd: true });
  writeText(pdf, amount, { ...look, x: columns.amount, alignEnd: true });
  for (const line of lines.length === 0 ? [''] : lines) {
    writeText(pdf, line, { ...look, x: page.left });
    pdf.y += look.size * 1.5;
  }
}

function drawRule(pdf: Pdf, color: string) {
  const y = pdf.y + 3;
  pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.7).strokeColor(color).stroke();
  pdf.y = y + 9;
}

type InvoiceText = 'seller' | 'billTo' | 'description' | 'quantity' | 'price' | 'amount';
const textsOf = (locale: Locale) => (name: InvoiceText) => translate(locale, `invoice.${name}`);

const brand = '#c8262c';

/** Draws the product's logo: three candles on a tile. */
function drawBrand(pdf: Pdf, { x: left, y: top }: { x: number; y: number }) {
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
