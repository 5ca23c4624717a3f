import { gzipSync } from 'node:zlib';

const boundary = 'stall';
const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };

type Form = () => { headers: Record<string, string>; body: Buffer };

const formOf = (content: Buffer, head = ''): Form => {
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n${head}\r\n`;
  return () => ({
    headers: type,
    body: Buffer.concat([Buffer.from(before), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
};

const MiB = 1024 * 1024;

/** A tar header of an entry. */
const header = (name: string, size: number, kind = '0') => {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000644\u0000', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\u0000`, 124);
  block.write(kind, 156);
  block.write('ustar\u000000', 257);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148);
  return block;
};

const manifest = (text: string) =>
  Buffer.concat([header('manifest.json', text.length), Buffer.from(text), Buffer.alloc(1_024)]);

const hundredMegabytes = gzipSync(Buffer.alloc(100 * MiB));

/** Returns uploads that unpack to more than they have, or to what is slow to read. */
export const gzipBombs = (): Record<string, Form> => ({
  'two gigabytes of zeros': formOf(
    // A sequence of members of gzip unpacks to all of them.
    Buffer.concat(Array.from({ length: 20 }, () => hundredMegabytes)),
  ),
  'a manifest of brackets': formOf(gzipSync(manifest('['.repeat(4 * MiB)))),
  'a manifest of small values': formOf(
    gzipSync(manifest(`{"entries":[${'0,'.repeat(2 * MiB - 20)}0]}`)),
  ),
  'many empty entries': formOf(
    gzipSync(Buffer.concat(Array.from({ length: 20_000 }, () => header('a', 0)))),
  ),
  'a long name of an entry': formOf(
    gzipSync(Buffer.concat([header('x', 4 * MiB, 'x'), Buffer.alloc(4 * MiB, 'a')])),
  ),
});

/** Returns forms that are slow to read as `multipart/form-data`. */
export const multipartTraps = (): Record<string, Form> => {
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`;
  return {
    'parts without a file': () => ({ headers: type, body: Buffer.from(part.repeat(50_000)) }),
    'headers of a part': formOf(Buffer.alloc(1), 'X-A: b\r\n'.repeat(100_000)),
    'a long header of a part': formOf(Buffer.alloc(1), `X-A: ${'b'.repeat(4 * MiB)}\r\n`),
    'beginnings of the boundary': formOf(
      Buffer.from(`\r\n--${boundary.slice(0, -1)}`.repeat(300_000)),
    ),
    zeros: formOf(Buffer.alloc(40 * MiB)),
  };
};
