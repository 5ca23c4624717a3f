/** Beginnings of texts that are slow for regular expressions and parsers when they are repeated, and end otherwise. */
const repeated = [
  'a',
  ' ',
  '1',
  '\u0301',
  '.',
  '-',
  '@',
  'a@',
  'a.',
  '"',
  '\\',
  '\u0000',
  '<',
  '<!--',
  '<a ',
  '{{',
  '(',
  '%',
  '\n',
  '/',
  'http://',
  'www.',
  "'",
  '=,',
  'é',
  '\u{1F600}',
  '1,',
  '1 ',
  '+',
  '*_',
];

/** Returns such texts, each as long as fits so many bytes of JSON. */
export const trapTexts = (bytes: number): string[] =>
  repeated.map((part) => `${part.repeat(Math.floor((bytes - 6) / jsonBytes(part)))}\u0001`);

const jsonBytes = (part: string) => Buffer.byteLength(JSON.stringify(part)) - 2;

const fill = (bytes: number, part: string, [before, after] = ['', '']) =>
  before + part.repeat(Math.floor((bytes - before.length - after.length) / part.length)) + after;

/** Returns bodies that are slow to parse, as large as a limit admits, whatever the schema is. */
export const trapBodies = (bytes: number): Record<string, string> => ({
  'nested arrays': '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'nested arrays as deep as is admitted': fill(bytes, `${'['.repeat(30)}${']'.repeat(30)},`, [
    '[',
    '0]',
  ]),
  'nested objects': fill(bytes, '{"a":'),
  'one key again and again': fill(bytes, '"a":1,', ['{', '"b":1}']),
  'many keys': `{${Array.from({ length: bytes / 14 }, (_, n) => `"k${n}":1`).join(',')}}`,
  'a wide array': fill(bytes, '0,', ['[', '0]']),
  'an array of objects': fill(bytes, '{},', ['[', '{}]']),
  'a long text': fill(bytes, 'x', ['"', '"']),
  escapes: fill(bytes, '\\u0000', ['"', '"']),
  'a long number': '9'.repeat(bytes),
  blanks: fill(bytes, ' ', ['', '1']),
});

/** Returns CSV files, in base64, that are slow to read as rows of transactions. */
export const trapFiles = (bytes: number): Record<string, string> => {
  const rows = (row: string, head = 'description,quantity,price,date,category') =>
    `${head}\n${`${row}\n`.repeat(Math.min(5_000, Math.floor((bytes - 100) / (row.length + 1))))}`;
  const files = {
    commas: fill(bytes, ','),
    'rows of commas': rows(','.repeat(190)),
    'wide rows': rows(`${'1,'.repeat(49)}1`, ','.repeat(199)),
    'many narrow rows': fill(bytes, '1\n'),
    'empty rows': fill(bytes, '\r\n'),
    'quotation marks': fill(bytes, '"'),
    'an open quotation mark': fill(bytes, 'x', ['a,b\n"', '']),
    'wrong dates': rows(`x,1,1,2026-13-41,${'c'.repeat(150)}`),
    'wrong numbers': rows(`x,"${"1'111".repeat(9)}x","${"1'11'".repeat(8)}x",2026-01-01,`),
    'long cells': rows('x'.repeat(195)),
    'combining marks': rows('1,1', '\u0301'.repeat(20_000)),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
  );
};

/** Returns XML that is slow to parse or to verify, to be put into a message or alone. */
export const trapXml = (bytes: number): Record<string, string> => {
  const nested = (count: number, attribute: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => `<a ${attribute(n)}>`).join('') + '</a>'.repeat(count);
  return {
    'nested namespaces': nested(Math.floor(bytes / 30), (n) => `xmlns:n${n}="u"`),
    'as many namespaces as are admitted': nested(38, (n) =>
      Array.from({ length: 5 }, (_, m) => `xmlns:n${n}x${m}="u"`).join(' '),
    ),
    'as many elements as are admitted': '<e/>'.repeat(900),
    'many elements': fill(bytes, '<e/>'),
    attributes: `<e ${Array.from({ length: bytes / 12 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
    'as many attributes as are admitted':
      `<e ${Array.from({ length: 29 }, (_, n) => `a${n}="1"`).join(' ')}/>`.repeat(130),
    'open comments': fill(bytes, '<!--'),
    'open instructions': fill(bytes, '<?'),
    'an open tag': fill(bytes, 'a="', ['<e ', '']),
    declarations: fill(bytes, '<?xml '),
    'a long text': fill(bytes, 'x'),
  };
};
