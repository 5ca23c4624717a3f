import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { temporaryFolder } from './kit/servers.ts';
import { readStarts, timesVariable, type Starts } from './kit/times.ts';
import { run } from './run.ts';

/** Counts of passed and failed tests, and what the log of a run on another machine must end with. */
export type TestCount = {
  passed: number;
  failed: number;
  /** Files of failed tests, from the root of the project. */
  files: string[];
  /** Failed tests with the beginning of their messages. */
  details: string[];
  /** Last pages of failed journeys, and what they requested before. */
  pages: string[];
  times: TestTimes;
};

type Duration = { name: string; seconds: number };

/** Durations of a run and its parts. */
export type TestTimes = {
  seconds: number;
  /** Files of units and single journeys with the time of their tests, the slowest first. */
  slowest: Duration[];
  /** The single test that took longest. */
  longest?: Duration | undefined;
  /** Starts of products, databases and database servers, which are part of it. */
  starts: Record<string, Starts>;
};

/** JSON report of Vitest or of Playwright. */
type Report = {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    name: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[];
      duration?: number;
    }[];
  }[];
  stats?: { expected: number; unexpected: number };
  suites?: JourneySuite[];
};

type JourneySuite = {
  file: string;
  specs: {
    ok: boolean;
    title: string;
    line: number;
    tests: { results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
  suites?: JourneySuite[];
};

type Options = {
  /** Files to run, and options of the program; all files without any. */
  args?: string[];
  env?: Record<string, string>;
};

const hasFailure = ({ specs, suites = [] }: JourneySuite): boolean =>
  specs.some(({ ok }) => !ok) || suites.some(hasFailure);

/** Returns the files that have a failed test, or failed as a whole. */
const failedFiles = ({ testResults = [], suites = [] }: Report) => [
  ...testResults
    .filter(
      ({ message, assertionResults }) =>
        message !== '' || assertionResults.some(({ status }) => status === 'failed'),
    )
    .map(({ name }) => relative(process.cwd(), name)),
  ...suites.filter(hasFailure).map(({ file }) => join('e2e', file)),
];

/** Returns the failed tests of units with the beginning of their messages. */
const unitDetails = ({ testResults = [] }: Report) =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    return [
      ...(message ? [`${file}\n${message.slice(0, 2_000)}`] : []),
      ...failed.map(
        (test) => `${file}: ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 2_000)}`,
      ),
    ];
  });

/** Returns the failed journeys with the beginning of their messages. */
const journeyDetails = ({ file, specs, suites = [] }: JourneySuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      const messages = errors.map(({ message = '' }) => stripVTControlCharacters(message));
      return `e2e/${file}:${line} ${title}\n${messages.join('\n').slice(0, 1_000)}`;
    }),
  ...suites.flatMap(journeyDetails),
];

function lastPages() {
  const folder = 'test-results';
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('error-context.md') || file.endsWith('browser-log.txt'))
    .map((file) => `${file}\n${readFileSync(join(folder, file), 'utf8').slice(0, 8_000)}`);
}

const journeysOf = ({ file, specs, suites = [] }: JourneySuite): Duration[] => [
  ...specs.map(({ line, title, tests }) => {
    const durations = tests.flatMap(({ results }) => results).map(({ duration }) => duration);
    const seconds = durations.reduce((sum, duration) => sum + duration, 0) / 1000;
    return { name: `e2e/${file}:${line} ${title}`, seconds };
  }),
  ...suites.flatMap(journeysOf),
];

/** Returns files of units and single journeys with their times, and the longest single test. */
function durationsOf({ testResults = [], suites = [] }: Report) {
  const slowestFirst = (durations: Duration[]) =>
    durations.toSorted((a, b) => b.seconds - a.seconds);
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
  const units = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      name: `${relative(process.cwd(), name)}: ${fullName}`,
      seconds: duration / 1000,
    })),
  );
  const journeys = suites.flatMap(journeysOf);
  const [longest] = slowestFirst([...units, ...journeys]);
  return { slowest: slowestFirst([...files, ...journeys]), longest };
}

/** Runs tests with their output shown; a crashed runner or an empty report counts as one failure. */
async function countTests(program: 'vitest' | 'playwright', { args = [], env = {} }: Options) {
  await using stack = new AsyncDisposableStack();
  const folder = temporaryFolder(stack, 'tests');
  const [file, startsFile] = [join(folder, 'report.json'), join(folder, 'starts')];
  const began = Date.now();
  const reporters =
    program === 'vitest'
      ? ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      : ['test', '--reporter=list,json'];
  const all = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, [timesVariable]: startsFile };
  const { ok } = await run(program, [...reporters, ...args], { show: true, env: all });
  let report: Report = {};
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    console.error(`No test report of ${program}.`);
  }
  const { stats, numPassedTests: passed = stats?.expected ?? 0 } = report;
  const { numFailedTests = stats?.unexpected ?? 0 } = report;
  const isComplete = ok && passed + numFailedTests > 0;
  const failed = isComplete ? numFailedTests : Math.max(1, numFailedTests);
  const details = [...unitDetails(report), ...(report.suites ?? []).flatMap(journeyDetails)];
  const pages = program === 'playwright' && failed > 0 ? lastPages() : [];
  const seconds = (Date.now() - began) / 1000;
  const times = { seconds, ...durationsOf(report), starts: readStarts(startsFile) };
  return { passed, failed, files: failedFiles(report), details, pages, times };
}

/** Builds the product, which some units and all journeys use; concurrent builds would disturb each other. */
async function countOnBuild(program: 'vitest' | 'playwright', options: Options) {
  const { ok } = await run('tools/build.ts', [], { show: true });
  if (ok) return countTests(program, options);
  const times = { seconds: 0, slowest: [], starts: {} };
  return { passed: 0, failed: 1, files: [], details: ['The build failed.'], pages: [], times };
}

/** Runs the tests of units and of the API. */
export const runUnits = (options: Options = {}): Promise<TestCount> =>
  countOnBuild('vitest', options);

/** Runs the browser journeys. */
export const runJourneys = (options: Options = {}): Promise<TestCount> =>
  countOnBuild('playwright', options);
