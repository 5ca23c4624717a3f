/**
 * Attacks the product for a few seconds in ways that used to block it for all organizations, and
 * compares the response times of another organization with its times without an attack
 * (`npm run longrun -- overload`). Attackers and neighbor use different loopback addresses, which needs
 * Linux; half of the attackers share one. Limits are those of a deployment.
 *
 *   --only <attack>   one of tools/longrun/overload/attacks.ts; may be repeated (all of them)
 *   --seconds <n>     length of an attack (8)
 */
import { parseArgs } from 'node:util';
import { callerAt } from '#tools/caller.ts';
import { registerOrganization, signIn } from '#tools/kit/organizations.ts';
import { watchMemory } from '#tools/kit/processes.ts';
import { figure } from '#tools/kit/seed.ts';
import { startProduct, temporaryFolder } from '#tools/kit/servers.ts';
import { percentile } from '#tools/kit/statistics.ts';
import { run } from '#tools/run.ts';
import type { Order, Outcome } from './overload/attacker.ts';
import { attacks } from './overload/attacks.ts';
import { actAsNeighbor, type Service } from './overload/neighbor.ts';

/** Maximum ratio of a neighbor's p99 to its p99 without an attack. */
const mostTimes = 10;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(attacks) },
    seconds: { type: 'string', default: '8' },
  },
});
const seconds = Number(values.seconds);

const counted = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([answer, count]) => `${count} × ${answer}`)
    .join(', ') || 'none';

/** Attacks from a process of its own; returns the outcome when the attack is over. */
const attackWith = async (order: Order): Promise<Outcome> => {
  const { output } = await run('tools/longrun/overload/attacker.ts', [JSON.stringify(order)]);
  return JSON.parse(output) as Outcome;
};

/** Compares the neighbor's times and returns a summary; a missed goal fails the run. */
function compare(alone: Service, beside: Service): string {
  const times = (['lists', 'signIns'] as const).map((kind) => {
    const [before, during] = [percentile(alone[kind], 0.99), percentile(beside[kind], 0.99)];
    if (during > mostTimes * before) process.exitCode = 1;
    return `${kind} ${before.toFixed(1)} → ${during.toFixed(1)} ms (${(during / before).toFixed(1)}×)`;
  });
  const { lists, signIns, failures } = beside;
  if (Object.keys(failures).length > 0) process.exitCode = 1;
  return (
    `${times.join(', ')}; of ${lists.length} lists and ${signIns.length} sign-ins failed: ` +
    counted(failures)
  );
}

await using stack = new AsyncDisposableStack();
const DATA_DIR = temporaryFolder(stack, 'overload');
const { origin, pid } = await startProduct(stack, { DATA_DIR, RATE_LIMITS: 'on' });
const neighbor = await registerOrganization(origin, 'Neighbor');
const attackers = await registerOrganization(origin, 'Attackers');
const api = callerAt(origin, neighbor.headers);
for (let n = 0; n < 40; n += 1) {
  const body = { description: `PETR4 ${n}`, quantity: 3, price: 2.55, date: '2026-03-01' };
  await api.transactions.create({ body });
}
// Several sessions: each is limited to 600 calls a minute.
const sessions = await Promise.all(
  [0, 1, 2, 3].map(async () => ({ ...neighbor, headers: await signIn(origin, neighbor) })),
);
const prices = (await api.products.getAll()).flatMap(({ prices }) =>
  prices.filter(({ currency, price }) => currency === 'usd' && price > 0).map(({ id }) => id),
);
const operator = await signIn(origin);
// Warms up the just-in-time compiler.
await actAsNeighbor(origin, sessions, 3);
for (const [index, name] of values.only.entries()) {
  // New addresses and sessions, so that limits reached in the last attack don't apply.
  const attacker = await signIn(origin, attackers);
  const target = { origin, network: index + 2, attacker, operator, prices };
  const alone = await actAsNeighbor(origin, sessions, seconds);
  using memory = watchMemory(pid);
  const before = memory.peak();
  const attack = attackWith({ attack: name, target, seconds });
  const beside = await actAsNeighbor(origin, sessions, seconds);
  const { answers, error } = await attack;
  if (error) throw new Error(`${name}: ${error}`);
  const grown = Math.round(memory.peak() - before);
  const result = `${compare(alone, beside)}; ${grown} MiB grown; attackers got ${counted(answers)}`;
  figure('overload', `${attacks[name]?.shows}: ${result}`);
}
