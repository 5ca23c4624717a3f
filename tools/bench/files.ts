import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileType } from '#contract/resources.ts';
import { memoryOf, watchMemory } from './meters.ts';
import { operator, type Server } from './servers.ts';
import type { Scene } from './stage.ts';

const mebibyte = 1024 ** 2;
const size = 1024 * mebibyte;
const chunk = Buffer.alloc(65_536, `${'0123456789abcde'.repeat(68)}\n`);

/** A large file on its way in or out, as one process sees it. */
export interface FileFinding {
  what: 'upload' | 'download';
  /** The most memory of the server meanwhile, above what it has at rest, MiB. */
  aboveIdle: number;
  seconds: number;
}

const memory = { goal: 'P10 memory', limit: 150, unit: 'MiB' } as const;

/** What a large file may take of the server. */
export const memoryOfFiles = (files: readonly FileFinding[]) =>
  files.map(({ what, aboveIdle: value }) => ({
    ...memory,
    what: `${what} of 1 GiB, above idle`,
    value,
  }));

/** Sends a text of 1 GiB to the product, as the operator, and takes it back. */
export async function measureFiles(
  { product }: Scene,
  progress: (what: string) => void,
): Promise<FileFinding[]> {
  const idle = memoryOf(product.pid);
  const headers = { authorization: `Bearer ${await signIn(product)}` };
  const body = { title: 'Large', type: FileType.Txt };
  const made = await post(product, '/api/Resource/Create', { headers, body });
  const { id } = made as { id: string };
  const found: FileFinding[] = [];
  const watch = async (what: FileFinding['what'], work: () => Promise<void>) => {
    progress(`files: ${what} of 1 GiB`);
    using watched = watchMemory(product.pid);
    const begin = performance.now();
    await work();
    const seconds = (performance.now() - begin) / 1_000;
    found.push({ what, aboveIdle: watched.peak() - idle, seconds });
  };
  await watch('upload', () => upload(`${product.origin}/api/Resource/Upload/${id}`, headers));
  await watch('download', () => download(`${product.origin}/api/Resource/Download/${id}`, headers));
  return found;
}

type Headers = Record<string, string>;

const post = async (
  { origin }: Server,
  path: string,
  { headers = {}, body }: { headers?: Headers; body: object },
): Promise<unknown> => {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
};

const signIn = async (product: Server) => {
  const { token } = (await post(product, '/api/Authentication/Login', { body: operator })) as {
    token: string;
  };
  return token;
};

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

/** Hears an answer to its end; how many bytes it had. */
const whole = async (answered: Promise<unknown[]>, url: string) => {
  const [response] = (await answered) as [Readable & { statusCode?: number }];
  let received = 0;
  for await (const part of response) received += (part as Buffer).length;
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  return received;
};
