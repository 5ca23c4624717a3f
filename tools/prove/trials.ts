import type { Pool } from 'pg';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { createPool } from '#server/database/pools.ts';

/** Tests over a migrated database in which one thing at a time is broken: it and they stay loaded. */
export interface Trials {
  /** The rows of a question to the migrated database. Only after a first trial. */
  ask: <Row extends object>(sql: string, values: unknown[]) => Promise<Row[]>;
  /** Whether the database takes a statement at all: what it refuses, nobody could have written. */
  isPossible: (statement: string) => Promise<boolean>;
  /** Runs these files one after the other until a test fails; its name. */
  firstFailure: (files: string[]) => Promise<string | undefined>;
  /** The same while something is broken, which is mended after. */
  failureWith: (broken: string, whole: string, files: string[]) => Promise<string | undefined>;
  stop: () => Promise<void>;
}

/** Loads the files that are going to be tried. */
export async function startTrials(files: string[]): Promise<Trials> {
  const vitest = await createVitest('test', {
    config: 'tools/prove/mutants.config.ts',
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
        // One message is one transaction: what comes last takes everything back.
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

/** The test of a file that failed, or what kept the file from its tests. */
const failureIn = (module: TestModule) => {
  if (module.ok() && module.children.size > 0) return undefined;
  const [failed] = module.children.allTests('failed');
  return failed?.fullName ?? module.errors()[0]?.message ?? `No test in ${module.moduleId}`;
};

/** The template of all databases of the tests; and with it those made of it that stay. */
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
