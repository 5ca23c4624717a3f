import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '#contract/api-client.ts';
import { initialTransactionCurrency } from '#contract/entities/currency.ts';
import type { ImportPreview } from '#contract/imports/imports.ts';
import type { Currency } from '#contract/money.ts';
import { registerOwner, sharedApplication } from '#server/test/application.ts';
import { csvText, importFile, plainMapping, toContent } from './test/csv-files.ts';

const product = await sharedApplication();
let owner: Awaited<ReturnType<typeof registerOwner>>;
let api: Api;
beforeAll(async () => {
  owner = await registerOwner(product);
  ({ api } = owner);
});

type Body = Parameters<Api['imports']['preview']>[0]['body'];
const preview = (text: string | Uint8Array, given: Omit<Body, 'content'> = {}) =>
  api.imports.preview({ body: { content: toContent(text), ...given } });
/** Sets the currency of the organization. */
const useCurrency = (currency: Currency) =>
  product.open.owner.query('update tenants set transaction_currency = $2 where id = $1', [
    owner.tenant,
    currency,
  ]);
/** Previews a file for a person who uses the product in this language. */
const previewIn = async (language: string, text: string) => {
  const response = await product.app.inject({
    method: 'POST',
    url: '/api/TransactionImport/Preview',
    headers: { ...owner.headers, 'accept-language': language },
    payload: { content: toContent(text) },
  });
  return response.json<ImportPreview>();
};
const refusal = (code: string, params: object = {}) => expect.objectContaining({ code, params });

describe('A file (R-IMP-02)', () => {
  const header = ['description', 'quantity', 'price', 'date'];
  const row = ['Rent', '1', '2.5', '2026-03-01'];
  const written = (separator: string, end: string) =>
    [header, row].map((cells) => cells.join(separator) + end).join('');

  test.each<[name: string, text: string, separator: string]>([
    ['commas', written(',', '\n'), ','],
    ['semicolons', written(';', '\r\n'), ';'],
    ['tabs', written('\t', '\r\n'), '\t'],
    ['bars', written('|', '\n'), '|'],
    ['old line ends', written(',', '\r'), ','],
    ['a byte order mark', `\uFEFF${written(';', '\n')}`, ';'],
    ['quoted cells', '"description";"quantity";"price";"date"\n"Rent";"1";"2.5";"2026-03-01"', ';'],
    [
      'a separator within quotes',
      '"date, or day","description",quantity,price\n2026-03-01,Rent,1,2.5',
      ',',
    ],
    ['no line end', written(',', '\n').trimEnd(), ','],
  ])('with %s is read', async (_, text, separator) => {
    const found = await preview(text);
    expect(found.separator).toBe(separator);
    const { columns } = found;
    const complete = { ...columns, date: columns.date ?? 0 };
    expect((await preview(text, { columns: complete })).rows).toMatchObject([
      { line: 2, description: 'Rent', quantity: 1, price: 2.5, date: '2026-03-01' },
    ]);
  });

  test('keeps quotation marks, separators and line ends within quotes', async () => {
    const { rows } = await preview(csvText('"A ""b"", c\nd",1,2.5,2026-03-01,5" tube'));
    expect(rows).toMatchObject([{ description: 'A "b", c\nd', category: '5" tube' }]);
  });

  test('may have blank rows, which count for the number of a row, and short rows', async () => {
    const found = await preview(
      csvText('', 'Rent,1,2.5,2026-03-01', ' , ,,,', ',,,,', 'Fee,1', ''),
    );
    expect(found).toMatchObject({ valid: 1, wrong: 1 });
    expect(found.rows).toMatchObject([{ line: 3, category: null }]);
    expect(found.errors.map(({ line, field }) => [line, field])).toEqual([
      [6, 'price'],
      [6, 'date'],
    ]);
  });

  test.each<[name: string, text: string | Uint8Array, code: string, params?: object]>([
    [
      'that is a picture',
      Buffer.from('89504e470d0a1a0a0000000d49484452ff', 'hex'),
      'import.encoding',
    ],
    ['that is an archive', Buffer.from('504b030414000600080021e9', 'hex'), 'import.encoding'],
    [
      'in UTF-8 with a broken character',
      Buffer.concat([Buffer.from(csvText('Ação e órgão,1,1,2026-01-01,')), Buffer.from([0xe7])]),
      'import.encoding',
    ],
    ['in half a UTF-16', Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x00, 0xd8]), 'import.encoding'],
    ['with an open quotation mark', csvText('"A,1,1,2026-01-01,'), 'import.malformed', { line: 2 }],
    ['with a header alone', csvText(), 'import.empty'],
    ['of blank rows', '\n\n,,\n', 'import.empty'],
    ['of 5,001 rows', `a,b\n${'1,2\n'.repeat(5_001)}`, 'import.tooManyRows', { max: 5_000 }],
    ['of many blank rows', `a,b\n${'\n'.repeat(900_000)}1,2`, 'import.tooManyRows', { max: 5_000 }],
    ['of too many columns', `${','.repeat(200)}a\n1`, 'import.malformed', { line: 1 }],
    ['of commas alone', ','.repeat(990_000), 'import.malformed', { line: 1 }],
    ['with a row of commas', `a,b\n1,2\n${','.repeat(980_000)}`, 'import.malformed', { line: 3 }],
    [
      'of 4,900 rows with 98 cells',
      `a,b\n${`${'1,'.repeat(97)}1\n`.repeat(4_900)}`,
      'import.tooManyCells',
      { max: 250_000 },
    ],
    ['of quotation marks', '"'.repeat(990_000), 'import.malformed', { line: 1 }],
    [
      'with a cell without an end',
      `a,b\n"${'x'.repeat(60_000)}",1\n`,
      'import.malformed',
      { line: 2 },
    ],
  ])('%s is refused', async (_, text, code, params = {}) => {
    await expect(preview(text)).rejects.toEqual(refusal(code, params));
  });

  test('of more than a megabyte is refused, and one of 5,000 rows is read', async () => {
    const rows = `${'Order 1,1,1,2026-01-01,Stocks\n'.repeat(5_000)}`;
    await expect(preview(csvText(rows))).resolves.toMatchObject({ valid: 5_000 });
    await expect(preview(csvText('x'.repeat(1_000_000)))).rejects.toMatchObject({
      fields: { content: ['field.tooLong'] },
    });
    await expect(preview(csvText('x'.repeat(1_200_000)))).rejects.toMatchObject({ status: 413 });
    const unencoded = api.imports.preview({ body: { content: 'a,b\n1,2' } });
    await expect(unencoded).rejects.toMatchObject({ fields: { content: ['field.invalid'] } });
  });
});

