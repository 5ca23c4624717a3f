import { setTimeout as sleep } from 'node:timers/promises';
import { FileType } from '#contract/entities/resources.ts';
import type { Resource } from '#contract/resources.ts';
import type { Transaction } from '#contract/transactions.ts';
import { dataUrl, pngOfSize } from '#server/platform/files/test/pictures.ts';
import { toBlob, createTestResource } from '#server/product/resources/test/resources.ts';
import { registerOwner, type TestMember, type TestApplication } from '#server/test/application.ts';

/** Records that the product confirmed and that were not changed afterwards. */
export type Acknowledged = {
  transactions: Transaction[];
  resources: Resource[];
  /** Email addresses of the owners of new organizations. */
  owners: string[];
};

/** Returns a picture of one color; each number gives different bytes. */
const picture = (n: number) => {
  const row = [0, ...Array.from({ length: 8 }, () => [n & 255, (n >> 8) & 255, 99]).flat()];
  return dataUrl(pngOfSize(8, 8, Buffer.from(Array.from({ length: 8 }, () => row).flat())));
};

const file = (n: number) => Buffer.from(`Robot ${n}\n`.repeat(1 + (n % 2_000)));

/** Writes over the API from several clients without a pause, until it is stopped. */
export function startLoad(
  product: TestApplication,
  { owner, operator }: Record<'owner' | 'operator', TestMember>,
) {
  const acknowledged: Acknowledged = { transactions: [], resources: [], owners: [] };
  const transaction = { quantity: 3, price: 2.55, date: '2026-03-01' };
  const text = { type: FileType.Txt };
  const stopping = new AbortController();
  const repeat = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !stopping.signal.aborted; n += 1) await work(n);
  };
  const writers = [
    repeat(async (n) => {
      const body = { ...transaction, description: `Plain ${n}` };
      acknowledged.transactions.push(await owner.api.transactions.create({ body }));
    }),
    repeat(async (n) => {
      const body = { ...transaction, description: `Drawn ${n}`, image: picture(n) };
      acknowledged.transactions.push(await owner.api.transactions.create({ body }));
    }),
    repeat(async (n) => {
      acknowledged.resources.push(await createTestResource(operator, { ...text, file: file(n) }));
    }),
    // Replaces files, so that some fall out of use while a backup may need them.
    repeat(async (n) => {
      const { id } = await createTestResource(operator, { ...text, file: file(n) });
      await operator.api.resources.upload({ params: { id }, file: { content: toBlob('other') } });
      await operator.api.resources.remove({ params: { id } });
    }),
    repeat(async () => {
      const { user } = await registerOwner(product);
      acknowledged.owners.push(user.email);
      // Password hashing would leave little CPU for the other clients.
      await sleep(200);
    }),
  ];
  const all = Promise.all(writers);
  all.catch(() => undefined);
  return {
    /** Returns what was confirmed so far. */
    soFar: () => structuredClone(acknowledged),
    /** Waits until a record of each kind was confirmed. */
    goesOn: async () => {
      while (Object.values(acknowledged).some(({ length }) => length === 0)) {
        await Promise.race([all, sleep(20)]);
      }
    },
    /** Stops the load; rejects when the product refused anything. */
    stop: async () => {
      stopping.abort();
      await all;
    },
  };
}
