/**
 * Runs mutation tests on the modules for money, tokens and access (`npm run longrun -- mutants`): changes
 * one condition, number or operator at a time and runs the tests that should detect it. At least 90 %
 * must be detected in each module, and all in those that decide about a tenant or a role. `--only <text>`
 * chooses modules by their path.
 */
import { globSync } from 'node:fs';
import { installDependencies } from '#packages/dependencies.ts';
import { fail, figure, isWanted } from '#tools/kit/seed.ts';

/** Mutated modules with the tests that should detect a mutant, and the share to detect in percent. */
const targets: [mutate: string, tests: string, least: 90 | 100][] = [
  [
    'src/contract/{money,pricing/{coupons,pricing}}.ts',
    'src/contract/pricing/{coupons,pricing}.test.ts',
    90,
  ],
  ['src/contract/access.ts', 'src/contract/access.test.ts', 100],
  ['src/contract/admission/admission.ts', 'src/contract/admission/admission.test.ts', 100],
  ['src/server/identity/members/rules.ts', 'src/server/identity/members/rules.test.ts', 100],
  ['src/server/billing/overview/revenue.ts', 'src/server/billing/overview/revenue.test.ts', 90],
  ['src/server/platform/stripe/settlement.ts', 'src/server/platform/stripe/settlement.test.ts', 90],
  ['src/web/session/{guard,redirect}.ts', 'src/web/session/*.test.ts', 90],
  [
    'src/server/identity/accounts/service/token.ts',
    'src/server/identity/{invitations/tokens,accounts/{accounts,verification-mail}}.test.ts',
    90,
  ],
  [
    'src/server/identity/accounts/service/google.ts',
    'src/server/identity/accounts/google.test.ts',
    90,
  ],
  ['src/server/identity/invitations/rules.ts', 'src/server/identity/invitations/rules.test.ts', 90],
  [
    'src/server/platform/http/contract/guard.ts',
    'src/server/platform/http/contract/guard{,-reader}.test.ts',
    100,
  ],
];

installDependencies('longrun');
const { Stryker } = await import('./dependencies/index.js');

const detected = ['Killed', 'Timeout'];
const judged = [...detected, 'Survived', 'NoCoverage'];

for (const [mutate, tests, least] of targets) {
  if (!isWanted(mutate)) continue;
  if ([mutate, tests].some((part) => globSync(part).length === 0)) {
    fail(`no such files: ${mutate}, ${tests}`);
    continue;
  }
  process.env['MUTANT_TESTS'] = tests;
  const mutants = await new Stryker({
    mutate: [mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Forks, as in every test run: native modules don't expect that a thread ends.
    vitest: { configFile: 'packages/longrun/mutants.config.ts', related: false, pool: 'forks' },
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    cleanTempDir: 'always',
    // A generous limit, so that a busy machine does not count slow tests as detections.
    timeoutMS: 60_000,
    // Stryker does not know the compiler in use; `npm run check` checks the types.
    tsconfigFile: 'none',
    ignorePatterns: ['.data', 'build', 'test-results', 'reports'],
    // Skips texts: other tests cover these; this run concerns logic.
    mutator: { excludedMutations: ['StringLiteral'] },
  }).runMutationTest();
  const counted = mutants.filter(({ status }) => judged.includes(status));
  const killed = counted.filter(({ status }) => detected.includes(status)).length;
  const score = (100 * killed) / counted.length;
  const result = `${mutate} ${killed} of ${counted.length} (${score.toFixed(0)} %)`;
  figure('mutants', result);
  if (!(score >= least)) fail(`below ${least} %: ${result}`);
}
