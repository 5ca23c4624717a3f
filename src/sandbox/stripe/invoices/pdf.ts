import PdfKit from 'pdfkit';
import type { Invoice, InvoiceLine } from '#sandbox/stripe/store/types.ts';
import type { PdfTexts } from './pdf-texts.ts';
import { linesOf, type Pdf, registerFonts, writeText } from './pdf-writer.ts';

const page = { left: 56, right: 539, top: 56, bottom: 786 };
const columns = { quantity: 370, price: 465, amount: page.right };
const ink = { dark: '#1a1f36', quiet: '#5b6478', line: '#d9dde5', brand: '#c8262c' };

export interface InvoicePdf {
  invoice: Invoice;
  texts: PdfTexts;
  /** Returns the description of a line in the language of the texts. */
  describe: (line: InvoiceLine) => string;
}

/** Renders the invoice as PDF in the customer's language. */
export async function renderInvoicePdf(content: InvoicePdf): Promise<Buffer> {
  const { invoice, texts } = content;
  const pdf = new PdfKit({
    size: 'A4',
    margins: { top: page.top, bottom: 0, left: page.left, right: 0 },
    info: {
      Title: `${texts.title} ${invoice.number ?? invoice.id}`,
      Author: invoice.account_name ?? '',
    },
    lang: texts.locale,
    displayTitle: true,
    font: '',
  });
  registerFonts(pdf);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
  });
  drawHead(pdf, content);
  drawLines(pdf, content);
  drawTotals(pdf, content);
  pdf.end();
  return done;
}

const plain = { size: 9.5, color: ink.dark };
const quiet = { size: 9.5, color: ink.quiet };
const small = { size: 8.5, color: ink.quiet };
const strong = { size: 9.5, color: ink.dark, bold: true };

function drawHead(pdf: Pdf, { invoice, texts }: InvoicePdf) {
  const { status_transitions: at, due_date: due, currency } = invoice;
  const { day, money } = formatsOf(texts);
  drawLogo(pdf);
  const name = invoice.account_name ?? '';
  pdf.y = page.top + 5;
  writeText(pdf, name, { ...strong, size: 13, x: page.left + 34 });
  pdf.y = page.top;
  writeText(pdf, texts.title, { ...strong, size: 20, x: page.right, alignEnd: true });
  const facts = [
    [texts.number, invoice.number ?? invoice.id],
    [texts.issued, day(at.finalized_at ?? invoice.created)],
    at.paid_at
      ? [texts.paidOn, day(at.paid_at)]
      : [texts.dueOn, day(due ?? at.finalized_at ?? invoice.created)],
    [texts.status, texts.states[invoice.status ?? 'draft']],
  ];
  pdf.y = page.top + 52;
  for (const [label = '', value = ''] of facts) {
    writeText(pdf, label, { ...quiet, x: page.left });
    writeText(pdf, value, { ...strong, x: page.left + 125 });
    pdf.y += 16;
  }
  pdf.y += 14;
  const customer = [invoice.customer_name, invoice.customer_email].filter((text) => text !== null);
  writeText(pdf, texts.billTo, { ...quiet, x: page.left });
  for (const [index, text] of customer.entries()) {
    pdf.y += 16;
    writeText(pdf, text, { ...(index === 0 ? strong : plain), x: page.left });
  }
  pdf.y += 34;
  const headline =
    invoice.status === 'paid'
      ? texts.paid(money(invoice.amount_paid, currency))
      : texts.due(money(invoice.amount_remaining, currency));
  writeText(pdf, headline, { ...strong, size: 15, x: page.left });
  pdf.y += 36;
}

/** Draws the logo of the account: three candles on a tile. */
function drawLogo(pdf: Pdf) {
  pdf.save().translate(page.left, page.top).scale(0.75);
  pdf.roundedRect(0, 0, 32, 32, 7).fill(ink.brand);
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

function drawLines(pdf: Pdf, { invoice, texts, describe }: InvoicePdf) {
  const { day, money } = formatsOf(texts);
  const { currency } = invoice;
  const { description, quantity, price, amount } = texts;
  drawRow(pdf, { lines: [description], quantity, price, amount }, small);
  drawRule(pdf, ink.dark);
  const width = columns.quantity - page.left - 50;
  for (const line of invoice.lines.data) {
    if (pdf.y > page.bottom - 140) {
      pdf.addPage();
      pdf.y = page.top;
    }
    const cells = {
      lines: linesOf(pdf, describe(line), { width, size: plain.size }),
      quantity: `${line.quantity ?? 1}`,
      price: money(unitAmount(line), currency),
      amount: money(line.amount, currency),
    };
    drawRow(pdf, cells, plain);
    const period = `${day(line.period.start)} – ${day(line.period.end)}`;
    writeText(pdf, period, { ...small, x: page.left });
    pdf.y += 22;
  }
  drawRule(pdf, ink.line);
}

function drawTotals(pdf: Pdf, { invoice, texts }: InvoicePdf) {
  const { money } = formatsOf(texts);
  const { currency, subtotal, total, total_taxes: taxes } = invoice;
  const discount = sum(invoice.total_discount_amounts);
  const tax = sum(taxes);
  const rows: [string, number][] = [
    [texts.subtotal, subtotal],
    ...(discount > 0 ? ([[texts.discount, -discount]] satisfies [string, number][]) : []),
    [texts.beforeTax, invoice.total_excluding_tax ?? total - tax],
    [texts.tax, tax],
    [texts.total, total],
    [texts.amountPaid, invoice.amount_paid],
    [texts.amountDue, invoice.amount_remaining],
  ];
  for (const [label, amount] of rows) {
    const look = label === texts.amountDue ? strong : plain;
    const cells = { lines: [], quantity: '', price: label, amount: money(amount, currency) };
    drawRow(pdf, cells, look);
    pdf.y += 3;
  }
}

interface Row {
  /** Lines of the description. */
  lines: string[];
  quantity: string;
  price: string;
  amount: string;
}

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

const unitAmount = ({ amount, quantity, pricing }: InvoiceLine) =>
  pricing?.unit_amount_decimal ? Number(pricing.unit_amount_decimal) : amount / (quantity || 1);

const sum = (parts: readonly { amount: number }[] | null) =>
  (parts ?? []).reduce((total, { amount }) => total + amount, 0);

/** Symbols that name one currency in every language. */
const dollars: Partial<Record<string, string>> = { usd: 'US$', mxn: 'MX$' };

const formatsOf = ({ locale }: PdfTexts) => ({
  money: (minor: number, currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(minor / 100)
      .map(({ type, value }) => (type === 'currency' ? (dollars[currency] ?? value) : value))
      .join(''),
  day: (seconds: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000),
});