describe('Columns are suggested (R-IMP-03)', () => {
  test.each([
    ['Descrição;Quantidade;Preço;Data;Categoria'],
    ['Descripción,Cantidad,Precio,Fecha,Categoría'],
    ['Description\tQuantity\tPrice\tDate\tCategory'],
    ['विवरण,मात्रा,मूल्य,तारीख,श्रेणी'],
    ['DESCRICAO;QTDE.;Preço unitário;data;tipo'],
  ])('by the names in %s', async (header) => {
    const { columns } = await preview(`${header}\n1`);
    expect(columns).toEqual(plainMapping.columns);
  });

  test('only where a name is known; without a required one nothing is checked', async () => {
    const found = await preview('date,memo,total\n2026-01-01,Rent,5');
    expect(found).toMatchObject({ valid: 0, wrong: 0, rows: [] });
    expect(found.columns).toEqual({
      description: 1,
      quantity: null,
      price: null,
      date: 0,
      category: null,
      currency: null,
    });
  });

  test.each<[dates: string[], format: string]>([
    [['2026-03-01'], 'iso'],
    [['13/03/2026', '01/02/2026'], 'dayFirst'],
    [['1/2/2026', '3/13/2026'], 'monthFirst'],
    [['01.02.2026'], 'dayFirst'],
  ])('with the format of the dates %j', async (dates, format) => {
    const rows = dates.map((date) => `Rent,1,1,${date},`);
    expect((await preview(csvText(...rows))).dateFormat).toBe(format);
  });

  test.each(['en-US', 'pt-BR', 'es-MX', 'hi-IN'])(
    'without a format in %s where days and months can be either',
    async (language) => {
      const rows = ['Rent,1,1,01/02/2026,', 'Fee,1,1,3-4-2026,'];
      const found = await previewIn(language, csvText(...rows));
      expect(found).toMatchObject({ dateFormat: null, decimalMark: 'point', valid: 0, wrong: 0 });
    },
  );

  test('with a format where each reads the same days', async () => {
    expect((await preview(csvText('Rent,1,1,03/03/2026,'))).dateFormat).toBe('dayFirst');
  });

  test.each<[prices: string[], separator: string, mark: string]>([
    [['2.5'], ';', 'point'],
    [['2,5'], ';', 'comma'],
    [['"1.234,50"'], ',', 'comma'],
    [['"1,234.50"'], ',', 'point'],
    [['1.234'], ',', 'comma'],
    [['10'], ';', 'comma'],
    [['10'], ',', 'point'],
  ])('with the decimal mark of the prices %j between %s', async (prices, separator, mark) => {
    const names = ['description', 'quantity', 'price', 'date'].join(separator);
    const rows = prices.map((price) => ['Rent', '1', price, '2026-01-01'].join(separator));
    expect((await preview([names, ...rows].join('\n'))).decimalMark).toBe(mark);
  });
});

