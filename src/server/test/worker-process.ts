import cluster from 'node:cluster';
import { isSecretsChecker } from '#server/platform/stored-secrets.ts';

/** Behaves as a worker of which nothing but the start is real. */
const { id = 0 } = cluster.worker ?? {};
const behaviors = process.env['WORKERS']?.split(' ') ?? [];
const behavior = behaviors[id - 1] ?? behaviors.at(-1);
if (behavior === 'ready') {
  const checks = isSecretsChecker() ? 'checks' : 'does not check';
  process.stdout.write(`Number ${id} ${checks} secrets\n`);
  process.send?.({ address: `worker ${id}`, operator: { email: '', password: null } });
}
if (behavior === 'killed') process.kill(process.pid, 'SIGKILL');
if (behavior === 'refused') process.exit(1);
