import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, Headers } from './accounts.ts';
import { ask } from './servers.ts';
import type { Scene } from './stage.ts';
import { listPath } from './workloads/reads.ts';

/** Checks preconditions before anything is timed; returns the message of each one that fails. */
export async function check({ product, ceilings, measured, stranger }: Scene): Promise<string[]> {
  const failed: string[] = [];
  const claim = (holds: boolean, what: string) => {
    if (!holds) failed.push(what);
  };
  const list = (headers: Headers) => ask(`${product.origin}${listPath}`, headers);
  const own = await list(measured.headers);
  const strangers = await list(stranger.headers);
  const mixed = await list({ ...stranger.headers, 'x-tenant-key': measured.tenant });
  claim(are(rowsOf(own.body), measured, 20), 'The list has 20 rows of its own tenant');
  claim(are(rowsOf(strangers.body), stranger, 20), 'Another tenant has 20 rows of its own');
  claim(mixed.status === 404, 'A stranger is refused the list');
  claim((await list({})).status === 401, 'Nobody is refused the list');

  for (const path of ['/product', '/pricing']) {
    const page = await ask(`${product.origin}${path}`);
    const constant = await ask(`${ceilings.origin}/same${path}`);
    claim(page.status === 200 && constant.status === 200, `${path} answers 200`);
    claim(
      Math.abs(page.body.length - constant.body.length) < 0.02 * page.body.length,
      `${path} has the size of its ceiling`,
    );
  }
  // Lets background work of the start and of these requests finish before the first window.
  await sleep(500);
  return failed;
}

type Row = { description: string };

const rowsOf = (body: Buffer) => JSON.parse(body.toString()) as Row[];

const are = (rows: Row[], { tenant }: Account, count: number) =>
  rows.length === count && rows.every(({ description }) => description.endsWith(` of ${tenant}`));
