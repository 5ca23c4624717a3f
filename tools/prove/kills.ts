/**
 * Kill -9, again and again, while clients write: of the app, then of PostgreSQL with every process it
 * has. Nothing that a client was told may be lost, nothing may be half there, and nothing that was
 * sent again under its key may be there twice. The control lets PostgreSQL confirm before it has
 * written, and must lose.
 *
 *   --kills <n>    how often each (100)
 *   --aim <what>   app or database alone
 *   --writes <n>   confirmed writes between two kills (100)
 */
import { parseArgs } from 'node:util';
import { openCluster } from './faults/cluster.ts';
import { Siege, type Aim } from './faults/siege.ts';
import { figure } from './proof.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    aim: { type: 'string' },
    writes: { type: 'string', default: '100' },
  },
});
const [kills, writes] = [Number(values.kills), Number(values.writes)];

/** Kills so often, and says what was found. */
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

/** The same with a PostgreSQL that confirms too early: the proof sees what is lost. */
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
