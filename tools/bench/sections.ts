import type { Measure } from '#tools/kit/load.ts';
import type { GoalResult } from './goals.ts';
import { measureHubs } from './hub.ts';
import { measureFiles, measureWholeList } from './large.ts';
import { measureLighthouse } from './lighthouse.ts';
import { checkPlans } from './plans.ts';
import type { BenchSetup } from './setup.ts';
import { measureScripts, measureStarts } from './starts.ts';

type Section = (setup: BenchSetup, measure: Measure) => Promise<GoalResult[]>;

/** Measurements other than alternating requests, in this order. */
export const sections: Record<string, Section> = {
  'cold start': measureStarts,
  script: measureScripts,
  plans: checkPlans,
  'whole list': measureWholeList,
  hub: measureHubs,
  files: measureFiles,
  lighthouse: measureLighthouse,
};
