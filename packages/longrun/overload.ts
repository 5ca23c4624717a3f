/**
 * Attacks the product for a few seconds in ways that used to block it for all organizations, and
 * compares the response times of another organization with its times without an attack
 * (`npm run longrun -- overload`). Attackers and neighbor use different loopback addresses, which needs
 * Linux; half of the attackers share one. Limits are those of a deployment. `--only <name>` chooses attacks.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { percentile } from '#packages/bench/statistics.ts';
import { callerAt } from '#tools/caller.ts';
import { agentAt, requestStatus, type PlainRequest } from '#tools/kit/http.ts';
import { registerOrganization, signIn, type OwnerAccount } from '#tools/kit/organizations.ts';
import { watchMemory } from '#tools/kit/processes.ts';
import { fail, figure, isWanted, repetitions } from '#tools/kit/seed.ts';
import { startProduct } from '#tools/kit/servers.ts';
import type { Answers, Order } from './overload/attacker.ts';
import { attacks } from './overload/attacks.ts';

/** Maximum ratio of a neighbor's p99 to its p99 without an attack. */
const mostTimes = 10;
/** Length of an attack. */
const seconds = repetitions(2, 8);

const attacker = new URL('overload/attacker.ts', import.meta.url);

const counted = (counts: Answers) =>
  Object.entries(counts)
    .map(([answer, count]) => `${count} × ${answer}`)
    .join(', ') || 'none';

/** Attacks from a thread of its own; returns the number of each response when the attack is over. */
async function attackWith(order: Order): Promise<string> {
  const worker = new Worker(attacker, { workerData: order });
  const [answers] = (await once(worker, 'message')) as [Answers];
  await worker.terminate();
  return counted(answers);
}

/** Compares the neighbor's times and returns a summary; a missed goal fails the run. */
function compare(alone: Service, beside: Service): string {
  const times = (['lists', 'signIns'] as const).map((kind) => {
    const [before, during] = [percentile(alone[kind], 0.99), percentile(beside[kind], 0.99)];
    const change = `${before.toFixed(1)} → ${during.toFixed(1)} ms`;
    if (during > mostTimes * before) fail(`p99 of ${kind}: ${change}`);
    return `${kind} ${change} (${(during / before).toFixed(1)}×)`;
  });
  const { lists, signIns, failures } = beside;
  if (Object.keys(failures).length > 0) fail(`failed: ${counted(failures)}`);
  return (
    `${times.join(', ')}; of ${lists.length} lists and ${signIns.length} sign-ins failed: ` +
    counted(failures)
  );
}

/** Milliseconds after which a request counts as lost. */
const patience = 30_000;
/** Number of clients that read lists, each at most five times a second: below every limit. */
const readers = 7;
const listEvery = 200;
const signInEvery = 400;

/**
 * Acts as another organization from addresses of its own for some seconds: reads lists and signs in with
 * the right password.
 */
async function actAsNeighbor(
  origin: string,
  sessions: OwnerAccount[],
  seconds: number,
): Promise<Service> {
  const service: Service = { lists: [], signIns: [], failures: {} };
  const end = performance.now() + seconds * 1_000;
  const loop = async (n: number, path: string, request: PlainRequest) => {
    const isSignIn = Boolean(request.body);
    const every = isSignIn ? signInEvery : listEvery;
    const agent = agentAt(`127.1.0.${n + 1}`);
    await sleep((every / readers) * n);
    while (performance.now() < end) {
      const began = performance.now();
      const signal = AbortSignal.timeout(patience);
      const status = await requestStatus(`${origin}${path}`, { ...request, agent, signal });
      const took = performance.now() - began;
      (isSignIn ? service.signIns : service.lists).push(took);
      if (!/^20[04]$/.test(status)) service.failures[status] = (service.failures[status] ?? 0) + 1;
      await sleep(Math.max(0, every - took));
    }
    agent.destroy();
  };
  const { email, password } = sessions[0] as OwnerAccount;
  const lists = Array.from({ length: readers }, (_, n) => {
    const { headers = {} } = sessions[n % sessions.length] ?? {};
    return loop(n, '/api/Transaction/GetAll?limit=20', { headers });
  });
  const signIns = loop(readers, '/api/Authentication/Login', { body: { email, password } });
  await Promise.all([...lists, signIns]);
  return service;
}

await using stack = new AsyncDisposableStack();
const { origin, pid } = await startProduct(stack, { RATE_LIMITS: 'on' });
const neighbor = await registerOrganization(origin, 'Neighbor');
const attackers = await registerOrganization(origin, 'Attackers');
const api = callerAt(origin, neighbor.headers);
for (let n = 0; n < 40; n += 1) {
  const body = { description: `PETR4 ${n}`, quantity: 3, price: 2.55, date: '2026-03-01' };
  await api.transactions.create({ body });
}
// Several sessions: each is limited to 600 calls a minute.
const newSession = async () => ({ ...neighbor, headers: await signIn(origin, neighbor) });
const sessions = [await newSession(), await newSession(), await newSession(), await newSession()];
const prices = (await api.products.getAll()).flatMap(({ prices }) =>
  prices.filter(({ currency, price }) => currency === 'usd' && price > 0).map(({ id }) => id),
);
const operator = await signIn(origin);
const actFor = (time: number) => actAsNeighbor(origin, sessions, time);
// Warms up the just-in-time compiler.
await actFor(3);
// Networks of their own, and new sessions, so that limits reached in the last attack don't apply.
let network = 1;
for (const [attack, { shows }] of Object.entries(attacks)) {
  if (!isWanted(attack)) continue;
  network += 1;
  const target = { origin, network, attacker: await signIn(origin, attackers), operator, prices };
  const alone = await actFor(seconds);
  using memory = watchMemory(pid);
  const before = memory.peak();
  const attacking = attackWith({ attack, target, seconds });
  const [beside, answers] = [await actFor(seconds), await attacking];
  const grown = Math.round(memory.peak() - before);
  const result = `${compare(alone, beside)}; ${grown} MiB grown; attackers got ${answers}`;
  figure('overload', `${shows}: ${result}`);
}

/** Response times of another organization in ms. */
type Service = {
  lists: number[];
  signIns: number[];
  /** Responses other than 200 and 204, by status or error. */
  failures: Record<string, number>;
};
