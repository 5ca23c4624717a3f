import { git } from '#tools/longrun/git.ts';
import { run as runTool } from '#tools/run.ts';
import { withAnchors } from './anchors.ts';
import { sections, workloadsOf } from './catalogue.ts';
import { check } from './checks.ts';
import { stop } from './children.ts';
import { tellStarts } from './cold-starts.ts';
import { measureWith, startDriver } from './load.ts';
import { setStage } from './stage.ts';
import type { Findings, Setting } from './summary.ts';
import { weighPages } from './weight.ts';
import { run } from './workload.ts';

interface Wanted extends Setting {
  /** Names of workloads and sections. */
  wanted: string[];
  /** Called with the next step; may throw to abort. */
  progress: (what: string) => void;
}

/** Returns true when the growth workloads need the instance with ten organizations. */
const needFew = (wanted: string[]) => wanted.includes('lists') || wanted.includes('growth');

/** Runs the whole bench; all processes it started have ended when it returns or throws. */
export async function bench({ wanted, progress, ...setting }: Wanted): Promise<Findings> {
  const { size } = setting;
  progress('Building the web app');
  const build = await runTool('tools/build.ts');
  if (!build.ok) throw new Error(build.output);

  await using stack = new AsyncDisposableStack();
  const withFew = needFew(wanted) && size !== 'small';
  const scene = await setStage(stack, { size, withFew, progress });
  progress('Checking');
  const failed = await check(scene);
  if (failed.length > 0) throw new Error(`Not as it must be:\n${failed.join('\n')}`);

  const driver = startDriver();
  stack.defer(() => stop(driver));
  const measure = measureWith(driver, scene.postmaster);
  const workloads: Findings['workloads'] = [];
  const told = [tellStarts(scene.coldStarts), await weighPages(scene.product)];
  const failures: string[] = [];
  // Records a failure and continues with the other workloads.
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
      progress(`Failed: ${failures.at(-1)}`);
    }
  };
  for (const [name, open] of workloadsOf(scene, wanted)) {
    await attempt(name, async () => {
      await using own = new AsyncDisposableStack();
      const workload = withAnchors(await open(own));
      const series = await run(workload, measure, { ...setting, progress });
      workloads.push({ name, goals: workload.goals ?? [], series });
    });
  }
  for (const [name, section] of Object.entries(sections).filter(([name]) =>
    wanted.includes(name),
  )) {
    progress(name);
    await attempt(name, async () => {
      told.push(await section({ scene, measure, size, progress }));
    });
  }
  const commit = (await git('describe', '--always', '--dirty'))?.trim() ?? 'unknown';
  return { at: new Date().toISOString(), commit, workloads, sections: told, failures };
}
