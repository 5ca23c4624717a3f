import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { FileType } from '#contract/entities/resources.ts';
import { rarFive, rarFour, zipOf } from '#server/platform/files/test/archives.ts';
import {
  drawPicture,
  jpegOfSize,
  pngOfSize,
  scriptMarkup,
  withChunk,
} from '#server/platform/files/test/pictures.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';
import { testArchive, toBlob, resourceDraft } from './test/resources.ts';

/**
 * Uploads malicious files over HTTP: each is either refused with 'Invalid file', or stored where
 * nothing runs it and served as an attachment that no browser opens (R-RES-04, R-SEC-14).
 */
const limit = 3_000_000;
const product = await testApplication({ UPLOAD_LIMIT: String(limit) });
const operator = await signInOperator(product);
const { Zip, Txt, Png, Jpg, Rar } = FileType;

const [png, jpeg, gif, webp, tiff] = (await Promise.all(
  (['png', 'jpeg', 'gif', 'webp', 'tiff'] as const).map((kind) => drawPicture(kind)),
)) as [Buffer, Buffer, Buffer, Buffer, Buffer];
const large = await drawPicture('png', { width: 12_000, height: 9_000 });
const [five, four] = [rarFive('notes'), rarFour('notes')];
const all = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));
const changed = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(value, at);
  return copy;
};
const cut = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by);
const named = (name: string | Buffer) => zipOf([{ name, data: 'x' }]);
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('pwned')">${scriptMarkup}</svg>`;
const page = `<html><body onload="pwned()">${scriptMarkup}</body></html>`;
const exe = all('MZ', randomBytes(200));
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const rar5 = all(five.signature, five.main, five.file, five.end);
const rar4 = all(four.signature, four.main, four.file, four.end);
const shared = zipOf([
  { name: 'a', data: zeros(9) },
  ...Array.from({ length: 200 }, (_, at) => ({ name: `b${at}`, data: zeros(9), dataOf: 0 })),
]);

