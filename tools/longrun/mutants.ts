/**
 * Runs mutation tests on the modules for money, tokens and access (`npm run longrun -- mutants`): changes
 * one condition, number or operator at a time and runs the tests that should detect it. At least 90 %
 * must be detected in each module, and all in those that decide about a tenant or a role.
 *
 *   --only <text>   modules whose path contains it
 */
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { figure } from '#tools/kit/seed.ts';

interface Target {
  mutate: string[];
  tests: string[];
  /** True for modules that decide about access or tenants: every mutant must be detected. */
  isPredicate?: true;
}

const targets: Target[] = [
  {
    mutate: ['src/contract/{coupons,pricing,money}.ts'],
    tests: ['src/contract/{coupons,pricing}.test.ts'],
  },
  { mutate: ['src/contract/access.ts'], tests: ['src/contract/access.test.ts'], isPredicate: true },
  {
    mutate: ['src/server/members/rules.ts'],
    tests: ['src/server/members/rules.test.ts'],
    isPredicate: true,
  },
  { mutate: ['src/server/overview/revenue.ts'], tests: ['src/server/overview/revenue.test.ts'] },
  {
    mutate: ['src/server/payments/{settlement,grace}.ts'],
    tests: ['src/server/payments/stripe/settlement.test.ts'],
  },
  { mutate: ['src/web/session/{guard,redirect}.ts'], tests: ['src/web/session/*.test.ts'] },
  {
    mutate: ['src/server/accounts/service/token.ts'],
    tests: ['src/server/invitations/tokens.test.ts'],
  },
  {
    mutate: ['src/server/accounts/service/google.ts'],
    tests: ['src/server/accounts/google.test.ts'],
  },
  {
    mutate: ['src/server/invitations/rules.ts'],
    tests: ['src/server/invitations/rules.test.ts'],
  },
  {
    mutate: ['src/server/http/contract/guard.ts'],
    tests: ['src/server/http/contract/guard.test.ts'],
    isPredicate: true,
  },
];

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const seen = new Set(['Killed', 'Timeout']);
const judged = new Set([...seen, 'Survived', 'NoCoverage']);

async function tryAll({ mutate, tests, isPredicate }: Target): Promise<boolean> {
  process.env['MUTANT_TESTS'] = tests.join(' ');
  const mutants = await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/longrun/mutants.config.ts', related: false },
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
    // Skips texts: other tests cover these; this proof concerns logic.
    mutator: { excludedMutations: ['StringLiteral'] },
  }).runMutationTest();
  const counted = mutants.filter(({ status }) => judged.has(status));
  const killed = counted.filter(({ status }) => seen.has(status)).length;
  const score = (100 * killed) / counted.length;
  figure('mutants', `${mutate.join(' ')} ${killed} of ${counted.length} (${score.toFixed(0)} %)`);
  return counted.length > 0 && score >= (isPredicate ? 100 : 90);
}

for (const target of targets) {
  if (!target.mutate.some((path) => path.includes(values.only))) continue;
  if (!(await tryAll(target))) process.exitCode = 1;
}
