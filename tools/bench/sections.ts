import type { Measure } from '#tools/kit/load.ts';
import type { GoalResult } from './goals.ts';
import { measureHubs } from './hub.ts';
import { measureFiles, measureWholeList } from './large.ts';
import { measureLighthouse } from './lighthouse.ts';
import { checkPlans } from './plans.ts';
import type { Scene } from './scene.ts';
import { measureStarts, weighPages } from './starts.ts';

/** Measurements other than alternating requests, in this order. */
export const sections: Record<string, (scene: Scene, measure: Measure) => Promise<GoalResult[]>> = {
  'cold start': measureStarts,
  script: weighPages,
  plans: checkPlans,
  'whole list': measureWholeList,
  hub: measureHubs,
  files: measureFiles,
  lighthouse: measureLighthouse,
};
