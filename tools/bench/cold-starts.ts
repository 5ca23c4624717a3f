import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './accounts.ts';
import { stop } from './children.ts';
import type { Claim } from './goals.ts';
import type { Place } from './place.ts';
import { spread } from './ratios.ts';
import { whatToTell } from './recorded.ts';
import type { Section } from './section.ts';
import { startCeilings, startCold, startProduct, type ColdStart, type Server } from './servers.ts';

/** Starts of the product and the ceilings, alternating. */
export interface ColdStarts {
  product: ColdStart[];
  ceilings: ColdStart[];
}

const times = 3;

interface Starting {
  place: Place;
  measured: Account;
  progress: (what: string) => void;
}

interface Started {
  product: Server;
  ceilings: Server;
  coldStarts: ColdStarts;
  secret: string;
}

/** Starts both three times, alternating, and leaves them running the last time. */
export async function startInTurn(
  stack: AsyncDisposableStack,
  { place, measured, progress }: Starting,
): Promise<Started> {
  const coldStarts: ColdStarts = { product: [], ceilings: [] };
  const restart = async (name: keyof ColdStarts, start: () => Promise<Server>, path: string) => {
    progress(`Cold start: ${name}`);
    const started = await startCold(start, path);
    coldStarts[name].push(started);
    stack.defer(() => stop(started.server.child));
    return started.server;
  };
  const toldIn = join(place.folder, 'told.json');
  let secret = '';
  for (let time = 1; ; time += 1) {
    const product = await restart('product', () => startProduct(place.settings), '/pricing');
    if (time === 1) {
      const told = await whatToTell(product, place, measured);
      secret = told.secret;
      writeFileSync(toldIn, JSON.stringify(told));
    }
    if (time < times) await stop(product.child);
    const ceilings = await restart('ceilings', () => startCeilings(toldIn), '/products');
    if (time === times) return { product, ceilings, coldStarts, secret };
    await stop(ceilings.child);
  }
}

/** Reports CPU time until the first page and memory at rest. */
export function tellStarts({ product, ceilings }: ColdStarts): Section {
  const middle = (starts: ColdStart[], of: (start: ColdStart) => number) =>
    spread(starts.map(of)).median;
  const cpu = (starts: ColdStart[]) => middle(starts, (start) => start.cpu);
  const idle = middle(product, ({ memory }) => memory);
  const claims: Claim[] = [
    {
      goal: 'P9 cold start',
      what: 'CPU until the first page, of ceiling',
      value: cpu(product) / cpu(ceilings),
      limit: 1.7,
      unit: 'times',
    },
    { goal: 'P10 memory', what: 'idle', value: idle, limit: 120, unit: 'MiB' },
  ];
  const row = (name: string, starts: ColdStart[]) => [
    name,
    cpu(starts),
    middle(starts, ({ time }) => time),
    middle(starts, ({ memory }) => memory),
  ];
  return {
    title: 'Cold start: the first page, the database being up',
    claims,
    head: ['server', 'CPU ms', 'ms', 'idle MiB'],
    rows: [row('product', product), row('ceilings', ceilings)],
  };
}
