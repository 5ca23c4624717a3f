import { appendFileSync, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { FileType } from '#contract/entities/resources.ts';
import { callerAt } from '#tools/caller.ts';
import { requestBytes } from '#tools/kit/http.ts';
import { asMember } from '#tools/kit/organizations.ts';
import { memoryOf, watchMemory } from '#tools/kit/processes.ts';
import { addMembers, dataSizes } from './data.ts';
import { resultFor, type GoalResult } from './goals.ts';
import type { Measure } from './load.ts';
import { get, listPath, loadOn, wholeListPath } from './requests.ts';
import type { BenchSetup } from './setup.ts';
import { threeDigits } from './statistics.ts';

/** Members of the largest organization at most, which `--size huge` gives more transactions. */
const mostMembers = 100_000;

/**
 * Measures the only list without pages, an organization's members, at its largest (W8): its memory, and
 * its effect on other requests.
 */
export async function measureWholeList(setup: BenchSetup, measure: Measure): Promise<GoalResult[]> {
  const { settings, product, measured, data, size } = setup;
  const { tenant, tokens } = data.largest;
  const members = Math.min(dataSizes[size].largest, mostMembers);
  await addMembers(settings.DATABASE_URL, tenant, members);
  const path = wholeListPath(tenant);
  const headers = asMember(tenant, tokens[0] ?? '');
  const others = loadOn(product)('list', get(listPath, measured.headers), { connections: 4 });
  const alone = await measure(others, 3);
  const before = memoryOf(product.pid);
  const begin = performance.now();
  const plain = { headers: { ...headers, 'accept-encoding': 'identity' } };
  const { status, body } = await requestBytes(`${product.origin}${path}`, plain);
  const seconds = (performance.now() - begin) / 1_000;
  const rows = status === 200 ? (JSON.parse(body.toString()) as unknown[]).length : 0;
  const beside = { requests: [get(path, headers)], connections: 1 };
  const meanwhile = await measure({ ...others, beside }, 6);
  const result = resultFor('P7 whole list');
  const above = { limit: 64, unit: ' MiB', detail: `alone it takes ${threeDigits(seconds)} s` };
  const slower = { limit: 5, unit: '×', timed: true } as const;
  return [
    result('rows that came', rows, { limit: members, unit: '', atLeast: true }),
    result('memory above what it was', meanwhile.memory - before, above),
    result('p99 of others meanwhile, of alone', meanwhile.p99 / alone.p99, slower),
  ];
}

const part = Buffer.alloc(1024 ** 2, `${'0123456789abcde'.repeat(68)}\n`);
const parts = 1024;

/** Uploads and downloads a text of 1 GiB as the operator and reads the product's memory. */
export async function measureFiles(setup: BenchSetup): Promise<GoalResult[]> {
  const { product, asOperator, postgres } = setup;
  const { origin, pid } = product;
  const idle = memoryOf(pid);
  const { authorization = '' } = asOperator;
  const { id } = await callerAt(origin, asOperator).resources.create({
    body: { title: 'Large', type: FileType.Txt },
  });
  /** Sends a request; returns the number of bytes in its response. */
  const transfer = async (path: string, body?: FormData) => {
    const reply = await fetch(`${origin}${path}/${id}`, {
      method: 'POST',
      headers: { authorization },
      ...(body && { body }),
    });
    if (!reply.ok || !reply.body) throw new Error(`${path} answered ${reply.status}`);
    let received = 0;
    for await (const bytes of reply.body) received += bytes.length;
    return received;
  };
  const watch = async (what: string, work: Promise<number>) => {
    using memory = watchMemory(pid);
    const received = await work;
    if (what === 'download' && received !== parts * part.length) {
      throw new Error(`${received} bytes came back`);
    }
    const above = { limit: 150, unit: ' MiB' };
    return resultFor('P10 memory')(`${what} of 1 GiB, above idle`, memory.peak() - idle, above);
  };
  const file = join(postgres.folder, 'large.txt');
  for (let written = 0; written < parts; written += 1) appendFileSync(file, part);
  const form = new FormData();
  // Read while it is sent.
  form.set('file', await openAsBlob(file), 'large.txt');
  return [
    await watch('upload', transfer('/api/Resource/Upload', form)),
    await watch('download', transfer('/api/Resource/Download')),
  ];
}
