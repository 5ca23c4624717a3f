import { stop } from '#tools/bench/children.ts';
import { startProduct } from '#tools/bench/servers.ts';
import type { Scene } from '#tools/bench/stage.ts';
import { get, targetsOf, type Workload } from '#tools/bench/workload.ts';
import { listPath } from './reads.ts';

/** Compares the list served by two processes on one port with one process. */
export async function twoProcesses(
  stack: AsyncDisposableStack,
  { place, product, measured }: Scene,
): Promise<Workload> {
  const two = await startProduct({ ...place.settings, PROCESSES: '2' });
  stack.defer(() => stop(two.child));
  const list = get(listPath, measured.headers);
  const targets = [targetsOf(two, 'two processes')(list), targetsOf(product, 'one process')(list)];
  return { name: 'two processes', targets };
}
