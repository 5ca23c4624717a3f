import { beforeAll, describe, expect, test } from 'vitest';
import { isCompleteMapping } from '#contract/imports/mapping.ts';
import { locales, type Locale } from '#locales/locales.ts';
import { registerOwner, sharedApplication } from '#server/test/application.ts';
import { csvText, toContent } from './test/csv-files.ts';

type Owner = Awaited<ReturnType<typeof registerOwner>>;
type File = string | Uint8Array;

const product = await sharedApplication();
let owner: Owner;
beforeAll(async () => {
  owner = await registerOwner(product);
});
const preview = (file: File) => owner.api.imports.preview({ body: { content: toContent(file) } });

/** Characters that Windows-1252 has in place of control characters. */
const inWindows = new Map(
  [...'€‚„…‘’“”–—'].map((character, index) => [
    character,
    [0x80, 0x82, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97][index] ?? 0,
  ]),
);

const encoders = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-16le': (text: string) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': (text: string) =>
    Buffer.from(
      [...text.replace('\uFEFF', '')].map((one) => inWindows.get(one) ?? one.charCodeAt(0)),
    ),
};

describe('Files as spreadsheets and brokers write them (R-IMP-02)', () => {
  const row = { description: 'Ação “A” – ½', price: 2.5 };
  const text = csvText('Ação “A” – ½,1,2.50,2026-01-31,€');

  test.each([
    ['utf-8', text],
    ['utf-8', `\uFEFF${text}`],
    ['utf-16le', `\uFEFF${text}`],
    ['utf-16le', text],
    ['utf-16be', `\uFEFF${text}`],
    ['utf-16be', text],
    ['windows-1252', text],
  ] as const)('are read in %s', async (encoding, content) => {
    const found = await preview(encoders[encoding](content));
    expect(found).toMatchObject({ encoding, rows: [{ ...row, category: '€' }] });
  });

  test.each([',', ';', '\t', '|'] as const)(
    'may name the separator %j in a first line',
    async (separator) => {
      const lines = ['description', 'quantity', 'price', 'date', 'a,b;c'].join(separator);
      const values = ['Rent', '1', '2', '2026-01-31', ''].join(separator);
      for (const first of [`sep=${separator}\r\n`, `"sep=${separator}"\n`, `SEP=${separator}\r`]) {
        const found = await preview(`${first}${lines}\n${values}\n`);
        expect(found).toMatchObject({ separator, headerLine: 1, valid: 1, rows: [{ line: 2 }] });
      }
    },
  );

  test('may have titles above the header, also with other separators in them', async () => {
    const titles = ['Extrato; conta 1, 2 e 3', '', 'Período,01/01/2026,31/01/2026,x,y,z', 'Data'];
    const rows = ['Data;Descrição;Quantidade;Preço', '31/01/2026;Aluguel;1;1.234,50'];
    expect(await preview([...titles, ...rows].join('\n'))).toMatchObject({
      separator: ';',
      headerLine: 5,
      dateFormat: 'dayFirst',
      decimalMark: 'comma',
      rows: [{ line: 6, description: 'Aluguel', price: 1234.5, date: '2026-01-31' }],
    });
  });

  test('have their first row as header where no row names three columns', async () => {
    const found = await preview('A;B;C\nDescrição;Preço;x\n1;2;3\n');
    expect(found).toMatchObject({
      headerLine: 1,
      header: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
    });
  });
});

