import { statusComponents, statusDays, type StatusComponent } from '#contract/status-components.ts';
import type { ComponentStatus, StatusIncident, StatusReport } from '#contract/status.ts';

/** The stored history; null before the first measurement. */
export type StatusHistory = {
  since: string;
  at: string;
  /** First measurement by component; the site and the database are measured from the beginning. */
  firstAt: Partial<Record<StatusComponent, string>>;
  incidents: StatusIncident[];
} | null;

const minute = 60_000;
const day = 1_440 * minute;
/** Milliseconds after which the last measurement says nothing about now. */
const staleAfter = 3 * minute;
const shownIncidents = 50;

const iso = (at: string | null) => at && new Date(at).toISOString();

type Interval = { from: number; to: number };

/** Returns the time that intervals have in common with another one, each moment once. */
function overlap(intervals: readonly Interval[], { from, to }: Interval) {
  let covered = from;
  let total = 0;
  for (const each of intervals) {
    const begin = Math.max(each.from, covered);
    const end = Math.min(each.to, to);
    if (end <= begin) continue;
    total += end - begin;
    covered = end;
  }
  return total;
}

const always: readonly StatusComponent[] = ['site', 'database'];

/**
 * Returns the report of a history. While the site was away nothing else was measured, so that this time counts for no other
 * component unless it is known to have failed.
 */
export function reportOf(history: StatusHistory, now: number): StatusReport {
  const { since = null, at = null, firstAt = {}, incidents = [] } = history ?? {};
  const oldest = (Math.floor(now / day) - statusDays + 1) * day;
  const measuredTo = at === null ? now : Date.parse(at);
  const intervalsOf = (name: StatusComponent): Interval[] =>
    incidents
      .filter(({ component }) => component === name)
      .map(({ startedAt, endedAt }) => ({
        from: Date.parse(startedAt),
        to: endedAt === null ? measuredTo : Date.parse(endedAt),
      }))
      .toSorted((a, b) => a.from - b.from);
  const away = intervalsOf('site');
  const isStale = at === null || now - measuredTo > staleAfter;
  const statusOf = (component: StatusComponent): ComponentStatus => {
    const own = intervalsOf(component);
    const first = always.includes(component) ? since : firstAt[component];
    const begin = first ? Date.parse(first) : measuredTo;
    const unseen = away.filter(
      ({ from, to }) => component !== 'site' && overlap(own, { from, to }) === 0,
    );
    const days = Array.from({ length: statusDays }, (_, index) => {
      const start = oldest + index * day;
      const from = Math.max(start, begin);
      const within = { from, to: Math.max(from, Math.min(start + day, measuredTo)) };
      return {
        date: new Date(start).toISOString().slice(0, 10),
        measured: (within.to - within.from - overlap(unseen, within)) / minute,
        down: overlap(own, within) / minute,
      };
    });
    const total = days.reduce((sum, each) => sum + each.measured, 0);
    const down = days.reduce((sum, each) => sum + each.down, 0);
    const isDown = incidents.some((each) => each.component === component && !each.endedAt);
    return {
      component,
      state: isStale ? 'unknown' : first ? (isDown ? 'down' : 'up') : 'unmeasured',
      uptime: total > 0 ? 1 - down / total : null,
      days,
    };
  };
  return {
    since: since && new Date(Math.max(Date.parse(since), oldest)).toISOString(),
    at: iso(at),
    components: statusComponents.map(statusOf),
    incidents: incidents.slice(0, shownIncidents).map(({ component, startedAt, endedAt }) => ({
      component,
      startedAt: new Date(startedAt).toISOString(),
      endedAt: iso(endedAt),
    })),
  };
}
