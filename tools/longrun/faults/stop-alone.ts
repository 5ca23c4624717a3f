import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seed } from '#tools/kit/seed.ts';
import type { Given, Verdict } from './deploy.ts';
import { startWhole, stopInOrder } from './servers.ts';
import { SlowClients } from './slow-clients.ts';

/** Milliseconds within which all requests start, shorter than any of them takes. */
const rush = 3_000;

/** Stops one process while all requests are half sent: all of them must be answered. */
export async function stopAlone({ place, owner, restarts, requests }: Given): Promise<Verdict> {
  const wrong: string[] = [];
  const took: number[] = [];
  let answered = 0;
  let fewest = requests;
  const random = randomFrom(seed);
  for (let done = 1; done <= restarts; done += 1) {
    const server = await startWhole(place);
    const clients = new SlowClients(server.origin, owner, random);
    const begun: Promise<void>[] = [];
    const asking = Array.from({ length: requests }, async (_, nth) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push(promise);
      await sleep((nth / requests) * rush);
      await clients.ask(resolve).finally(resolve);
    });
    await Promise.all(begun);
    const inFlight = requests - clients.answered - clients.failed.length;
    took.push(await stopInOrder(server, wrong));
    await Promise.all(asking);
    answered += clients.answered;
    fewest = Math.min(fewest, inFlight);
    for (const failure of clients.failed) wrong.push(`stop ${done}: ${failure}`);
    console.log(
      `stop ${done}: ${inFlight} in flight, ${clients.answered} answered, ${clients.failed.length} failed`,
    );
  }
  const slowest = (Math.max(...took) / 1_000).toFixed(1);
  const said =
    `${answered} requests answered, at least ${fewest} of ${requests} in flight at each stop, ` +
    `${wrong.length} failed; gone within ${slowest} s`;
  return { said, wrong };
}
