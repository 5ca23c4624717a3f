import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { registerOwner, sharedApplication } from '#server/test/application.ts';
import { sharp } from './decoder.ts';
import {
  buildBitmap,
  dataUrl,
  drawPicture,
  buildIcon,
  jpegOfSize,
  markers,
  buildPlainBitmap,
  pngOfSize,
  scriptMarkup,
  withChunk,
  withSegment,
} from './test/pictures.ts';

/**
 * Tests uploads of malicious files (R-SEC-14). Either they are refused, or what is stored is a new picture
 * of their pixels and nothing else of them.
 */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('pwned')">${scriptMarkup}</svg>`;
const [png, jpeg, gif, webp, tiff] = (await Promise.all(
  (['png', 'jpeg', 'gif', 'webp', 'tiff'] as const).map((kind) => drawPicture(kind)),
)) as [Buffer, Buffer, Buffer, Buffer, Buffer];
const large = await drawPicture('png', { width: 5_000, height: 4_000 });
const exif = await sharp(jpeg)
  .withExif({ IFD0: { ImageDescription: scriptMarkup, Copyright: '<?php pwned ?>' } })
  .jpeg()
  .toBuffer();
const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
const page = `<html><body onload="pwned()">${scriptMarkup}</body></html>`;
const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${scriptMarkup}</x:xmpmeta>`;
const tiny = buildPlainBitmap(16);
const all = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));
const changed = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(value, at);
  return copy;
};

const type = 'upload.type';
const size = 'upload.size';
/** Strings are sent as they are, buffers as the data URL of a PNG. */
const corpus: [name: string, expected: string, given: Buffer | string][] = [
  ['an SVG with a script', type, dataUrl(svg, 'image/svg+xml')],
  ['an SVG declared as a PNG', type, dataUrl(svg)],
  ['an SVG after a byte order mark', type, dataUrl(`\uFEFF<?xml version="1.0"?>${svg}`)],
  ['a compressed SVG', type, gzipSync(svg)],
  ['a GIF', type, dataUrl(gif, 'image/gif')],
  ['a GIF declared as a PNG', type, gif],
  ['a GIF that is also a script', type, all(`GIF89a/*${'\0'.repeat(20)}*/=1;alert("pwned")`)],
  ['a WebP', type, dataUrl(webp, 'image/webp')],
  ['a TIFF', type, tiff],
  ['a BMP', type, all('BM', tiny)],
  ['a file with the signature of AVIF', type, all(Buffer.from([0, 0, 0, 32]), 'ftypavif', png)],
  ['a PDF', type, all(`%PDF-1.7 /JS (app.alert("pwned"))`)],
  ['an HTML page', type, all(page)],
  ['an HTML page after the signature of a PNG', type, all(png.subarray(0, 8), page)],
  ['an HTML page after the header of a PNG', type, all(png.subarray(0, 33), page)],
  [
    'a PNG with a script in a text chunk',
    'drawn',
    withChunk(png, 'tEXt', `Comment\0${scriptMarkup}`),
  ],
  [
    'a PNG with a PHP program in a text chunk',
    'drawn',
    withChunk(png, 'iTXt', `a\0\0\0\0\0<?php pwned`),
  ],
  [
    'a PNG with a script in its EXIF',
    'drawn',
    withChunk(png, 'eXIf', `MM\0*\0\0\0\b${scriptMarkup}`),
  ],
  ['a PNG with a private chunk', 'drawn', withChunk(png, 'haXx', scriptMarkup)],
  ['a PNG with an invalid color profile', 'drawn', withChunk(png, 'iCCP', `p\0\0${scriptMarkup}`)],
  [
    'a PNG with a text chunk that decompresses to 64 MB',
    'drawn',
    withChunk(png, 'zTXt', all('a\0\0', deflateSync(Buffer.alloc(64 * 1024 * 1024)))),
  ],
  ['a PNG truncated in its data', type, png.subarray(0, png.length - 40)],
  ['a PNG without its end chunk', type, png.subarray(0, png.length - 12)],
  ['a PNG with a wrong checksum', type, changed(png, 30, 0)],
  ['a PNG with a chunk longer than the file', type, changed(png, 33, 0xff)],
  ['a PNG of width 0', type, pngOfSize(0, 10)],
  ['a PNG of the largest size that the format allows', type, pngOfSize(0x7fffffff, 0x7fffffff)],
  ['a PNG of 30,000 × 30,000', size, pngOfSize(30_000, 30_000)],
  ['a PNG of 20 million pixels', size, large],
  ['a PNG with less data than its size requires', type, pngOfSize(1_000, 1_000)],
  ['a PNG of one very wide row', 'drawn', pngOfSize(100_000, 1, Buffer.alloc(300_001))],
  ['a JPEG with a script in its comment', 'drawn', withSegment(jpeg, 0xfe, scriptMarkup)],
  ['a JPEG that is also a script', 'drawn', withSegment(jpeg, 0xe0, `*/=alert("pwned")/*`)],
  ['a JPEG with a script in its EXIF', 'drawn', exif],
  ['a JPEG with a script in its XMP', 'drawn', withSegment(jpeg, 0xe1, xmp)],
  ['a PNG with an HTML page appended', 'drawn', all(png, page)],
  ['a PNG with a PHP program appended', 'drawn', all(png, '<?php system("pwned"); ?>')],
  ['a PNG with an archive appended', 'drawn', all(png, zip)],
  ['a PNG with another PNG appended', 'drawn', all(png, png)],
  ['a JPEG with an HTML page appended', 'drawn', all(jpeg, page)],
  ['a JPEG with an archive appended', 'drawn', all(jpeg, scriptMarkup, zip)],
  ['a JPEG after a PHP program', type, all('<?php pwned(); __halt_compiler();', jpeg)],
  ['a truncated JPEG', type, jpeg.subarray(0, jpeg.length - 60)],
  ['the first bytes of a JPEG', type, jpeg.subarray(0, 3)],
  ['a JPEG of 65,000 × 65,000', size, jpegOfSize(jpeg, 65_000, 65_000)],
  ['a JPEG declared as a PNG', 'drawn', jpeg],
  ['a PNG declared as an HTML page', 'drawn', dataUrl(png, 'text/html')],
  ['a PNG named by a path', 'drawn', dataUrl(png, 'image/png;name=../../../etc/passwd')],
  ['an icon with a PNG', 'drawn', buildIcon([{ data: png }])],
  ['an icon with a bitmap', 'drawn', buildIcon([{ data: tiny }])],
  ['an icon with an HTML page appended', 'drawn', all(buildIcon([{ data: tiny }]), page)],
  [
    'an icon with a PNG that has an HTML page appended',
    'drawn',
    buildIcon([{ data: all(png, page) }]),
  ],
  ['an icon with an SVG', type, buildIcon([{ data: Buffer.from(svg) }])],
  ['an icon with an icon', type, buildIcon([{ data: buildIcon([{ data: png }]) }])],
  ['an icon with a PNG of 30,000 × 30,000', size, buildIcon([{ data: pngOfSize(30_000, 30_000) }])],
  ['an icon without images', type, buildIcon([])],
  ['an icon that declares 65,535 images', type, buildIcon([{ data: tiny }], { count: 65_535 })],
  [
    'an icon whose image offset is beyond its end',
    type,
    buildIcon([{ data: tiny, offset: 0x7fffffff }]),
  ],
  ['a truncated icon', type, buildIcon([{ data: tiny }]).subarray(0, 200)],
  [
    'an icon with a bitmap of 100,000 × 100,000',
    type,
    buildIcon([{ data: buildBitmap({ width: 1e5, height: 1e5, bits: 1, rows: [] }) }]),
  ],
  [
    'an icon with a top-down bitmap',
    type,
    buildIcon([{ data: buildBitmap({ width: 1, height: -1, bits: 32, rows: [[1, 2, 3, 4]] }) }]),
  ],
  [
    'an icon with color indexes beyond its palette',
    type,
    buildIcon([
      { data: buildBitmap({ width: 1, height: 1, bits: 8, palette: [0], rows: [[255, 0, 0, 0]] }) },
    ]),
  ],
  ['a cursor file', type, buildIcon([{ data: tiny }], { type: 2 })],
  ['no bytes', type, 'data:image/png;base64,'],
  ['a data URL that is not base64', type, `data:image/svg+xml,${encodeURIComponent(svg)}`],
  ['broken base64', type, `${dataUrl(png).slice(0, 60)}!!${dataUrl(png).slice(60)}`],
  ['a path', type, '../../../../etc/passwd'],
  ['a file: URL', type, 'file:///etc/passwd'],
  ['a URL of the internal network', type, 'http://169.254.169.254/latest/meta-data'],
  ['a javascript: URL', type, 'javascript:alert("pwned")'],
  ['the URL of another user’s picture', type, `/files/${'0'.repeat(32)}.png`],
  ['more than 10 MB', size, all(png, Buffer.alloc(10 * 1024 * 1024))],
];

const product = await sharedApplication();
const owner = await registerOwner(product);
// The product decodes no WebP; these tests do.
const readsWebp = { operation: ['VipsForeignLoadWebpBuffer'] };
sharp.unblock(readsWebp);
afterAll(() => sharp.block(readsWebp));

const upload = (given: Buffer | string) =>
  owner.api.users.updateAvatar({
    body: { avatar: typeof given === 'string' ? given : dataUrl(given) },
  });
const isDrawn = ([, expected]: (typeof corpus)[number]) => expected === 'drawn';

test.each(corpus.filter((entry) => !isDrawn(entry)))('%s is refused: %s', async (...entry) => {
  const [, code, given] = entry;
  await expect(upload(given)).rejects.toEqual(expect.objectContaining({ code }));
});

test.each(corpus.filter(isDrawn))('%s is re-encoded from its pixels', async (...entry) => {
  const answer = await upload(entry[2]);
  const file = await product.app.inject(answer.avatar);
  expect(file).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  });
  const bytes = file.rawPayload;
  const { info } = await sharp(bytes, { failOn: 'warning' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(Math.max(info.width, info.height)).toBeLessThanOrEqual(600);
  expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
  const text = bytes.toString('latin1').toLowerCase();
  expect(markers.filter((marker) => text.includes(marker))).toEqual([]);
});
