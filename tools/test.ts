/** Runs every test: units and API with Vitest, then browser journeys on a production build. */
import { runJourneys, runUnits } from './suites.ts';

const counts = [await runUnits(), await runJourneys()];
const sum = (of: 'passed' | 'failed') => counts.reduce((total, count) => total + count[of], 0);
// Repeated here, because the beginning of a long log is often cut off.
for (const detail of counts.flatMap(({ details }) => details)) console.error(`\n${detail}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
