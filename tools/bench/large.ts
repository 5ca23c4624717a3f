import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileType } from '#contract/resources.ts';
import { callerAt } from '#tools/caller.ts';
import { requestBytes } from '#tools/kit/http.ts';
import type { Measure } from '#tools/kit/load.ts';
import { asMember } from '#tools/kit/organizations.ts';
import { memoryOf, watchMemory } from '#tools/kit/processes.ts';
import { threeDigits } from '#tools/kit/statistics.ts';
import { addMembers, dataSizes } from './data.ts';
import { resultFor, type GoalResult } from './goals.ts';
import { get, listPath, loadOn } from './requests.ts';
import type { BenchSetup } from './setup.ts';

/**
 * Measures the only list without pages, an organization's members, at its largest (W8): its memory, and
 * its effect on other requests.
 */
export async function measureWholeList(setup: BenchSetup, measure: Measure): Promise<GoalResult[]> {
  const { postgres, product, measured, data, size } = setup;
  const { tenant, tokens } = data.largest;
  const { largest } = dataSizes[size];
  await addMembers(postgres.ownerUrl, tenant, largest);
  const path = `/api/TenantUsers/GetAll/${tenant}`;
  const headers = asMember(tenant, tokens[0] ?? '');
  const others = loadOn(product)('list', get(listPath, measured.headers), { connections: 4 });
  const alone = await measure(others, 3);
  const before = memoryOf(product.pid);
  const begin = performance.now();
  const { status, body } = await requestBytes(`${product.origin}${path}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  const seconds = (performance.now() - begin) / 1_000;
  const rows = status === 200 ? (JSON.parse(body.toString()) as unknown[]).length : 0;
  const beside = { requests: [get(path, headers)], connections: 1 };
  const meanwhile = await measure({ ...others, beside }, 6);
  const result = resultFor('P7 whole list');
  const above = { limit: 64, unit: ' MiB', detail: `alone it takes ${threeDigits(seconds)} s` };
  const slower = { limit: 5, unit: '×', timed: true } as const;
  return [
    result('rows that came', rows, { limit: largest, unit: '', atLeast: true }),
    result('memory above what it was', meanwhile.memory - before, above),
    result('p99 of others meanwhile, of alone', meanwhile.p99 / alone.p99, slower),
  ];
}

const chunk = Buffer.alloc(65_536, `${'0123456789abcde'.repeat(68)}\n`);
const fileSize = 1024 ** 3;
const boundary = 'bench';
const head = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.txt"\r\n\r\n`,
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

function* form() {
  yield head;
  for (let sent = 0; sent < fileSize; sent += chunk.length) yield chunk;
  yield tail;
}

/** Sends parts of a body and returns the number of bytes in the response. Throws unless it is 200. */
async function transfer(url: string, headers: Record<string, string | number>, parts: Readable) {
  const sending = request(url, { method: 'POST', headers });
  const answered = once(sending, 'response');
  await pipeline(parts, sending);
  const [response] = (await answered) as [Readable & { statusCode?: number }];
  let received = 0;
  for await (const part of response) received += (part as Buffer).length;
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  return received;
}

/** Uploads and downloads a text of 1 GiB as the operator and reads the product's memory. */
export async function measureFiles({ product, asOperator }: BenchSetup): Promise<GoalResult[]> {
  const { origin, pid } = product;
  const idle = memoryOf(pid);
  const { id } = await callerAt(origin, asOperator).resources.create({
    body: { title: 'Large', type: FileType.Txt },
  });
  const watch = async (what: string, work: () => Promise<number>): Promise<GoalResult> => {
    using memory = watchMemory(pid);
    await work();
    const above = { limit: 150, unit: ' MiB' };
    return resultFor('P10 memory')(`${what} of 1 GiB, above idle`, memory.peak() - idle, above);
  };
  const headers = {
    ...asOperator,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': head.length + fileSize + tail.length,
  };
  const upload = `${origin}/api/Resource/Upload/${id}`;
  const download = `${origin}/api/Resource/Download/${id}`;
  return [
    await watch('upload', () => transfer(upload, headers, Readable.from(form()))),
    await watch('download', async () => {
      const received = await transfer(download, asOperator, Readable.from([]));
      if (received !== fileSize) throw new Error(`${received} bytes came back`);
      return received;
    }),
  ];
}
