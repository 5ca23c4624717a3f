import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  databaseChannel,
  type DatabaseOperation,
} from '#server/platform/database/driver/tracing.ts';
import { trustedProxiesOf } from '#server/platform/http/protection/proxies.ts';

type Options = {
  /** URL of an OTLP/HTTP collector, without a trailing slash. */
  to: string;
  trustedProxies: readonly string[];
};

/** Timeout of an export in milliseconds, which also bounds the delay of a shutdown. */
const exportTimeoutMs = 5_000;

/**
 * Traces requests and their database statements, and exports them to a collector. Spans are named by
 * route template and by kind of statement and table: no path, body or value is exported. Loaded only if
 * a collector is configured; the remaining spans are exported when the server closes.
 */
export function traceRequests(app: FastifyInstance, { to, trustedProxies }: Options) {
  const provider = createProvider(`${to}/v1/traces`);
  const tracer = provider.getTracer('pregao');
  const current = new AsyncLocalStorage<Context | undefined>();
  const isTrusted = trustedProxiesOf(trustedProxies).isFromProxy;
  const traced = new WeakMap<FastifyRequest, { span: Span; context: Context }>();
  const enter = (request: FastifyRequest, done: () => void) => {
    const found = traced.get(request);
    if (found) current.run(found.context, done);
    else done();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    if (isMonitoring(request)) return done();
    const remote = isTrusted(request.raw) ? contextOf(request.headers['traceparent']) : null;
    // A page calls the API in process: such a call is a child of the page.
    const parent = remote ?? current.getStore() ?? ROOT_CONTEXT;
    const span = tracer.startSpan(requestSpanName(request), { kind: SpanKind.SERVER }, parent);
    traced.set(request, { span, context: trace.setSpan(parent, span) });
    enter(request, done);
  });
  // Reading the body left the async context.
  app.addHook('preValidation', (request, _reply, done) => enter(request, done));
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { span } = traced.get(request) ?? {};
    span?.setAttributes({
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'pages',
      'http.response.status_code': statusCode,
      'pregao.request_id': request.id,
    });
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
  const forget = traceDatabase(tracer, current);
  app.addHook('onClose', async () => {
    forget();
    // An unavailable collector must not prevent the shutdown.
    await provider.shutdown().catch((error: unknown) => {
      app.log.warn({ err: error }, 'trace export failed on shutdown');
    });
  });
}

function createProvider(url: string) {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs });
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'pregao' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const spanProcessors = [
    new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs }),
  ];
  return new TracerProvider({ resource, spanProcessors });
}

/** Returns true for probes and scrapes, which are not traced. */
const isMonitoring = ({ routeOptions }: FastifyRequest) =>
  /^\/(health\/|metrics$)/.test(routeOptions.url ?? '');

const requestSpanName = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${routeOptions.url ?? 'pages'}`;

/** Parses a `traceparent` (W3C Trace Context); null if it is invalid. */
function contextOf(header: unknown): Context | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(header)) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : null;
}

/** Traces the database scopes and statements of requests, and none outside of a request. */
function traceDatabase(tracer: Tracer, current: AsyncLocalStorage<Context | undefined>) {
  const spans = new WeakMap<DatabaseOperation, Span>();
  const begin = (action: DatabaseOperation) => {
    const parent = current.getStore();
    if (!parent) return undefined;
    const span = tracer.startSpan(databaseSpanName(action), { kind: SpanKind.CLIENT }, parent);
    span.setAttribute('db.system.name', 'postgresql');
    spans.set(action, span);
    return trace.setSpan(parent, span);
  };
  const fail = (action: unknown) =>
    void spans.get(action as DatabaseOperation)?.setStatus({ code: SpanStatusCode.ERROR });
  const end = (action: unknown) => spans.get(action as DatabaseOperation)?.end();
  const start = channel<DatabaseOperation, Context | undefined>(databaseChannel.start.name);
  start.bindStore(current, begin);
  databaseChannel.error.subscribe(fail);
  databaseChannel.asyncEnd.subscribe(end);
  return () => {
    start.unbindStore(current);
    databaseChannel.error.unsubscribe(fail);
    databaseChannel.asyncEnd.unsubscribe(end);
  };
}

/** Returns the name of a span: `scope tenant`, `select users`, `update emails`. */
function databaseSpanName(action: DatabaseOperation) {
  if ('scope' in action) return `scope ${action.scope}`;
  const kind =
    /^\s*(?:with\s[^(]*\(\s*)?(\w+)/i.exec(action.sql)?.[1]?.toLowerCase() ?? 'statement';
  // Tables of scalar subqueries come before the statement's own.
  const own = action.sql.replaceAll(/\(\s*select\s[^()]*\)/gi, '');
  const table = /\b(?:from|into|update)\s+"?([a-z_][\w.]*)/i.exec(own)?.[1];
  return table ? `${kind} ${table}` : kind;
}
