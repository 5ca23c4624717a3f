import { seed } from '#tools/prove/proof.ts';
import type { Given, Verdict } from './deploy.ts';
import { randomOf } from './random.ts';
import { startWhole, stopInOrder } from './servers.ts';
import { SlowClients } from './slow-clients.ts';

/** Stops one process with everybody's requests half sent: all of them must be answered. */
export async function stopAlone({ place, owner, restarts, requests }: Given): Promise<Verdict> {
  const wrong: string[] = [];
  const took: number[] = [];
  let answered = 0;
  const random = randomOf(seed);
  for (let done = 1; done <= restarts; done += 1) {
    const server = await startWhole(place);
    const clients = new SlowClients(server.origin, owner, random);
    const begun: Promise<void>[] = [];
    const asking = Array.from({ length: requests }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push(promise);
      return clients.ask(resolve).finally(resolve);
    });
    await Promise.all(begun);
    took.push(await stopInOrder(server, wrong));
    await Promise.all(asking);
    answered += clients.answered;
    for (const failure of clients.failed) wrong.push(`stop ${done}: ${failure}`);
    console.log(`stop ${done}: ${clients.answered} answered, ${clients.failed.length} failed`);
  }
  const slowest = (Math.max(...took) / 1_000).toFixed(1);
  const said = `${answered} requests answered that were in flight, ${wrong.length} failed; gone within ${slowest} s`;
  return { said, wrong };
}
