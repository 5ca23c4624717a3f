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
import { run } from '#tools/run.ts';
import type { Order, Outcome } from './overload/attacker.ts';
import { attacks } from './overload/attacks.ts';
import { workBeside, type Service } from './overload/neighbour.ts';

/** Maximum ratio of a neighbor's p99 to its p99 without an attack. */
const mostTimes = 10;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(attacks) },
    seconds: { type: 'string', default: '8' },
  },
});
const seconds = Number(values.seconds);

const p99 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;

const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;

const told = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([answer, count]) => `${count} × ${answer}`)
    .join(', ') || 'none';

/** Attacks from a process of its own; returns the outcome when the attack is over. */
const attackWith = async (order: Order): Promise<Outcome> => {
  const { output } = await run('tools/longrun/overload/attacker.ts', [JSON.stringify(order)]);
  return JSON.parse(output) as Outcome;
};

/** Returns lines that compare the neighbor's times; the second says whether the goals were met. */
const compare = (alone: Service, beside: Service) => {
  const kinds = ['lists', 'signIns'] as const;
  const times = kinds.map((kind) => {
    const [before, during] = [p99(alone[kind]), p99(beside[kind])];
    const times = during / before;
    return {
      isMet: times <= mostTimes,
      said: `${kind} ${ms(before)} → ${ms(during)} (${times.toFixed(1)}×)`,
    };
  });
  const isServed = Object.keys(beside.failures).length === 0;
  return {
    isMet: isServed && times.every(({ isMet }) => isMet),
    said: `${times.map(({ said }) => said).join(', ')}; of ${beside.lists.length} lists and ${beside.signIns.length} sign-ins failed: ${told(beside.failures)}`,
  };
};

async function measure(stack: AsyncDisposableStack): Promise<boolean> {
  const DATA_DIR = temporaryFolder(stack, 'overload');
  const { origin, pid } = await startProduct(stack, { DATA_DIR, RATE_LIMITS: 'on' });
  const neighbour = await registerOrganization(origin, 'Neighbour');
  const attackers = await registerOrganization(origin, 'Attackers');
  const api = callerAt(origin, neighbour.headers);
  for (let n = 0; n < 40; n += 1) {
    const body = { description: `PETR4 ${n}`, quantity: 3, price: 2.55, date: '2026-03-01' };
    await api.transactions.create({ body });
  }
  // Several sessions: each is limited to 600 calls a minute.
  const sessions = await Promise.all(
    [0, 1, 2, 3].map(async () => ({ ...neighbour, headers: await signIn(origin, neighbour) })),
  );
  const prices = (await api.products.getAll()).flatMap(({ prices }) =>
    prices.filter(({ currency, price }) => currency === 'usd' && price > 0).map(({ id }) => id),
  );
  const operator = await signIn(origin);
  // Warms up the just-in-time compiler.
  await workBeside(origin, sessions, 3);
  let isMet = true;
  let network = 1;
  for (const name of values.only) {
    // New addresses and sessions, so that limits reached in the last attack don't apply.
    network += 1;
    const attacker = await signIn(origin, attackers);
    const target = { origin, network, attacker, operator, prices };
    const alone = await workBeside(origin, sessions, seconds);
    using memory = watchMemory(pid);
    const before = memory.peak();
    const attack = attackWith({ attack: name, target, seconds });
    const beside = await workBeside(origin, sessions, seconds);
    const { answers, error } = await attack;
    if (error) throw new Error(`${name}: ${error}`);
    const result = compare(alone, beside);
    isMet &&= result.isMet;
    const grown = Math.round(memory.peak() - before);
    figure(
      'overload',
      `${attacks[name]?.shows}: ${result.said}; ${grown} MiB grown; attackers got ${told(answers)}`,
    );
  }
  return isMet;
}

await using stack = new AsyncDisposableStack();
if (!(await measure(stack))) process.exitCode = 1;
