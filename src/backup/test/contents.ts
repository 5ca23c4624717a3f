import { createHash } from 'node:crypto';
import { fileTasks } from '#server/platform/files/cleanup.ts';
import { storePicture } from '#server/platform/files/pictures.ts';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import type { TestMember, TestApplication } from '#server/test/application.ts';
import { findViolations } from '#tools/kit/invariants.ts';

/** Inserts the given number of transactions, part of them with a picture. */
export async function fillUp(
  product: TestApplication,
  { tenant }: TestMember,
  { rows, files }: { rows: number; files: number },
) {
  const add = `insert into transactions (tenant_id, description, quantity, price, date, image)
    select $1, 'Filled ' || n, 1, 100, '2026-03-01', $3 from generate_series(1, $2) as n`;
  // Works in batches, because the statement timeout of the product applies.
  for (let left = rows; left > 0; left -= 2_500) {
    await product.open.owner.query(add, [tenant, Math.min(left, 2_500), null]);
  }
  for (let n = 0; n < files; n += 1) {
    const picture = await drawPicture('png', { width: 600, height: 100 + n });
    const address = await storePicture(product.context.storage, dataUrl(picture), {
      sender: tenant,
    });
    await product.open.owner.query(add, [tenant, 1, address]);
  }
}

/** Returns what is incomplete in a restored product, including its files. */
export async function tornIn({ open: { owner }, context: { storage } }: TestApplication) {
  const torn = await findViolations(owner);
  const { rows } = await owner.query<{ name: string; sha256: string | null }>(
    `select file as name, sha256 from resources where file is not null
     union all select substr(image, 8), null from transactions where image is not null`,
  );
  for (const { name, sha256 } of rows) {
    const bytes = (await storage.exists(name)) ? await storage.getBytes(name) : null;
    const digest = bytes && createHash('sha256').update(bytes).digest('hex');
    if (!digest || (sha256 && digest !== sha256))
      torn.push(`a file that is not as it was: ${name}`);
  }
  return torn;
}

/** Runs the nightly cleanup of files. */
export async function sweepFiles({ open, context: { storage, config } }: TestApplication) {
  const tasks = fileTasks({ store: open.owner, storage, dataDir: config.dataDir });
  await tasks['files.sweep'](undefined, { attempt: 1, signal: new AbortController().signal });
}
