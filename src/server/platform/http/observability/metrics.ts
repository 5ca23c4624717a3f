import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { Failure } from '#contract/errors.ts';
import type { OpenDatabase } from '#server/platform/database/open.ts';
import { isLocalRequest } from '#server/platform/http/visitor.ts';
import { answerMetricsRequests, collectWorkerMetrics } from './worker-metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response lasts as long as its page: its duration says nothing about the server. */
    isStream?: true;
  }
}

/** Sources of the metrics, besides requests. */
export type MetricsOptions = Pick<OpenDatabase, 'owner' | 'usage'> & {
  /** Bearer token for access; null: local requests only, and none if the server is reachable. */
  token: string | null;
  /** True if others can reach the server: a local request may then come from a proxy. */
  isReachable: boolean;
  sockets: () => number;
  isStorageUp: () => Promise<boolean>;
  /** Returns what keeps the database from writing, as of its last check; null if nothing does. */
  writeFailure: () => unknown;
};

/** Loads the library with the first scrape: without one it costs no memory. */
const loadPromClient = () => import('prom-client');

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type RequestLabels = { route: string; method: string; status: number };
type Durations = { labels: RequestLabels; counts: number[]; sum: number };

/** Counts durations without the library, in the form that it prints. */
function createRequestDurations() {
  const name = 'http_request_duration_seconds';
  const series = new Map<string, Durations>();
  const observe = (labels: RequestLabels, seconds: number) => {
    const key = `${labels.status} ${labels.method} ${labels.route}`;
    let durations = series.get(key);
    if (!durations) {
      durations = { labels, counts: Array(durationBuckets.length + 1).fill(0), sum: 0 };
      series.set(key, durations);
    }
    const at = durationBuckets.findIndex((bound) => seconds <= bound);
    const counted = at < 0 ? durationBuckets.length : at;
    durations.counts[counted] = (durations.counts[counted] ?? 0) + 1;
    durations.sum += seconds;
  };
  const valuesOf = ({ labels, counts, sum }: Durations) => {
    let count = 0;
    const buckets = counts.map((more, index) => {
      count += more;
      const le = durationBuckets[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    const total = { metricName: `${name}_sum`, labels, value: sum };
    return [...buckets, total, { metricName: `${name}_count`, labels, value: count }];
  };
  const toJson = () => ({
    name,
    help: 'Duration of HTTP requests in seconds, by route template, method and status',
    type: 'histogram',
    aggregator: 'sum',
    values: [...series.values()].flatMap(valuesOf),
  });
  return { observe, toJson };
}

/** Metrics of the process, collected from the first scrape on: without scrapes they cost nothing. */
let processMetrics: Promise<Registry> | undefined;
async function openProcessMetrics() {
  const { collectDefaultMetrics, Registry } = await loadPromClient();
  const register = new Registry();
  collectDefaultMetrics({ register });
  // Gauges with names of counters, which Prometheus' linter refuses; the gauges by type remain.
  for (const name of ['handles', 'requests', 'resources']) {
    register.removeSingleMetric(`nodejs_active_${name}_total`);
  }
  return register;
}

const gaugesQuery = `
  select
    (select count(*) from graphile_worker.jobs
      where attempts < max_attempts and run_at <= now() and locked_at is null) as jobs_waiting,
    (select count(*) from graphile_worker.jobs where attempts >= max_attempts) as jobs_failed,
    (select count(*) from emails
      where dead_at is not null and sent_at is null and last_error is not null) as mails_dead,
    (select count(*) from emails where sent_at is null and dead_at is null) as mails_unsent,
    (select coalesce(max(extract(epoch from now() - created_at)), 0)::float8 from emails
      where sent_at is null and dead_at is null) as mails_unsent_age_seconds,
    (select count(*) from provider_events
      where settled_at is null and customer_id is not null) as provider_events_open`;

const gaugeHelp: Record<string, string> = {
  database_up: 'Database reachable (1) or not (0)',
  database_writable:
    'Database accepts connections and writes (1) or not (0), checked every ten seconds',
  jobs_waiting: 'Jobs ready to run and not yet locked',
  jobs_failed: 'Jobs that failed permanently',
  mails_dead: 'Emails that failed permanently',
  mails_unsent: 'Emails not yet sent: new ones, and those whose delivery failed and is retried',
  mails_unsent_age_seconds: 'Age of the oldest email not yet sent, in seconds',
  provider_events_open: 'Events of the payment provider not yet processed',
  storage_up: 'File storage reachable (1) or not (0)',
  hub_sockets: 'Open connections of the realtime hub: WebSockets and event streams',
};

/** Milliseconds after which the database counts as down. */
const databaseTimeoutMs = 3_000;

/** Reads counts from the database; without a response, reports only that it is down. */
async function queryDatabaseGauges(
  owner: MetricsOptions['owner'],
): Promise<Record<string, number>> {
  try {
    const answer = owner.query<Record<string, number>>(gaugesQuery);
    const timeout = sleep(databaseTimeoutMs, { rows: null }, { ref: false });
    const { rows } = await Promise.race([answer, timeout]);
    return rows ? { database_up: 1, ...rows[0] } : { database_up: 0 };
  } catch {
    return { database_up: 0 };
  }
}

/** Returns gauges of current values; an unknown value is omitted. */
async function gauges(values: Record<string, number>): Promise<Registry> {
  const { Gauge, Registry } = await loadPromClient();
  const registry = new Registry();
  for (const [name, value] of Object.entries(values)) {
    const help = gaugeHelp[name] ?? name;
    new Gauge({ name: `pregao_${name}`, help, registers: [registry] }).set(value);
  }
  return registry;
}

async function processLoad({ usage, sockets }: MetricsOptions): Promise<Registry> {
  const { Gauge } = await loadPromClient();
  const registry = await gauges({ hub_sockets: sockets() });
  const connections = new Gauge({
    name: 'pregao_database_connections',
    help: 'Database connections by pool: in use, idle, and requests waiting for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
  });
  for (const [pool, { inUse, idle, waiting }] of Object.entries(usage())) {
    connections.set({ pool, state: 'in_use' }, inUse);
    connections.set({ pool, state: 'idle' }, idle);
    connections.set({ pool, state: 'waiting' }, waiting);
  }
  return registry;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

type MetricsAccess = Pick<MetricsOptions, 'token' | 'isReachable'>;

/** Requires the token; without one, a local request, and answers 404 where others can connect. */
const requireMetricsAccess =
  ({ token, isReachable }: MetricsAccess) =>
  async (request: FastifyRequest) => {
    if (token === null) {
      if (isReachable || !isLocalRequest(request)) throw new Failure('notFound');
      return;
    }
    const presented = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? '';
    if (!timingSafeEqual(digest(presented), digest(token))) throw new Failure('unauthorized');
  };

/**
 * Serves `/metrics` for Prometheus with the metrics of all processes, whichever answers. Requests are
 * counted by route template, never by path, which may contain a token (R-SEC-12).
 */
export function serveMetrics(app: FastifyInstance, options: MetricsOptions) {
  const durations = createRequestDurations();
  app.addHook('onResponse', ({ routeOptions, method }, { statusCode, elapsedTime }, done) => {
    if (!routeOptions.config.isStream) {
      const labels = { route: routeOptions.url ?? 'pages', method, status: statusCode };
      durations.observe(labels, elapsedTime / 1_000);
    }
    done();
  });
  const measured = async () => {
    const all = [await (processMetrics ??= openProcessMetrics()), await processLoad(options)];
    const found = await Promise.all(all.map((each) => each.getMetricsAsJSON()));
    return [durations.toJson(), ...found.flat()];
  };
  answerMetricsRequests(measured);
  const guarded = {
    schema: { hide: true },
    config: { kind: null },
    onRequest: requireMetricsAccess(options),
  };
  app.get('/metrics', guarded, async (_request, reply) => {
    const { AggregatorRegistry, Registry } = await loadPromClient();
    const checked = {
      storage_up: Number(await options.isStorageUp()),
      database_writable: Number(options.writeFailure() === null),
    };
    const rows = await gauges({ ...(await queryDatabaseGauges(options.owner)), ...checked });
    const others = await collectWorkerMetrics<Awaited<ReturnType<typeof measured>>>();
    const each = [await rows.getMetricsAsJSON(), await measured(), ...others];
    const metrics = await AggregatorRegistry.aggregate(each).metrics();
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(metrics);
  });
}
