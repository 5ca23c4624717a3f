import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './seed.ts';
import { ask } from './servers.ts';
import type { Scene } from './stage.ts';

export const listPath = '/api/Transaction/GetAll?limit=20';

/** What must hold before anything is timed; the message of each claim that does not. */
export async function check({ product, ceilings, measured, stranger }: Scene): Promise<string[]> {
  const failed: string[] = [];
  const claim = (holds: boolean, what: string) => {
    if (!holds) failed.push(what);
  };
  const list = (headers: Record<string, string>) => ask(`${product.origin}${listPath}`, headers);

  const own = await list(measured.headers);
  const least = await ask(`${ceilings.origin}/list?limit=20`, measured.headers);
  claim(own.status === 200 && least.status === 200, 'The lists answer 200');
  claim(own.body.equals(least.body), 'The list has the same bytes as its ceiling');

  const strangers = await list(stranger.headers);
  const mixed = await list({ ...stranger.headers, 'x-tenant-key': measured.tenant });
  claim(are(rowsOf(own.body), measured, 20), 'The list has 20 rows of its own tenant');
  claim(are(rowsOf(strangers.body), stranger, 20), 'Another tenant has 20 rows of its own');
  claim(mixed.status === 404, 'A stranger is refused the list');
  claim((await list({})).status === 401, 'Nobody is refused the list');

  for (const path of ['/product', '/pricing']) {
    const page = await ask(`${product.origin}${path}`);
    const constant = await ask(`${ceilings.origin}/page${path}`);
    claim(page.status === 200 && constant.status === 200, `${path} answers 200`);
    claim(
      Math.abs(page.body.length - constant.body.length) < 0.02 * page.body.length,
      `${path} has the size of its ceiling`,
    );
  }
  // What the start and these questions set off is done before the first window.
  await sleep(500);
  return failed;
}

type Row = { description: string };

const rowsOf = (body: Buffer) => JSON.parse(body.toString()) as Row[];

const are = (rows: Row[], { tenant }: Account, count: number) =>
  rows.length === count && rows.every(({ description }) => description.endsWith(` of ${tenant}`));
