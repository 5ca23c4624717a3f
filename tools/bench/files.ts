import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileType } from '#contract/resources.ts';
import { callerAt } from '#tools/caller.ts';
import type { Headers } from './accounts.ts';
import type { Claim } from './goals.ts';
import { memoryOf, watchMemory } from './meters.ts';
import type { Section } from './section.ts';
import type { Scene } from './stage.ts';

const mebibyte = 1024 ** 2;
const size = 1024 * mebibyte;
const chunk = Buffer.alloc(65_536, `${'0123456789abcde'.repeat(68)}\n`);

/** Uploads and downloads a text of 1 GiB as the operator. */
export async function measureFiles(
  { product: { origin, pid }, asOperator: headers }: Scene,
  progress: (what: string) => void,
): Promise<Section> {
  const idle = memoryOf(pid);
  const { id } = await callerAt(origin, headers).resources.create({
    body: { title: 'Large', type: FileType.Txt },
  });
  const claims: Claim[] = [];
  const rows: Section['rows'] = [];
  const watch = async (what: string, work: () => Promise<void>) => {
    progress(`files: ${what} of 1 GiB`);
    using watched = watchMemory(pid);
    const begin = performance.now();
    await work();
    const aboveIdle = watched.peak() - idle;
    rows.push([what, aboveIdle, (performance.now() - begin) / 1_000]);
    claims.push({
      goal: 'P10 memory',
      what: `${what} of 1 GiB, above idle`,
      value: aboveIdle,
      limit: 150,
      unit: 'MiB',
    });
  };
  await watch('upload', () => upload(`${origin}/api/Resource/Upload/${id}`, headers));
  await watch('download', () => download(`${origin}/api/Resource/Download/${id}`, headers));
  return { title: 'A file of 1 GiB', claims, head: ['on its way', 'MiB above idle', 's'], rows };
}

const boundary = 'bench';
const head = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.txt"\r\n\r\n`,
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

function* form() {
  yield head;
  for (let sent = 0; sent < size; sent += chunk.length) yield chunk;
  yield tail;
}

const upload = async (url: string, headers: Headers) => {
  const sending = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  });
  const answered = once(sending, 'response');
  await pipeline(Readable.from(form()), sending);
  await whole(answered, url);
};

const download = async (url: string, headers: Headers) => {
  const asking = request(url, { method: 'POST', headers });
  const answered = once(asking, 'response');
  asking.end();
  const received = await whole(answered, url);
  if (received !== size) throw new Error(`${received} bytes came back`);
};

/** Reads a response to its end and returns the number of bytes. */
const whole = async (answered: Promise<unknown[]>, url: string) => {
  const [response] = (await answered) as [Readable & { statusCode?: number }];
  let received = 0;
  for await (const part of response) received += (part as Buffer).length;
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  return received;
};
