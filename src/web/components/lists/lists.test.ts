import { describe, expect, test } from 'vitest';
import { joinCsv, writeCsv } from './csv.ts';
import { activeFilters, filterQuery, writeFilter, type FilterField } from './filters.ts';
import { localCsv } from './local-csv.ts';
import { localRows } from './local-rows.ts';

const filters: FilterField[] = [
  { key: 'name', label: 'Name', params: ['name'], kind: 'text' },
  { key: 'price', label: 'Price', params: ['priceFrom', 'priceTo'], kind: 'money' },
  { key: 'at', label: 'Day', params: ['atFrom', 'atTo'], kind: 'date' },
  {
    key: 'kind',
    label: 'Kind',
    params: ['kind'],
    kind: 'choice',
    choices: ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() })),
  },
];
const read = (query: string) => activeFilters(new URLSearchParams(query), filters);

describe('filters in the address (R-LSU-02)', () => {
  test('are read in the order of their declaration and sent by the names of the call', () => {
    const active = read('kind=a&kind=c&priceTo=9.5&name=x&other=1');
    expect(filterQuery(active)).toEqual({ name: 'x', priceTo: '9.5', kind: ['a', 'c'] });
  });

  test('are ignored if they are invalid', () => {
    expect(read('priceFrom=much&priceTo=&atFrom=2026-02-30&kind=z&name=')).toEqual([]);
  });

  test('are written over the former values, and removed without any', () => {
    const query = new URLSearchParams('priceFrom=1&kind=a&sort=name');
    const [, price, , kind] = filters;
    if (price) writeFilter(query, price, ['', '7']);
    if (kind) writeFilter(query, kind, []);
    expect(query.toString()).toBe('sort=name&priceTo=7');
  });
});

describe('a complete list in the browser (R-LSU-01)', () => {
  type Row = { name: string; price: number | null; at: string; kind: string };
  const rows: Row[] = [
    { name: 'Órgão 10', price: 3, at: '2026-03-02T12:00:00Z', kind: 'a' },
    { name: 'Orgao 9', price: null, at: '2026-03-05T12:00:00Z', kind: 'b' },
    { name: 'Zebra', price: 20, at: '2026-03-09T12:00:00Z', kind: 'c' },
  ];
  const values = {
    name: ({ name }: Row) => name,
    price: ({ price }: Row) => price,
    at: ({ at }: Row) => at,
    kind: ({ kind }: Row) => kind,
  };
  const names = (query: string, { search = '', key = '', descending = false } = {}) =>
    localRows(
      rows,
      { search, active: read(query), sorting: { key, descending } },
      { values, locale: 'pt-BR', search: Object.keys(values) },
    ).map(({ name }) => name);

  test('is searched by words, without regard to case and accents', () => {
    expect(names('', { search: 'orgao' })).toEqual(['Órgão 10', 'Orgao 9']);
    expect(names('', { search: '9 ORGAO' })).toEqual(['Orgao 9']);
  });

  test('is filtered by ranges, days and choices; missing values are in no range', () => {
    expect(names('priceTo=3')).toEqual(['Órgão 10']);
    expect(names('atFrom=2026-03-03&atTo=2026-03-05')).toEqual(['Orgao 9']);
    expect(names('kind=a&kind=c')).toEqual(['Órgão 10', 'Zebra']);
  });

  test('is sorted by numbers and texts, in both directions', () => {
    expect(names('', { key: 'name' })).toEqual(['Orgao 9', 'Órgão 10', 'Zebra']);
    expect(names('', { key: 'at', descending: true })[0]).toBe('Zebra');
  });
});

test('an exported selection of several parts is one file with one header (R-LSU-04)', async () => {
  const parts = ['\u{FEFF}id,name\n1,"a, b"\n', '\u{FEFF}id,name\n2,c\n'];
  const file = await joinCsv(parts.map((part) => new Blob([part])));
  const mark = [...new Uint8Array(await file.arrayBuffer()).slice(0, 3)];
  expect(mark).toEqual([0xef, 0xbb, 0xbf]);
  expect(await file.text()).toBe('id,name\n1,"a, b"\n2,c\n');
});

describe('the CSV of a complete list (R-LST-12)', () => {
  test('has its shown columns, with names of choices, and what other columns render', async () => {
    type Row = { name: string; kinds: string[]; isOn: boolean; note: string | null };
    const rows: Row[] = [
      { name: 'Ana, "a"', kinds: ['a', 'c'], isOn: true, note: null },
      { name: '=SUM(A1)', kinds: [], isOn: false, note: 'two\nlines' },
    ];
    const choices = [
      { value: 'a', label: 'First' },
      { value: 'c', label: 'Third' },
    ];
    const column = { render: () => null };
    const file = localCsv<Row>(
      rows,
      {
        shown: [
          { ...column, key: 'name', header: 'Name' },
          { ...column, key: 'kinds', header: 'Kinds' },
          { ...column, key: 'isOn', header: 'On' },
          { key: 'note', header: 'Note', render: ({ note }) => note },
          {
            ...column,
            key: 'amount',
            header: 'Amount',
            csv: [
              { header: 'Amount', value: () => -2.5 },
              { header: 'Cur\u2060rency', value: () => '-' },
            ],
          },
        ],
        filters: [
          { key: 'kinds', label: 'Kinds', params: ['kinds'], kind: 'choice', choices },
          {
            key: 'isOn',
            label: 'On',
            params: ['isOn'],
            kind: 'choice',
            choices: [{ value: 'true', label: 'Yes' }],
          },
        ],
      },
      {
        values: { name: ({ name }) => name, kinds: ({ kinds }) => kinds, isOn: ({ isOn }) => isOn },
        language: 'en-US',
      },
    );
    expect((await file.text()).split('\n').slice(0, 2)).toEqual([
      'Name,Kinds,On,Note,Amount,Currency',
      `"Ana, ""a""","First, Third",Yes,,-2.5,'-`,
    ]);
    expect(await file.text()).toContain(`'=SUM(A1),,false,"two\nlines",-2.5,'-\n`);
    expect([...new Uint8Array(await file.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  });

  test.each([
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@A1', "'@A1"],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['＝1', "'＝1"],
    [';=1', `";'=1"`],
    ['a;"=1', `"a;'""=1"`],
  ])('has no formula: %j', async (text, cell) => {
    const file = writeCsv([text], [{ header: 'Text', value: (row) => row }], 'en-US');
    expect(await file.text()).toBe(`Text\n${cell}\n`);
  });

  test.each([
    ['pt-BR', 'Dia;Total;Nota\n31/12/2026;-2,5;"a;b"\n'],
    ['en-US', 'Dia,Total,Nota\n12/31/2026,-2.5,"a;b"\n'],
    ['es-MX', 'Dia,Total,Nota\n31/12/2026,-2.5,"a;b"\n'],
    ['hi-IN', 'Dia,Total,Nota\n31/12/2026,-2.5,"a;b"\n'],
  ] as const)('has the separators and dates of spreadsheets in %s', async (language, expected) => {
    const columns = [
      { key: 'day', header: 'Dia', render: () => '2026-12-31' },
      { key: 'total', header: 'Total', render: () => -2.5 },
      { key: 'note', header: 'Nota', render: () => 'a;b' },
    ];
    const file = localCsv([{}], { shown: columns, filters: [] }, { values: {}, language });
    expect(await file.text()).toBe(expected);
  });
});
