import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statusComponents, type StatusComponent } from '#contract/status-components.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import type { Dependency } from '#server/platform/http/observability/outages.ts';
import { createStatusRecorder } from '#server/platform/http/observability/status-history.ts';
import { installJobs } from '#server/platform/jobs/start-jobs.ts';
import { sharedApplication } from '#server/test/application.ts';
import { reportOf } from './rules.ts';
import { getStatus } from './service.ts';

// Without the product, which would measure itself meanwhile.
const database = await testDatabase();
const { owner } = database;
const silent = () => undefined;
beforeAll(() => installJobs(owner, { debug: silent, info: silent, warn: silent, error: silent }));

const lines: string[] = [];
const options = {
  owner,
  isLive: () => true,
  log: { error: (_: object, line: string) => void lines.push(line) },
};

/** Starts a process that measures; its outages give each outcome once, as those of the product. */
const startProcess = (startedAt = new Date(Date.now() - 60_000), own = options) => {
  let outcomes = new Map<Dependency, boolean>();
  const takeOutcomes = () => {
    const taken = outcomes;
    outcomes = new Map();
    return taken;
  };
  const record = createStatusRecorder({ ...own, outages: { takeOutcomes } }, startedAt);
  return {
    /** Measures after a call of this dependency, if one is given. */
    measure: (dependency?: Dependency, isUp = true) => {
      if (dependency) outcomes.set(dependency, isUp);
      return record();
    },
  };
};

const incidents = async () => (await getStatus(database)).incidents;
const stateOf = async (name: StatusComponent) =>
  (await getStatus(database)).components.find(({ component }) => component === name)?.state;

/** Lets the stored history be as old as this. */
const age = (minutes: number) =>
  owner.query(
    `with measured as (update app.status_measurements
       set since = since - make_interval(mins => $1), at = at - make_interval(mins => $1),
         first_at = (select coalesce(jsonb_object_agg(key, value::timestamptz - make_interval(mins => $1)), '{}')
           from jsonb_each_text(first_at)))
     update app.status_incidents set started_at = started_at - make_interval(mins => $1),
       seen_at = seen_at - make_interval(mins => $1), ended_at = ended_at - make_interval(mins => $1)`,
    [minutes],
  );

beforeEach(async () => {
  lines.length = 0;
  await owner.query('delete from app.status_measurements');
  await owner.query('delete from app.status_incidents');
});

