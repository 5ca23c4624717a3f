import type { Pool } from 'pg';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { createPool } from '#server/database/driver/pools.ts';

/** Tests on a migrated database in which one thing at a time is broken; both stay loaded. */
export interface Trials {
  /** Queries the migrated database. Available only after a first trial. */
  ask: <Row extends object>(sql: string, values: unknown[]) => Promise<Row[]>;
  /** Returns true when the database accepts a statement; others are no valid mutants. */
  isPossible: (statement: string) => Promise<boolean>;
  /** Runs these files one after the other until a test fails; returns its name. */
  firstFailure: (files: string[]) => Promise<string | undefined>;
  /** Does the same while something is broken, and repairs it afterwards. */
  failureWith: (broken: string, whole: string, files: string[]) => Promise<string | undefined>;
  stop: () => Promise<void>;
}

/** Loads the test files. */
export async function startTrials(files: string[]): Promise<Trials> {
  const vitest = await createVitest('test', {
    config: 'tools/longrun/mutants.config.ts',
    include: files,
    watch: false,
    bail: 1,
    reporters: [{}],
  });
  const specifications = await vitest.globTestSpecifications();

  const failureOf = async (file: string) => {
    const chosen = specifications.filter(({ moduleId }) => moduleId.endsWith(`/${file}`));
    const { testModules } = await vitest.runTestSpecifications(chosen);
    const [module] = testModules.filter(({ moduleId }) => moduleId.endsWith(`/${file}`));
    return module ? failureIn(module) : `No ${file}`;
  };
  const firstFailure = async (files: string[]) => {
    for (const file of files) {
      const failure = await failureOf(file);
      if (failure !== undefined) return failure;
    }
    return undefined;
  };

  const { inTemplate, everywhere } = databasesOf(vitest);
  return {
    firstFailure,
    ask: (sql, values) => inTemplate(async (pool) => (await pool.query(sql, values)).rows),
    isPossible: (statement) =>
      inTemplate(async (pool) => {
        // One message is one transaction: the exception at its end rolls everything back.
        const asked = pool.query(`${statement}; do $$ begin raise 'possible'; end $$`);
        return asked.then(
          () => false,
          (error: Error) => error.message === 'possible',
        );
      }),
    failureWith: async (broken, whole, asked) => {
      await everywhere(broken);
      const failure = await firstFailure(asked);
      await everywhere(whole);
      return failure;
    },
    stop: () => vitest.close(),
  };
}

/** Returns the failed test of a file, or the error that kept the file from running. */
const failureIn = (module: TestModule) => {
  if (module.ok() && module.children.size > 0) return undefined;
  const [failed] = module.children.allTests('failed');
  return failed?.fullName ?? module.errors()[0]?.message ?? `No test in ${module.moduleId}`;
};

/** Returns the template of all test databases, and the permanent databases created from it. */
function databasesOf(vitest: Vitest) {
  const cluster = () => vitest.getRootProject().getProvidedContext().testCluster;
  const inDatabase = async <T>(name: string, work: (pool: Pool) => Promise<T>) => {
    const url = Object.assign(new URL(cluster().adminUrl), { pathname: name });
    const pool = createPool({ connectionString: url.href, max: 1 });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };
  const inTemplate = <T>(work: (pool: Pool) => Promise<T>) => inDatabase(cluster().template, work);
  const everywhere = async (statement: string) => {
    const { rows } = await inTemplate((pool) =>
      pool.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, current_database())',
      ),
    );
    for (const { name } of rows) await inDatabase(name, (pool) => pool.query(statement));
  };
  return { inTemplate, everywhere };
}
