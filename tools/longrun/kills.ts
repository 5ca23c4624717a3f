/**
 * Kills the app, then PostgreSQL with all its processes, repeatedly with -9 while clients write. No
 * confirmed write may be lost, none may be incomplete, and none that was repeated under its key may
 * exist twice. The control lets PostgreSQL confirm before it writes to disk, and must lose writes.
 *
 *   --kills <n>    kills of each target (100)
 *   --aim <what>   only app or database
 *   --writes <n>   confirmed writes between two kills (100)
 */
import { parseArgs } from 'node:util';
import { figure } from '#tools/kit/seed.ts';
import { openCluster } from './faults/cluster.ts';
import { Siege, type Aim } from './faults/siege.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    aim: { type: 'string' },
    writes: { type: 'string', default: '100' },
  },
});
const [kills, writes] = [Number(values.kills), Number(values.writes)];

/** Kills a target repeatedly and reports the result. */
async function prove(aim: Aim) {
  await using stack = new AsyncDisposableStack();
  const siege = await Siege.begin(stack, await openCluster(stack), { writes });
  for (let done = 1; done <= kills; done += 1) {
    await siege.kill(aim);
    if (done % 10 === 0) console.log(`${aim}: ${done} kills, ${siege.said}`);
  }
  const broken = await siege.lift();
  for (const line of broken) console.error(`  ${line}`);
  figure('kills', `${kills} kills of the ${aim}, ${siege.said}`);
  return broken.length === 0;
}

/** Does the same with a PostgreSQL that confirms too early: the proof must detect the loss. */
async function control() {
  await using stack = new AsyncDisposableStack();
  const careless = await openCluster(stack, { synchronous_commit: 'off' });
  const siege = await Siege.begin(stack, careless, { writes: 200, only: 'transaction' });
  for (let done = 1; done <= 5 && siege.lost === 0; done += 1) await siege.kill('database');
  figure('kills', `control, synchronous_commit off: ${siege.said}`);
  return siege.lost > 0;
}

const aims = (['app', 'database'] as const).filter((aim) => aim === (values.aim ?? aim));
let holds = await control();
for (const aim of aims) holds = (await prove(aim)) && holds;
process.exit(holds ? 0 : 1);
