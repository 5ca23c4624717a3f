import PdfKit from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { countries } from '#contract/billing/countries.ts';
import { currencies } from '#contract/money.ts';
import { locales } from '#locales/locales.ts';
import { allTexts } from '#locales/translate.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import {
  offerProduct,
  registerWithPlan,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { formatDay } from '#server/platform/mail/compose.ts';
import { sharedApplication, type TestMember } from '#server/test/application.ts';
import { drawable, hasUnknownLetters, scriptOf, scripts } from './service/pdf/letters.ts';
import {
  customerBlock,
  factRows,
  invoiceMoney,
  periodText,
  totalRows,
} from './service/pdf/texts.ts';
import { registerFonts } from './service/pdf/writer.ts';

const product = await sharedApplication();
const { stripe } = await connectToSandbox(product);
const price = await offerProduct(product, { price: 10, maxUsers: 3 });
const register = () => registerWithPlan(product, price, { subscriptionCardToken: testCards.good });

const open = async (path: string) => {
  const { statusCode: status, headers, rawPayload } = await product.app.inject({ url: path });
  return { status, headers, file: rawPayload };
};
const linkOf = async ({ api }: TestMember) => {
  const { invoices } = await api.subscriptions.getCurrent();
  const { pathname, search } = new URL(invoices[0]?.invoicePdf ?? '');
  return { path: `${pathname}${search}`, id: invoices[0]?.id ?? '' };
};
const languageOf = (file: Buffer) => /\/Lang \(([\w-]+)\)/.exec(file.toString('latin1'))?.[1];