const no = 'upload.invalidFile';
const size = 'upload.size';
/** `expected`: a refusal, stored unchanged, or what is stored of it. */
const corpus: [name: string, type: FileType, given: Buffer | string, expected: string | Buffer][] =
  [
    ['an empty file as a Zip', Zip, '', no],
    ['an empty file as a text', Txt, '', no],
    ['an empty file as a PNG', Png, '', no],
    ['an empty file as a JPG', Jpg, '', no],
    ['an empty file as a Rar', Rar, '', no],
    ['a text as a Zip', Zip, 'PK is how it begins', no],
    ['an HTML page as a Zip', Zip, page, no],
    ['an executable as a Zip', Zip, exe, no],
    ['a Rar as a Zip', Zip, rar5, no],
    ['a gzip as a Zip', Zip, gzipSync('x'), no],
    ['a Zip without entries', Zip, zipOf([]), no],
    ['only the end record of a Zip', Zip, Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'), no],
    ['the signature of a Zip and random bytes', Zip, all('PK\u0003\u0004', randomBytes(500)), no],
    ['a Zip truncated by one byte', Zip, cut(testArchive, 1), no],
    ['a Zip truncated in its central directory', Zip, cut(testArchive, 40), no],
    ['a Zip truncated in its data', Zip, testArchive.subarray(0, 45), no],
    ['a Zip with an HTML page appended', Zip, all(testArchive, page), no],
    ['a Zip after an executable', Zip, zipOf([{ name: 'a' }], { prefix: exe }), no],
    ['a Zip after a JPEG', Zip, zipOf([{ name: 'a' }], { prefix: jpeg }), no],
    ['a Zip after an HTML page', Zip, zipOf([{ name: 'a' }], { prefix: Buffer.from(page) }), no],
    [
      'a Zip with an HTML page in its comment',
      Zip,
      zipOf([{ name: 'a' }], { comment: page }),
      'stored',
    ],
    ['a Zip with path traversal', Zip, named('../../etc/cron.d/pwned'), no],
    ['a Zip with path traversal in a subfolder', Zip, named('a/b/../../../pwned'), no],
    ['a Zip with path traversal on Windows', Zip, named('..\\..\\pwned.exe'), no],
    ['a Zip with backslashes between folders', Zip, named('MQL5\\Experts\\robot.mq5'), 'stored'],
    ['a Zip with path traversal by both slashes', Zip, named('a\\../..\\pwned.exe'), no],
    ['a Zip with a drive letter and a backslash', Zip, named('C:\\Windows\\pwned.dll'), no],
    ['a Zip with an absolute path', Zip, named('/etc/passwd'), no],
    ['a Zip with a drive letter', Zip, named('C:/Windows/pwned.dll'), no],
    ['a Zip with a UNC path', Zip, named('\\\\host\\share\\pwned'), no],
    ['a Zip with a NUL in a name', Zip, named('notes.txt\0.exe'), no],
    ['a Zip with a line break in a name', Zip, named('a\r\nSet-Cookie: x'), no],
    ['a Zip with an escape sequence in a name', Zip, named('\u001b]0;pwned\u0007'), no],
    ['a Zip with a right-to-left override in a name', Zip, named('invoice\u202Efdp.exe'), no],
    [
      'a Zip with two different names for one entry',
      Zip,
      zipOf([{ name: 'a', localName: '../a' }]),
      no,
    ],
    [
      'a Zip with a symbolic link',
      Zip,
      zipOf([{ name: 'a', data: '/etc', attributes: 0xa1ff0000 }]),
      no,
    ],
    ['a Zip bomb of one entry', Zip, zipOf([{ name: 'a', data: zeros(200) }]), no],
    [
      'a Zip bomb of many entries',
      Zip,
      zipOf(Array.from({ length: 20 }, (_, at) => ({ name: `${at}`, data: zeros(9) }))),
      no,
    ],
    ['a Zip bomb of overlapping entries', Zip, shared, no],
    [
      'a Zip that declares an uncompressed size of 4 GB',
      Zip,
      zipOf([{ name: 'a', says: 4_294_967_294 }]),
      no,
    ],
    [
      'a Zip with too many entries',
      Zip,
      zipOf(Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}` }))),
      no,
    ],
    ['a Zip in a Zip', Zip, zipOf([{ name: 'a.zip', data: testArchive }]), 'stored'],
    ['a Zip with an executable', Zip, zipOf([{ name: 'a.exe', data: exe }]), 'stored'],
    ['a Zip with Hindi names', Zip, named('रोबोट/पढ़ें.txt'), 'stored'],
    ['a text in Latin-1', Txt, Buffer.from('preço', 'latin1'), no],
    ['a text in UTF-16', Txt, Buffer.from('\uFEFFnotes', 'utf16le'), 'stored'],
    ['a text in big-endian UTF-16', Txt, Buffer.from('\uFEFFpreço', 'utf16le').swap16(), 'stored'],
    ['a text in UTF-16 without a mark', Txt, Buffer.from('notes', 'utf16le'), no],
    ['a text in UTF-16 with a NUL', Txt, Buffer.from('\uFEFFa\0', 'utf16le'), no],
    ['a text in UTF-16 that ends within a character', Txt, Buffer.from('fffe61', 'hex'), no],
    ['a text in UTF-16 with a lone surrogate', Txt, Buffer.from('fffe00d86100', 'hex'), no],
    ['a text with a NUL', Txt, 'notes\0', no],
    ['a text with terminal escape sequences', Txt, '\u001b[2J\u001b]0;pwned\u0007', no],
    ['a text with backspaces', Txt, 'rm -rf /\b\b\b\b\b\b\b\b', no],
    ['a text with C1 control characters', Txt, 'a\u009bb', no],
    ['a text truncated within a character', Txt, cut(Buffer.from('फ़ाइल'), 1), no],
    ['a text with a lone surrogate', Txt, Buffer.from('eda080', 'hex'), no],
    ['a text with an overlong UTF-8 encoding', Txt, Buffer.from('c0af', 'hex'), no],
    ['a Zip as a text', Txt, testArchive, no],
    ['a picture as a text', Txt, png, no],
    ['an executable as a text', Txt, exe, no],
    ['a text longer than the limit', Txt, 'a'.repeat(limit + 1), size],
    ['a text as long as the limit', Txt, 'a'.repeat(limit), 'stored'],
    ['an HTML page as a text', Txt, page, 'stored'],
    ['an SVG with a script as a text', Txt, svg, 'stored'],
    ['the EICAR test file', Txt, eicar, 'stored'],
    ['a spreadsheet formula', Txt, "=cmd|' /C calc'!A0", 'stored'],
    ['a text with a byte order mark and CRLF', Txt, '\uFEFFone\r\n\ttwo\r\n', 'stored'],
    ['an SVG with a script as a PNG', Png, svg, no],
    ['a GIF as a PNG', Png, gif, no],
    ['a WebP as a PNG', Png, webp, no],
    ['a JPG as a PNG', Png, jpeg, no],
    ['an HTML page after the signature of a PNG', Png, all(png.subarray(0, 8), page), no],
    ['a PNG with an HTML page appended', Png, all(png, page), png],
    ['a PNG with an archive appended', Png, all(png, testArchive), png],
    ['a truncated PNG', Png, cut(png, 30), no],
    ['a PNG with a wrong checksum', Png, changed(png, 30, 0), no],
    ['a PNG of 30,000 × 30,000', Png, pngOfSize(30_000, 30_000), size],
    ['a PNG of 108 million pixels', Png, large, size],
    ['a PNG with less data than its size requires', Png, pngOfSize(500, 500), no],
    [
      'a PNG with a script in a text chunk',
      Png,
      withChunk(png, 'tEXt', `a\0${scriptMarkup}`),
      'stored',
    ],
    [
      'a PNG with a text chunk that decompresses to 64 MB',
      Png,
      withChunk(png, 'zTXt', all('a\0\0', deflateSync(zeros(64)))),
      'stored',
    ],
    ['a PNG as a JPG', Jpg, png, no],
    ['a TIFF as a JPG', Jpg, tiff, no],
    ['an SVG as a JPG', Jpg, svg, no],
    ['a JPG with an archive appended', Jpg, all(jpeg, testArchive), jpeg],
    ['a JPG with a PHP program appended', Jpg, all(jpeg, '<?php system("pwned"); ?>'), jpeg],
    ['a JPG with another one appended, as phones write it', Jpg, all(jpeg, jpeg), jpeg],
    ['a truncated JPG', Jpg, cut(jpeg, 20), no],
    [
      'a JPG with an early end marker',
      Jpg,
      all(cut(jpeg, 60), Buffer.from('ffd9', 'hex')),
      'stored',
    ],
    ['a JPG of 60,000 × 60,000', Jpg, jpegOfSize(jpeg, 60_000, 60_000), size],
    ['the first and last bytes of a JPG', Jpg, Buffer.from('ffd8ffe000104a464946ffd9', 'hex'), no],
    ['a Zip as a Rar', Rar, testArchive, no],
    ['the signature of a Rar and an HTML page', Rar, all(five.signature, page), no],
    ['the signature of a Rar 4 and an HTML page', Rar, all(four.signature, page), no],
    ['only the signature of a Rar', Rar, five.signature, no],
    ['a Rar without its end record', Rar, all(five.signature, five.main, five.file), no],
    ['a Rar truncated in its data', Rar, all(five.signature, five.main, cut(five.file, 2)), no],
    ['a Rar with a wrong checksum', Rar, changed(rar5, 9, 0), no],
    ['a Rar with an HTML page appended', Rar, all(rar5, page), no],
    ['a truncated Rar 4', Rar, all(four.signature, four.main, cut(four.file, 2)), no],
    ['a Rar 4 with an HTML page appended', Rar, all(rar4, page), no],
    ['a self-extracting Rar', Rar, all(exe, rar5), no],
    ['a valid Rar', Rar, rar5, 'stored'],
    ['a valid Rar 4', Rar, rar4, 'stored'],
    [
      'a Rar with encrypted names',
      Rar,
      all(five.signature, five.encryption, randomBytes(99)),
      'stored',
    ],
  ];

const ids = new Map<FileType, string>();
beforeAll(async () => {
  for (const type of [Zip, Txt, Png, Jpg, Rar]) {
    const { id } = await operator.api.resources.create({ body: { ...resourceDraft, type } });
    ids.set(type, id);
  }
});

test('the corpus has at least 60 files', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(60);
});

test.each(corpus)('an upload of %s is stored or rejected', async (_name, type, given, expected) => {
  const id = ids.get(type) ?? '';
  const { upload } = operator.api.resources;
  const outcome = await upload({
    params: { id },
    file: { content: toBlob(given), name: '../a\0' },
  })
    .then(({ hasFile }) => (hasFile ? 'stored' : 'lost'))
    .catch(({ code }: { code: string }) => code);
  const isStored = expected === 'stored' || Buffer.isBuffer(expected);
  expect(outcome).toBe(isStored ? 'stored' : expected);
  expect(await readdir(join(product.context.config.dataDir, 'spool'))).toEqual([]);
  if (!isStored) return;
  const answer = await product.app.inject({
    method: 'POST',
    url: `/api/Resource/Download/${id}`,
    headers: operator.headers,
  });
  const stored = Buffer.from(Buffer.isBuffer(expected) ? expected : given);
  expect(answer.rawPayload.equals(stored)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; filename="Robot\.[a-z]{3}"/),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(answer.headers['content-type']).not.toMatch(/html|svg|xml|javascript/);
});

test('stored files have random names, one per resource, and no public URL', async () => {
  const names = await readdir(join(product.context.config.dataDir, 'files'));
  expect(names).toHaveLength(5);
  for (const name of names) {
    expect(name).toMatch(/^[0-9a-f]{32}\.bin$/);
    expect((await product.app.inject({ url: `/files/${name}` })).statusCode).toBe(404);
  }
});
