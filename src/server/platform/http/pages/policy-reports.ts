import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { networkOf } from '#server/platform/http/visitor.ts';

/** Path that receives reports about content policies. */
export const reportsPath = '/csp-report';

const kibibyte = 1024;
const text = z.string().max(4 * kibibyte);

/** Format of `report-uri`. */
const reportUriSchema = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text.optional(),
    'violated-directive': text.default(''),
    'blocked-uri': text.default(''),
    'source-file': text.default(''),
    'line-number': z.number().optional(),
  }),
});

/** Format of `report-to`, which may include reports of other kinds. */
const reportToSchema = z
  .array(
    z.object({
      type: text,
      body: z.object({
        documentURL: text.default(''),
        effectiveDirective: text.default(''),
        blockedURL: text.default(''),
        sourceFile: text.nullish(),
        lineNumber: z.number().nullish(),
      }),
    }),
  )
  .max(20);

/** Violation, without the secrets of a URL. */
type Violation = { page: string; directive: string; blocked: string; source: string; line: number };

function parseReports(body: unknown): Violation[] {
  const one = reportUriSchema.safeParse(body).data?.['csp-report'];
  if (one) {
    return [
      {
        page: one['document-uri'],
        directive: one['effective-directive'] ?? one['violated-directive'],
        blocked: one['blocked-uri'],
        source: one['source-file'],
        line: one['line-number'] ?? 0,
      },
    ];
  }
  return (reportToSchema.safeParse(body).data ?? [])
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: details }) => ({
      page: details.documentURL,
      directive: details.effectiveDirective,
      blocked: details.blockedURL,
      source: details.sourceFile ?? '',
      line: details.lineNumber ?? 0,
    }));
}

/** Returns the path of a page with possible tokens and ids replaced by `:`. */
function redactedPath(address: string) {
  const url = URL.parse(address);
  const parts = url?.pathname.split('/').map((part) => (/^[a-z-]{0,24}$/.test(part) ? part : ':'));
  return parts?.join('/') ?? '';
}

/** Returns the script of this site, or the origin of another one, or a keyword such as `eval`. */
function redactedSource(address: string) {
  const url = URL.parse(address);
  if (!url) return /^[a-z-]{0,24}$/.exec(address)?.[0] ?? '';
  const [asset] = /^\/assets\/[\w.-]{1,80}$/.exec(url.pathname) ?? [];
  return url.origin === 'null' ? url.protocol : (asset ?? url.origin);
}

const withoutSecrets = ({ page, directive, blocked, source, line }: Violation): Violation => ({
  page: redactedPath(page),
  directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? '',
  blocked: redactedSource(blocked),
  source: redactedSource(source),
  line,
});

/** Maximum of reports per minute; a total as well, so that a broken page can't flood the log. */
const reportsPerMinute = { ofNetwork: 30, ofAll: 300 };

function limitReports() {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration: 60 });
  const ofNetwork = limiter('network', reportsPerMinute.ofNetwork);
  const ofAll = limiter('all', reportsPerMinute.ofAll);
  return async (request: FastifyRequest) => {
    try {
      await ofNetwork.consume(networkOf(request));
      await ofAll.consume('all');
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
      throw new Failure('tooManyRequests', { params: { seconds } });
    }
  };
}

type Options = {
  /** Public URL of the product, without a trailing slash. */
  origin: () => string;
  isLimited: boolean;
};

/**
 * Receives reports about content policies and logs each in one line: page, directive and source, but no
 * query and no sample of the script. Reports about other sites are dropped.
 */
export const receivePolicyReports = (app: FastifyInstance, { origin, isLimited }: Options) =>
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(
      reportsPath,
      {
        schema: { hide: true },
        bodyLimit: 16 * kibibyte,
        ...(isLimited && { onRequest: limitReports() }),
      },
      async (request, reply) => {
        const ours = [URL.parse(origin())?.host, request.host];
        for (const report of parseReports(request.body)) {
          if (!ours.includes(URL.parse(report.page)?.host ?? '')) continue;
          request.log.warn(
            { refused: withoutSecrets(report) },
            'content security policy violation',
          );
        }
        return reply.code(204).send();
      },
    );
  });