describe('Numbers that can be read in two ways (R-IMP-03)', () => {
  /** Files as a spreadsheet pastes (tabs), quotes (commas) and saves them (semicolons). */
  const fileOf = (separator: string, prices: string[], quantities = prices.map(() => '1')) =>
    [
      ['description', 'quantity', 'price', 'date'],
      ...prices.map((price, index) => [
        'Rent',
        `"${quantities[index]}"`,
        `"${price}"`,
        '2026-01-31',
      ]),
    ]
      .map((cells) => cells.join(separator))
      .join('\n');

  test.each<[language: string, prices: string[], mark: string | null, read: number[]]>([
    ['pt-BR', ['1.000', '25.000'], 'comma', [1000, 25_000]],
    ['pt-BR', ['R$ 1.000', '7'], 'comma', [1000, 7]],
    ['en-US', ['1,000', '25,000'], 'point', [1000, 25_000]],
    ['es-MX', ['$1,000'], 'point', [1000]],
    ['hi-IN', ['₹1,000', '12,34,567'], 'point', [1000, 1_234_567]],
    ['en-US', ['1.000', '25.000'], null, []],
    ['pt-BR', ['1,000', '25,000'], null, []],
    ['en-US', ['1.000', '1,000'], null, []],
    ['en-US', ['1.000', '25,50'], 'comma', [1000, 25.5]],
    ['en-US', ['1.000', '1.234.567'], 'comma', [1000, 1_234_567]],
    ['en-US', ['2.55', '3,10'], null, []],
  ])(
    'are asked for in %s unless the file or the language shows that %j has groups',
    async (...row) => {
      const [language, prices, decimalMark, read] = row;
      await useCurrency(initialTransactionCurrency(language));
      for (const separator of ['\t', ',']) {
        const found = await previewIn(language, fileOf(separator, prices));
        expect(found).toMatchObject({ decimalMark, valid: read.length });
        expect(found.rows.map(({ price }) => price)).toEqual(read);
      }
    },
  );

  test('have groups where semicolons separate columns', async () => {
    expect(await previewIn('en-US', fileOf(';', ['1.000']))).toMatchObject({
      decimalMark: 'comma',
      rows: [{ price: 1000 }],
    });
  });

  test('are asked for as quantities, and refused where the mark is chosen', async () => {
    const file = fileOf('\t', ['2.55', '3.10'], ['1.000', '25.000']);
    expect(await previewIn('en-US', file)).toMatchObject({ decimalMark: null, valid: 0 });
    expect(await preview(file, { decimalMark: 'point' })).toMatchObject({
      valid: 0,
      errors: [2, 3].map((line) => ({ line, field: 'quantity', code: 'field.integer' })),
    });
  });
});

