/**
 * Would the tests notice a mistake? Breaks one condition, number or operator after another in the
 * modules on which money, tokens and access rest, and runs the tests that should see it
 * (`npm run prove -- mutants`). At least 90 % must be seen in each module, and everything in those that
 * decide about a tenant or a role.
 *
 *   --only <text>   the modules whose path contains it
 */
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { figure } from './proof.ts';

interface Target {
  mutate: string[];
  tests: string[];
  /** Decides who may do what, or whose rows they are: nothing may go unseen. */
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
  { mutate: ['src/server/overview/rules.ts'], tests: ['src/server/overview/rules.test.ts'] },
  {
    mutate: ['src/server/payments/{settlement,grace}.ts'],
    tests: ['src/server/payments/settlement.test.ts'],
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
    mutate: ['src/server/http/guard.ts'],
    tests: ['src/server/http/guard.test.ts'],
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
    vitest: { configFile: 'tools/prove/mutants.config.ts', related: false },
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    cleanTempDir: 'always',
    // On a busy machine nothing is taken for noticed because it is slow.
    timeoutMS: 60_000,
    // It is read by a compiler that Stryker does not know; types are looked at by the check.
    tsconfigFile: 'none',
    ignorePatterns: ['.data', 'build', 'test-results', 'reports'],
    // Words are held by the tests that read them; logic is what is looked for here.
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