describe('The PDF of an invoice (R-INV-04)', () => {
  test.each(locales)('is drawn in %s with an embedded font', async (locale) => {
    const owner = await register();
    const { path } = await linkOf(owner);
    const { customer } = await owner.api.subscriptions.getCurrent();
    const name = 'Ação Łódź अंतरराष्ट्रीय';
    await stripe.customers.update(customer?.id ?? '', { name });
    const { status, headers, file } = await open(`${path}&lang=${locale}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(languageOf(file)).toBe(locale);
    expect(file.toString('latin1')).toContain('Hind');
  });

  test.each([
    ['ends a text', ') /S /JavaScript /JS (app.alert(1)) >> endobj ('],
    [
      'ends an object',
      'endstream endobj\ntrailer << /OpenAction << /S /URI /URI (http://evil) >> >>',
    ],
    ['is a text in hexadecimal digits', '<</S/Launch/F(calc.exe)>>\\051\\'],
    ['has marks and control characters', 'A\u202Ecod.exe\u0007\u0085\u2028B\uFEFF'],
    ['is one word without an end', 'W'.repeat(250)],
    ['is a link', 'javascript:app.alert(1) https://evil.example'],
  ])('is a document without actions when a name %s', async (_what, name) => {
    const owner = await register();
    const { path } = await linkOf(owner);
    const { customer } = await owner.api.subscriptions.getCurrent();
    const address = { line1: name, city: name, country: 'BR' };
    await stripe.customers.update(customer?.id ?? '', { name, address });
    const { status, file } = await open(path);
    expect(status).toBe(200);
    // Compressed streams may hold any bytes.
    const text = file.toString('latin1').replaceAll(/\bstream\b[^]*?\bendstream\b/g, '');
    expect(text).toContain('/Catalog');
    expect(text).not.toMatch(/\/(?:JS|JavaScript|OpenAction|AA|Launch|URI|EmbeddedFile)\b/);
    expect(text.match(/%%EOF/g)).toHaveLength(1);
  });

  test.each([
    ['hi-IN', 'hi-IN'],
    ['pt', 'pt-BR'],
    ['de', 'en-US'],
  ])('follows the language %s of the customer', async (preferred, expected) => {
    const owner = await register();
    const { customer } = await owner.api.subscriptions.getCurrent();
    await stripe.customers.update(customer?.id ?? '', { preferred_locales: [preferred] });
    expect(languageOf((await open((await linkOf(owner)).path)).file)).toBe(expected);
  });
});

test.each([
  ['en-US', 'VAT (19% · Germany)', 'Total excluding tax', 'reverse charge'],
  ['pt-BR', 'IVA (19% · Alemanha)', 'Total sem', 'autoliquidação'],
  ['es-MX', 'IVA (19% · Alemania)', 'Total sin', 'inversión'],
  ['hi-IN', 'वैट (19% · जर्मनी)', 'कुल', 'रिवर्स'],
] as const)('The PDF of an invoice names taxes in %s (R-TAX-06)', async (locale, ...expected) => {
  const { id } = await linkOf(await register());
  const found = await product.context.stripe.retrieveInvoiceDocument(id);
  const tax = { kind: 'vat', rate: 19, country: 'DE', state: null } as const;
  const taxes = [
    { ...tax, amount: 190, isReverseCharge: false },
    { ...tax, amount: 0, isReverseCharge: true },
  ];
  const document = { ...found, taxes, total: 1_190 };
  const rows = totalRows({ document, lines: [], locale, seller: { email: '', address: null } });
  const labels = rows.map(({ label }) => label.replaceAll('\u00a0', ' ')).join('\n');
  for (const text of expected) expect(labels.toLowerCase()).toContain(text.toLowerCase());
  expect(rows.map(({ amount }) => amount)).toEqual([1_000, 1_000, 190, 0, 1_190, 1_000, 0]);
});

test('The PDF of an invoice names the zone of its days, as emails do (R-INV-04)', async () => {
  const { id } = await linkOf(await register());
  const found = await product.context.stripe.retrieveInvoiceDocument(id);
  const night = new Date('2027-06-18T01:00:00Z');
  const document = { ...found, issuedAt: night, paidAt: night };
  const drawing = { lines: [], locale: 'en-US', seller: { email: '', address: null } } as const;
  const day = 'June 18, 2027 (UTC)';
  expect(factRows({ ...drawing, document })).toEqual(
    expect.arrayContaining([
      ['Date of issue', day],
      ['Date paid', day],
    ]),
  );
  expect(periodText('en-US', { from: night, to: night })).toBe(`${day} – ${day}`);
});

test.each([
  [{ customerName: '三菱商事 Ltda.' }, '???? Ltda.'],
  [{ customerName: 'Mesa', customerAddress: { city: 'Αθήνα', country: 'GR' } }, 'Mesa'],
])('The PDF of an invoice says that letters are missing (R-INV-06)', async (customer, name) => {
  const { id } = await linkOf(await register());
  const found = await product.context.stripe.retrieveInvoiceDocument(id);
  const drawing = { lines: [], locale: 'en-US', seller: { email: '', address: null } } as const;
  const linesFor = (change: object) =>
    customerBlock({ ...drawing, document: { ...found, ...change } });
  const lines = linesFor(customer);
  expect(drawable(lines[0] ?? '')).toBe(name);
  expect(lines.at(-1)).toBe(allTexts['en-US'].invoice.unknownLetters);
  expect(linesFor({ customerName: 'Ação' })).not.toContain(lines.at(-1));
});

describe('The link to an invoice (R-INV-05)', () => {
  test('is refused with another key, and for another invoice', async () => {
    const [one, other] = [await linkOf(await register()), await linkOf(await register())];
    const key = one.path.split('?')[1];
    for (const path of [
      `/invoices/${one.id}.pdf`,
      `${one.path}x`,
      `/invoices/${other.id}.pdf?${key}`,
      '/invoices/in_none.pdf?key=a',
      '/invoices/%00.pdf?key=a',
    ]) {
      expect((await open(path)).status).toBe(404);
    }
  });

  test('ends with the organization', async () => {
    const owner = await register();
    const { path } = await linkOf(owner);
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    expect((await open(path)).status).toBe(404);
  });
});

describe('The letters of the fonts (R-INV-06)', () => {
  test('are those that the files have', () => {
    const pdf = new PdfKit({ font: '' });
    registerFonts(pdf);
    for (const script of scripts) {
      for (const weight of [400, 700]) {
        pdf.font(`${script}-${weight}`);
        // PDFKit's own types leave out the file that a font was read from.
        const { font } = Reflect.get(pdf, '_font') as { font: { characterSet: number[] } };
        const had = new Set(font.characterSet);
        const all = Array.from({ length: 0x30_00 }, (_, code) => String.fromCodePoint(code));
        const missing = all.filter(
          (letter) => scriptOf(letter) === script && !had.has(letter.codePointAt(0) ?? 0),
        );
        expect(missing).toEqual([]);
      }
    }
  });

  test.each(locales)('are enough for every text of an invoice, in %s', (locale) => {
    const texts = JSON.stringify(allTexts[locale].invoice);
    expect(hasUnknownLetters(texts)).toBe(false);
    const names = countries.map((code) =>
      new Intl.DisplayNames(locale, { type: 'region' }).of(code),
    );
    expect(names.filter((name) => hasUnknownLetters(name ?? ''))).toEqual([]);
    const months = Array.from({ length: 12 }, (_, month) =>
      formatDay({ locale }, new Date(2026, month, 9)),
    );
    expect(months.filter(hasUnknownLetters)).toEqual([]);
    const amounts = currencies.map((currency) => invoiceMoney(locale, currency)(123_450));
    expect(amounts.filter(hasUnknownLetters)).toEqual([]);
  });

  test.each([
    ['三菱 Brasil', '?? Brasil'],
    ['Нефть', '?????'],
    ['Café 🎉', 'Café ?'],
    ['e-\u2060mail\u00a0A\u2011B', 'e-mail A-B'],
  ])('stand a question mark for others: %s is shown as %s', (text, expected) => {
    expect(drawable(text)).toBe(expected);
  });
});