describe('Values are read (R-IMP-04)', () => {
  test.each<[text: string, mark: 'point' | 'comma', price: number | string, currency?: Currency]>([
    ['1234.5', 'point', 1234.5],
    ['1,234.50', 'point', 1234.5],
    ['12,34,567.89', 'point', 1_234_567.89],
    ["1'234.50", 'point', 1234.5],
    ['US$ 1,234.50', 'point', 1234.5],
    ['₹10', 'point', 10, 'inr'],
    ['USD 25.00', 'point', 25],
    ['1,234.50 USD', 'point', 1234.5],
    ['BRL\u00A025,50', 'comma', 25.5, 'brl'],
    ['Rs. 1,25,000', 'point', 125_000, 'inr'],
    ['MX$1,200.00 MXN', 'point', 1200, 'mxn'],
    ['usd 25', 'point', 'field.number'],
    ['USDT 25', 'point', 'field.number'],
    ['1.234,50', 'comma', 1234.5],
    ['R$ 1.234,50', 'comma', 1234.5, 'brl'],
    ['1 234,50 €', 'comma', 1234.5, 'eur'],
    ['2,5', 'point', 'field.number'],
    ['2.5', 'comma', 'field.number'],
    ['1,23,4', 'point', 'field.number'],
    ['ten', 'point', 'field.number'],
    ['1e5', 'point', 'field.number'],
    ['=1+1', 'point', 'field.number'],
    ['--1', 'point', 'field.number'],
    ['1.234', 'point', 'field.twoDecimals'],
    ['1.000', 'point', 'field.twoDecimals'],
    ['US$ 25,000', 'comma', 'field.twoDecimals'],
    ['0.100', 'point', 'field.twoDecimals'],
    ['0.125', 'comma', 'field.number'],
    ['25.5000', 'point', 25.5],
    ['२५.५०', 'point', 25.5],
    ['-1', 'point', 'field.tooSmall'],
    ['−1', 'point', 'field.tooSmall'],
    ['', 'point', 'field.required'],
    ['9'.repeat(60), 'point', 'field.number'],
  ])('from the price "%s" with the %s', async (text, decimalMark, price, currency = 'usd') => {
    await useCurrency(currency);
    const file = csvText(`Rent,1,"${text}",2026-01-01,`);
    const { rows, errors } = await preview(file, { ...plainMapping, decimalMark });
    expect([...rows.map((row) => row.price), ...errors.map(({ code }) => code)]).toEqual([price]);
  });

  test.each<[text: string, format: 'iso' | 'dayFirst' | 'monthFirst', date: string]>([
    ['2026-3-1', 'iso', '2026-03-01'],
    ['01/03/2026', 'iso', 'field.date'],
    ['1/3/2026', 'dayFirst', '2026-03-01'],
    ['01-03-2026', 'dayFirst', '2026-03-01'],
    ['31.12.2026', 'dayFirst', '2026-12-31'],
    ['12/31/2026', 'dayFirst', 'field.date'],
    ['12/31/2026', 'monthFirst', '2026-12-31'],
    ['02/30/2026', 'monthFirst', 'field.date'],
    ['1/3/26', 'dayFirst', '2026-03-01'],
    ['12/31/26', 'monthFirst', '2026-12-31'],
    ['1/3/026', 'dayFirst', 'field.date'],
    ['2026/11/26', 'iso', '2026-11-26'],
    ['2026.1.26', 'iso', '2026-01-26'],
    ['20261126', 'iso', '2026-11-26'],
    ['2026/11-26', 'iso', 'field.date'],
    ['202611', 'iso', 'field.date'],
    ['2026-11-26 10:15:00', 'iso', '2026-11-26'],
    ['2026-11-26T23:59:59.999Z', 'iso', '2026-11-26'],
    ['2026-11-26T10:15:00-03:00', 'iso', '2026-11-26'],
    ['26/11/2026 10:15', 'dayFirst', '2026-11-26'],
    ['11/26/2026 1:05 p.m.', 'monthFirst', '2026-11-26'],
    ['२६/११/२०२६', 'dayFirst', '2026-11-26'],
    ['26/11/2026 later', 'dayFirst', 'field.date'],
    ['0000-01-01', 'iso', 'field.date'],
  ])('from the date %s as %s', async (text, dateFormat, date) => {
    const { rows, errors } = await preview(csvText(`Rent,1,1,${text},`), {
      ...plainMapping,
      dateFormat,
    });
    expect([...rows.map((row) => row.date), ...errors.map(({ code }) => code)]).toEqual([date]);
  });

  test('from texts as they are, also long and strange ones', async () => {
    const { rows, errors } = await preview(
      csvText(
        `${'x'.repeat(501)},1,1,2026-01-01,`,
        'a\u0000b,1,1,2026-01-01,',
        '<b>,1,1,2026-01-01,',
      ),
    );
    expect(errors).toEqual([
      { line: 2, field: 'description', code: 'field.tooLong' },
      { line: 3, field: 'description', code: 'field.invalid' },
    ]);
    expect(rows).toMatchObject([{ line: 4, description: '<b>' }]);
  });

  test('from an amount that is too large, at its quantity', async () => {
    const { errors } = await preview(csvText('Rent,2000000000,9000000,2026-01-01,'));
    expect(errors).toEqual([{ line: 2, field: 'quantity', code: 'field.tooLarge' }]);
  });
});

test('A text that was escaped by hand loses its apostrophe, too (R-IMP-05)', async () => {
  await importFile(api, csvText(`'=1+1,1,1,2026-01-01,'-x`));
  const { items } = await api.transactions.getAll({ query: { description: '=1' } });
  expect(items).toMatchObject([{ description: '=1+1', category: '-x' }]);
});
