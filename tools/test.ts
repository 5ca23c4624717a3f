/** Runs every test: units and API with Vitest, then browser journeys on a production build. */
import { runJourneys, runUnits } from './suites.ts';

const [units, journeys] = [await runUnits(), await runJourneys()];
const failed = units.failed + journeys.failed;
process.exitCode = failed > 0 ? 1 : 0;
console.log(`\n${units.passed + journeys.passed} passed, ${failed} failed`);