describe('The status of the product (R-OPR-31)', () => {
  test('is unknown before the first measurement', async () => {
    expect(await getStatus(database)).toMatchObject({
      since: null,
      at: null,
      incidents: [],
    });
    expect(await stateOf('site')).toBe('unknown');
    await startProcess().measure();
    const { since, at, components } = await getStatus(database);
    expect(since).toBe(at);
    expect(components[0]?.days).toHaveLength(90);
  });

  test('is unknown again when the measurements end', async () => {
    await startProcess().measure();
    await age(4);
    expect(await stateOf('jobs')).toBe('unknown');
  });

  test('has a component whose first call is not known as unmeasured until then', async () => {
    const { measure } = startProcess();
    await measure();
    await age(1);
    await measure('mail server');
    await age(1);
    await measure();
    const { components } = await getStatus(database);
    const found = components.map(({ component, state, uptime, days }) => {
      const measured = days.reduce((sum, day) => sum + day.measured, 0);
      return [component, state, uptime, Math.round(measured)];
    });
    expect(found).toEqual([
      ['site', 'up', 1, 2],
      ['database', 'up', 1, 2],
      ['payments', 'unmeasured', null, 0],
      ['emails', 'up', 1, 1],
      ['jobs', 'up', 1, 2],
      ['live', 'up', 1, 2],
    ]);
  });

  test('names a component that failed until no process has found it failing for a while', async () => {
    const [first, second] = [startProcess(), startProcess()];
    await first.measure('payment provider', false);
    expect(await stateOf('payments')).toBe('down');
    // Another process still reaches it, or did a moment ago.
    await second.measure('payment provider');
    expect(await stateOf('payments')).toBe('down');
    await age(2);
    await second.measure('payment provider');
    expect(await stateOf('payments')).toBe('up');
    const [only, ...others] = await incidents();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ component: 'payments', endedAt: expect.any(String) });
  });

  test('ends an interruption after one call that worked, although no other follows', async () => {
    const { measure } = startProcess();
    await measure('mail server', false);
    await age(1);
    await measure('mail server');
    expect(await stateOf('emails')).toBe('down');
    await age(1);
    await measure();
    expect(await stateOf('emails')).toBe('up');
  });

  test('keeps an interruption while a call that failed is the last one', async () => {
    const { measure } = startProcess();
    await measure('mail server');
    await measure('mail server', false);
    await age(2);
    await measure();
    expect(await stateOf('emails')).toBe('down');
  });

  test('has one interruption for a failure that several processes report at the same time', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => startProcess().measure('mail server', false)),
    );
    expect(await incidents()).toHaveLength(1);
  });

  test('has a gap of the measurements as one interruption of the site', async () => {
    await startProcess().measure();
    await age(30);
    await Promise.all(Array.from({ length: 5 }, () => startProcess(new Date()).measure()));
    expect(await incidents()).toEqual([expect.objectContaining({ component: 'site' })]);
    expect(await stateOf('site')).toBe('up');
  });

  test('has a gap through which the process ran as an interruption of the database, too', async () => {
    await startProcess().measure();
    await age(30);
    await startProcess(new Date(Date.now() - 3_600_000)).measure();
    const names = (await incidents()).map(({ component }) => component);
    expect(names.toSorted()).toEqual(['database', 'site']);
  });

  test('tells late jobs and a hub without notifications', async () => {
    await owner.query(
      `select app.add_job('status.late', '{}', null, null, now() - interval '6 minutes')`,
    );
    await startProcess(undefined, { ...options, isLive: () => false }).measure();
    expect([await stateOf('live'), await stateOf('jobs')]).toEqual(['down', 'down']);
  });

  test('is measured and logged although the query of the jobs fails', async () => {
    const query = (text: string, values: unknown[]) =>
      text.includes('graphile_worker')
        ? Promise.reject(new Error('canceled'))
        : owner.query(text, values);
    await startProcess(undefined, { ...options, owner: { query } as typeof owner }).measure();
    expect([await stateOf('live'), await stateOf('jobs')]).toEqual(['up', 'unmeasured']);
    expect(lines).toEqual(['measurement of jobs failed']);
  });

  test('shows an interruption that lasts before a thousand shorter ones', async () => {
    await startProcess().measure('mail server', false);
    await age(60);
    await owner.query(
      `insert into app.status_incidents (component, ended_at) select 'live', now() from generate_series(1, 1001)`,
    );
    expect(await incidents()).toContainEqual({
      component: 'emails',
      startedAt: expect.any(String),
      endedAt: null,
    });
  });

  test('forgets what is older than the page shows', async () => {
    const { measure } = startProcess();
    await measure('payment provider', false);
    await age(2);
    await measure('payment provider');
    await age(60 * 24 * 92);
    await startProcess(new Date(0)).measure();
    const names = (await incidents()).map(({ component }) => component);
    expect(names).not.toContain('payments');
  });
});

test('anyone may read the status over the API (R-OPR-31)', async () => {
  const { anyone } = await sharedApplication();
  const { components } = await anyone.status.get();
  expect(components.map(({ component }) => component)).toEqual([...statusComponents]);
});

describe('The report of a history', () => {
  const at = (time: string) => `2026-03-10T${time}:00Z`;
  const report = (incidentsOf: { component: StatusComponent; from: string; to: string | null }[]) =>
    reportOf(
      {
        since: at('00:00'),
        at: at('10:00'),
        firstAt: { payments: at('00:00'), emails: at('00:00'), jobs: at('00:00') },
        incidents: incidentsOf.map(({ component, from, to }) => ({
          component,
          startedAt: at(from),
          endedAt: to && at(to),
        })),
      },
      Date.parse(at('10:01')),
    );
  const uptimes = (of: ReturnType<typeof report>) =>
    Object.fromEntries(of.components.map(({ component, uptime }) => [component, uptime]));

  test('counts only measured days', () => {
    const { components } = report([]);
    const [first] = components;
    expect(first?.days.at(-1)).toEqual({ date: '2026-03-10', measured: 600, down: 0 });
    expect(first?.days.slice(0, -1).every(({ measured }) => measured === 0)).toBe(true);
    expect(first?.uptime).toBe(1);
  });

  test('begins with the oldest day that is kept', () => {
    const history = { since: at('00:00'), at: at('10:00'), firstAt: {}, incidents: [] };
    const { since, components } = reportOf(history, Date.parse('2026-07-10T00:00:00Z'));
    expect(since).toBe('2026-04-12T00:00:00.000Z');
    expect(components[0]?.days[0]?.date).toBe('2026-04-12');
  });

  test('counts the time without the site for no other component', () => {
    const shares = uptimes(report([{ component: 'site', from: '04:00', to: '05:00' }]));
    expect(shares).toMatchObject({ site: 0.9, database: 1, payments: 1 });
  });

  test('counts overlapping interruptions of a component once', () => {
    const shares = uptimes(
      report([
        { component: 'emails', from: '01:00', to: '03:00' },
        { component: 'emails', from: '02:00', to: '04:00' },
        { component: 'jobs', from: '08:00', to: null },
      ]),
    );
    expect(shares).toMatchObject({ emails: 0.7, jobs: 0.8 });
  });
});
