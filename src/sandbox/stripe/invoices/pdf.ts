import PdfKit from 'pdfkit';
import type { Invoice, InvoiceLine } from '#sandbox/stripe/store/types.ts';

const page = { left: 56, right: 539, top: 56, bottom: 786 };
const columns = { quantity: 330, price: 385, amount: 465 };
const ink = { dark: '#1a1f36', quiet: '#5b6478', line: '#d9dde5' };

/** Renders the invoice as PDF, in English like Stripe for customers without a language. */
export async function renderInvoicePdf(invoice: Invoice): Promise<Buffer> {
  const title = `Invoice ${invoice.number ?? invoice.id}`;
  const pdf = new PdfKit({
    size: 'A4',
    margins: { top: page.top, bottom: 0, left: page.left, right: page.left },
    info: { Title: title, Author: invoice.account_name ?? '' },
    lang: 'en-US',
    displayTitle: true,
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
  });
  drawHead(pdf, invoice);
  drawLines(pdf, invoice);
  drawTotals(pdf, invoice);
  pdf.end();
  return done;
}

type Pdf = InstanceType<typeof PdfKit>;

function drawHead(pdf: Pdf, invoice: Invoice) {
  const { status_transitions: at, due_date: due } = invoice;
  pdf.font('Helvetica-Bold').fontSize(22).fillColor(ink.dark);
  pdf.text('Invoice', page.left, page.top);
  pdf.fontSize(11).text(invoice.account_name ?? '', page.left, page.top + 6, { align: 'right' });
  const facts = [
    ['Invoice number', invoice.number ?? invoice.id],
    ['Date of issue', day(at.finalized_at ?? invoice.created)],
    at.paid_at ? ['Date paid', day(at.paid_at)] : ['Date due', day(due ?? invoice.created)],
    ['Status', invoice.status ?? 'draft'],
  ];
  let y = page.top + 44;
  for (const [name = '', value = ''] of facts) {
    pdf.font('Helvetica').fontSize(9.5).fillColor(ink.quiet).text(name, page.left, y);
    pdf
      .font('Helvetica-Bold')
      .fillColor(ink.dark)
      .text(printable(value), page.left + 100, y);
    y += 15;
  }
  pdf
    .fillColor(ink.quiet)
    .font('Helvetica')
    .text('Bill to', page.left, y + 14);
  pdf.fillColor(ink.dark).font('Helvetica-Bold');
  pdf.text(printable(invoice.customer_name ?? invoice.customer_email ?? ''), page.left, y + 28);
  pdf.font('Helvetica').text(printable(invoice.customer_email ?? ''));
  pdf.moveDown(1.5).font('Helvetica-Bold').fontSize(15);
  const headline =
    invoice.status === 'paid'
      ? `${money(invoice.amount_paid, invoice.currency)} paid`
      : `${money(invoice.amount_remaining, invoice.currency)} due`;
  pdf.text(headline, page.left);
  pdf.moveDown(1);
}

function drawLines(pdf: Pdf, { lines, currency }: Invoice) {
  pdf.font('Helvetica').fontSize(8.5).fillColor(ink.quiet);
  drawRow(pdf, {
    description: 'Description',
    quantity: 'Qty',
    price: 'Unit price',
    amount: 'Amount',
  });
  rule(pdf, ink.dark);
  pdf.fontSize(9.5);
  for (const line of lines.data) {
    if (pdf.y > page.bottom - 140) pdf.addPage();
    pdf.fillColor(ink.dark).font('Helvetica');
    drawRow(pdf, {
      description: printable(line.description ?? ''),
      quantity: `${line.quantity ?? 1}`,
      price: money(unitAmount(line), currency),
      amount: money(line.amount, currency),
    });
    pdf.fillColor(ink.quiet).fontSize(8.5);
    pdf.text(`${day(line.period.start)} - ${day(line.period.end)}`, page.left);
    pdf.fontSize(9.5).moveDown(0.6);
  }
  rule(pdf, ink.line);
}

function drawTotals(pdf: Pdf, invoice: Invoice) {
  const { currency, subtotal, total, total_taxes: taxes } = invoice;
  const discount = sum(invoice.total_discount_amounts);
  const tax = sum(taxes);
  const rows: [string, number][] = [
    ['Subtotal', subtotal],
    ...(discount > 0 ? ([['Discount', -discount]] satisfies [string, number][]) : []),
    ['Total excluding tax', invoice.total_excluding_tax ?? total - tax],
    ['Tax', tax],
    ['Total', total],
    ['Amount paid', invoice.amount_paid],
    ['Amount due', invoice.amount_remaining],
  ];
  for (const [name, amount] of rows) {
    const isLast = name === 'Amount due';
    pdf.font(isLast ? 'Helvetica-Bold' : 'Helvetica').fillColor(ink.dark);
    drawRow(pdf, { description: '', quantity: '', price: name, amount: money(amount, currency) });
    pdf.moveDown(0.4);
  }
}

interface Row {
  description: string;
  quantity: string;
  price: string;
  amount: string;
}

/** Writes four cells side by side; the next row begins below the tallest. */
function drawRow(pdf: Pdf, { description, quantity, price, amount }: Row) {
  const { y } = pdf;
  pdf.text(quantity, columns.quantity, y, { width: 40, align: 'right' });
  pdf.text(price, columns.price - 10, y, { width: 90, align: 'right' });
  pdf.text(amount, columns.amount, y, { width: page.right - columns.amount, align: 'right' });
  const below = pdf.y;
  pdf.text(description, page.left, y, { width: columns.quantity - page.left - 10 });
  pdf.y = Math.max(below, pdf.y);
}

function rule(pdf: Pdf, color: string) {
  const y = pdf.y + 4;
  pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.7).strokeColor(color).stroke();
  pdf.y = y + 8;
}

const unitAmount = ({ amount, quantity, pricing }: InvoiceLine) =>
  pricing?.unit_amount_decimal ? Number(pricing.unit_amount_decimal) : amount / (quantity || 1);

const sum = (parts: readonly { amount: number }[] | null) =>
  (parts ?? []).reduce((total, { amount }) => total + amount, 0);

const money = (minor: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(minor / 100);

const day = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000);

/** Replaces characters outside of Latin-1 by question marks: the standard PDF fonts lack them. */
const printable = (text: string) =>
  text.normalize('NFC').replaceAll(/[^\u0020-\u00ff–—’“”€]/g, '?');
