import { setTimeout as sleep } from 'node:timers/promises';
import { statusDays, type StatusComponent } from '#contract/status-components.ts';
import type { OpenDatabase } from '#server/platform/database/open.ts';
import type { Logger } from '#server/platform/jobs/logger.ts';
import type { Dependency, Outages } from './outages.ts';

export type StatusHistoryOptions = Pick<OpenDatabase, 'owner'> & {
  log: Pick<Logger, 'error'>;
  outages: Pick<Outages, 'takeOutcomes'>;
  /** Returns true while the hub receives notifications of the database. */
  isLive: () => boolean;
};

/** Jobs in a queue of their own wait for each other, so that they may wait long. */
const lateJobsQuery = `
  select exists (
    select from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and queue_name is null
      and run_at < now() - interval '5 minutes'
  ) as late`;

// One statement, which several processes send at the same time: the lock on the measurement gives a gap to one of them.
// A gap in the measurements is an interruption of the site, and of the database if the process ran through it. What some
// process found down ends when no process has for 90 seconds.
const recordQuery = `
  with last as (select at from app.status_measurements for update),
  measured as (
    insert into app.status_measurements as stored (first_at)
      select coalesce(jsonb_object_agg(component, now()), '{}') from unnest($1::text[] || $2::text[]) as component
      on conflict (single) do update set at = now(), first_at = excluded.first_at || stored.first_at
  ),
  interrupted as (
    insert into app.status_incidents (component, started_at, ended_at)
    select component, last.at, now()
    from last, unnest(case when $3 < last.at then array['site', 'database'] else array['site'] end) as component
    where last.at < now() - interval '150 seconds'
  ),
  ended as (
    update app.status_incidents set ended_at = now()
    where ended_at is null and component = any ($2) and seen_at < now() - interval '90 seconds'
  ),
  forgotten as (
    delete from app.status_incidents where ended_at < now() - interval '${statusDays + 1} days'
  )
  insert into app.status_incidents (component) select unnest($1::text[])
    on conflict (component) where ended_at is null do update set seen_at = now()`;

const components: Partial<Record<Dependency, StatusComponent>> = {
  'payment provider': 'payments',
  'mail server': 'emails',
};

/**
 * Measurements for which a call that worked counts: the first may come too soon after the failure that it ends, and no
 * other call may follow.
 */
const repetitions = 3;

/** Creates a function that stores one measurement of the process that started at `startedAt`. */
export function createStatusRecorder(options: StatusHistoryOptions, startedAt: Date) {
  const { owner, outages, isLive, log } = options;
  const successes = new Map<StatusComponent, number>();
  const findJobs = async (): Promise<[StatusComponent, boolean][]> => {
    try {
      const { rows } = await owner.query<{ late: boolean }>(lateJobsQuery);
      return [['jobs', !rows[0]?.late]];
    } catch (err) {
      log.error({ err }, 'measurement of jobs failed');
      return [];
    }
  };
  const findCalls = () => {
    const states = new Map([...successes.keys()].map((component) => [component, true]));
    for (const [component, left] of successes)
      if (left > 1) successes.set(component, left - 1);
      else successes.delete(component);
    for (const [dependency, isUp] of outages.takeOutcomes()) {
      const component = components[dependency];
      if (!component) continue;
      states.set(component, isUp);
      if (isUp) successes.set(component, repetitions - 1);
      else successes.delete(component);
    }
    return states;
  };
  return async () => {
    const states = [...(await findJobs()), ...findCalls(), ['live', isLive()] as const];
    const thatAre = (up: boolean) => states.flatMap(([name, isUp]) => (isUp === up ? [name] : []));
    await owner.query(recordQuery, [thatAre(false), thatAre(true), startedAt]);
  };
}

const interval = 60_000;

/**
 * Measures the product once a minute for its status page (R-OPR-31). While the database is away nothing is stored: the
 * next measurement finds the gap.
 */
export function keepStatusHistory(options: StatusHistoryOptions) {
  const stopping = new AbortController();
  const record = createStatusRecorder(options, new Date());
  const measure = async () => {
    // The first one soon: it tells how long the product was away.
    let pause = interval / 12;
    while (!stopping.signal.aborted) {
      const wait = sleep(pause, undefined, { ref: false, signal: stopping.signal });
      if (await wait.catch(() => true)) return;
      await record().catch((err: unknown) => {
        if (!stopping.signal.aborted) options.log.error({ err }, 'status measurement failed');
      });
      pause = interval;
    }
  };
  void measure();
  return { stop: () => stopping.abort() };
}
