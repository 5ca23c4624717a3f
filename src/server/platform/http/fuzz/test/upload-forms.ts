import * as fc from 'fast-check';
import { zipOf } from '#server/platform/files/test/archives.ts';

const archive = zipOf([{ name: 'robot/readme.txt', data: 'Install it, then start it.' }]);
const contents = [
  archive,
  archive,
  archive,
  archive.subarray(0, 40),
  Buffer.concat([archive, Buffer.from('<?php echo 1 ?>')]),
  zipOf([{ name: '../../evil', data: 'x' }]),
  zipOf([{ name: 'a', data: 'x', says: 2 ** 31 }]),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from('plain text'),
  Buffer.from('\u0000\u0001\u0002'),
  Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR'),
  Buffer.alloc(0),
  Buffer.alloc(300_000, 'x'),
];

const boundary = 'fuzz';
const end = `\r\n--${boundary}--\r\n`;
const type = 'Content-Type: application/octet-stream';

const head = (name: string, fileName: string | null) =>
  `Content-Disposition: form-data; name="${name}"${fileName === null ? '' : `; filename="${fileName}"`}`;

const part = (heads: string[], content: Buffer, last = end) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  payload: Buffer.concat([
    Buffer.from(`--${boundary}\r\n${heads.join('\r\n')}\r\n\r\n`),
    content,
    Buffer.from(last),
  ]),
});

const fileNames = [
  'a.zip',
  '../../a.zip',
  'a\u0000.zip',
  'x'.repeat(5_000),
  '\u202Epiz.a',
  '"; name="other',
  '',
];

/** Upload forms, valid and malformed. */
export const uploadForms = fc.oneof(
  { weight: 4, arbitrary: fc.constant(part([head('file', 'a.zip'), type], archive)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...contents), fc.constantFrom(...fileNames))
      .map(([content, name]) => part([head('file', name), type], content)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      part([head('file', null)], archive),
      part([head('other', 'a.zip'), type], archive),
      part([head('__proto__', 'a.zip'), type], archive),
      part([head('', 'a.zip'), type], archive),
      part([head('file', 'a.zip'), type], archive, ''),
      part([head('file', 'a.zip'), type], archive, `\r\n--${boundary}`),
      part(
        [head('file', 'a.zip'), type],
        archive,
        `\r\n--${boundary}\r\n${head('file', 'b')}${end}`,
      ),
      part([type], archive),
      part(
        Array.from({ length: 100 }, (_, at) => `X-${at}: y`),
        archive,
      ),
      part([`${head('file', 'a.zip')}${'x'.repeat(100_000)}`], archive),
      { headers: { 'content-type': 'multipart/form-data' }, payload: archive },
      { headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` } },
      { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload: end },
    ),
  },
);