describe('An exported list (R-IMP-05)', () => {
  /** Days and prices that can be read in two ways, formulas, and characters that separate cells. */
  const records = [
    { description: '=SUM(A1)', quantity: 1000, price: 1000, date: '2026-01-02', category: null },
    { description: "'=x", quantity: -2, price: 1234.5, date: '2026-03-04', category: 'Ações' },
    { description: 'a;b,c|d "e"', quantity: 3, price: 0.07, date: '2026-05-06', category: "It's" },
    {
      description: 'a;\'=HYPERLINK("x";"y")',
      quantity: 4,
      price: 0,
      date: '2026-07-08',
      category: '-',
    },
    {
      description: 'Café – “ação” €',
      quantity: 1,
      price: 9_999_999.99,
      date: '1999-09-10',
      category: '2026-01-02',
    },
    { description: 'c\n-d\te', quantity: 0, price: 25, date: '2026-11-12', category: '1.000' },
    { description: "''+1", quantity: 7, price: 2.5, date: '2026-12-12', category: '@a' },
    { description: 'sep=;', quantity: 8, price: 100_000, date: '2026-02-01', category: ';=1+1' },
  ];
  const hindi = {
    description: 'दुकान',
    quantity: 9,
    price: 1,
    date: '2026-02-03',
    category: 'किराया',
  };

  const rowsOf = async ({ api }: Owner) =>
    (await api.transactions.getAll()).items.map(
      ({ id: _id, createdAt: _createdAt, ...row }) => row,
    );

  /** Organizations with the records, and with one that Windows-1252 can't write. */
  let sources: Record<'latin' | 'all', Owner>;
  let importer: Owner;
  beforeAll(async () => {
    const [latin, all] = [await registerOwner(product), await registerOwner(product)];
    for (const body of records) await latin.api.transactions.create({ body });
    for (const body of [...records, hindi]) await all.api.transactions.create({ body });
    sources = { latin, all };
    importer = await registerOwner(product);
  });

  /** Imports a file as suggested to a person who uses the product in this language. */
  const importIn = async (language: Locale, file: Uint8Array) => {
    const content = toContent(file);
    const response = await product.app.inject({
      method: 'POST',
      url: '/api/TransactionImport/Preview',
      headers: { ...importer.headers, cookie: `locale=${language}` },
      payload: { content },
    });
    const found = response.json<Awaited<ReturnType<typeof preview>>>();
    if (!isCompleteMapping(found)) throw new Error('Something was not suggested');
    const { columns, dateFormat, decimalMark } = found;
    const { id } = await importer.api.imports.create({
      body: { fileName: 'transactions.csv', content, columns, dateFormat, decimalMark },
    });
    const rows = await rowsOf(importer);
    await importer.api.imports.undo({ params: { id } });
    return rows;
  };

  const files = [
    ...locales.map((language) => [language, 'utf-8', 'all'] as const),
    ...locales.map((language) => [language, 'utf-16le', 'all'] as const),
    ...locales.map((language) => [language, 'utf-16be', 'all'] as const),
    // Windows-1252 has no letters for the header in Hindi.
    ...(['pt-BR', 'en-US', 'es-MX'] as const).map(
      (language) => [language, 'windows-1252', 'latin'] as const,
    ),
    [undefined, 'utf-8', 'all'] as const,
  ];

  test.each(files)(
    'in %s and %s imports as equal rows in every language',
    async (language, encoding, name) => {
      const exported = await sources[name].api.transactions.exportCsv({ query: { language } });
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
        await exported.arrayBuffer(),
      );
      const expected = await rowsOf(sources[name]);
      for (const reader of locales) {
        expect(await importIn(reader, encoders[encoding](text))).toEqual(expected);
      }
    },
  );

  test.each([
    [
      'pt-BR',
      'id;Descrição;Quantidade;Preço;Valor;Data;Categoria;Moeda;Data de inclusão (UTC)',
      '1;9999999,99;9999999,99;10/09/1999;',
    ],
    [
      'en-US',
      'id,Description,Quantity,Price,Amount,Date,Category,Currency,Date added (UTC)',
      '1,9999999.99,9999999.99,09/10/1999,',
    ],
    [
      'es-MX',
      'id,Descripción,Cantidad,Precio,Importe,Fecha,Categoría,Moneda,Fecha de alta (UTC)',
      '1,9999999.99,9999999.99,10/09/1999,',
    ],
    [
      'hi-IN',
      'id,विवरण,मात्रा,मूल्य,राशि,तारीख,श्रेणी,मुद्रा,जोड़ने की तारीख (UTC)',
      '1,9999999.99,9999999.99,10/09/1999,',
    ],
  ] as const)(
    'has the separators, numbers and dates of spreadsheets in %s (R-LST-04)',
    async (language, header, cells) => {
      const text = await (
        await sources.latin.api.transactions.exportCsv({ query: { language } })
      ).text();
      expect(text.split('\n')[0]).toBe(header);
      expect(text).toContain(cells);
      expect(text).toMatch(/\d\d\/\d\d\/20\d\d \d\d:\d\d:\d\d\n/);
    },
  );

  test('for programs has commas, points and calendar dates', async () => {
    const text = await (await sources.latin.api.transactions.exportCsv()).text();
    expect(text).toContain('1,9999999.99,9999999.99,1999-09-10,');
  });
});
