import type { FastifyInstance } from 'fastify';
import { hubInputs, mcpInputs, samlInputs } from './stall-protocols.ts';
import {
  bodyInputs,
  formInputs,
  inputOf,
  jsonType,
  KiB,
  type RouteInputs,
} from './stall-requests.ts';
import { scimInputs } from './stall-scim.ts';
import { trapTexts } from './stall-texts.ts';

/** Returns the paths of all routes as the router has them: in lower case, with the names of parameters. */
export const routePathsOf = (app: FastifyInstance): string[] => {
  const parents: string[] = [];
  const paths: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] =
      /^([│ ]*)[├└]── (.*?)(?: \((.*)\))?$/.exec(line) ?? [];
    if (part === '') continue;
    const depth = indent.length / 4;
    parents.splice(depth, parents.length, part);
    if (methods) paths.push(parents.join(''));
  }
  return paths;
};

/** Headers whose values are parsed. */
const parsedHeaders = [
  'accept',
  'accept-language',
  'accept-encoding',
  'cookie',
  'if-none-match',
  'range',
  'x-forwarded-for',
  'authorization',
  'user-agent',
];
const headerTexts = [
  ',',
  'a;q=0.1,',
  'en-US;q=0.5,',
  'a=b;',
  ';',
  '"',
  ' ',
  'a',
  '1-1,',
  'bytes=0-0,',
];

/** Returns requests with hostile queries and headers. */
const reads =
  (url: string): RouteInputs =>
  async (stage) => [
    ...trapTexts(2_000).map((text, n) =>
      inputOf(stage, `query, text ${n}`, {
        method: 'GET',
        url: `${url}?a=${encodeURIComponent(text)
          .slice(0, 8_000)
          .replace(/%[^%]?$/, '')}`,
      }),
    ),
    inputOf(stage, 'many names in the query', {
      method: 'GET',
      url: `${url}?${'a=1&'.repeat(3_000)}`,
    }),
    ...parsedHeaders.flatMap((header) =>
      headerTexts.map((text) =>
        inputOf(stage, `${header} of "${text}"`, {
          method: 'GET',
          url,
          headers: { [header]: text.repeat(12_000 / text.length) },
        }),
      ),
    ),
  ];

/** Returns requests with bodies that are slow to parse. */
const writes =
  (
    url: string,
    {
      method = 'POST',
      bytes = 64 * KiB,
      headers = jsonType(),
    }: { method?: string; bytes?: number; headers?: Record<string, string> } = {},
  ): RouteInputs =>
  async (stage) =>
    bodyInputs(stage, { method, url, headers }, bytes);

const onlyLocal = 'answers only this machine';
const hasNoInput = 'reads nothing but its path';

/** Lists the routes outside the contract by path, where `…` matches any end, with their inputs. */
export const otherRoutes: Record<string, RouteInputs> = {
  '/sandbox/…': onlyLocal,
  '/metrics': onlyLocal,
  '/internal/certificates': reads('/internal/certificates'),
  '/health/…': hasNoInput,
  '/api/openapi.json': reads('/api/openapi.json'),
  '/api/docs…': reads('/api/docs'),
  '/api/*': writes('/api/unknown'),
  '/api/subscriptionmanager/webhook': writes('/api/SubscriptionManager/Webhook', {
    bytes: 1_024 * KiB,
    headers: { ...jsonType(), 'stripe-signature': `t=1,${'v1=a,'.repeat(2_000)}` },
  }),
  '/csp-report': writes('/csp-report', {
    bytes: 16 * KiB,
    headers: jsonType('application/csp-report'),
  }),
  '*': reads('/account/login'),
  '/files/*': reads('/files/unknown.webp'),
  '/invoices/…': reads('/invoices/unknown.pdf'),
  '/unsubscribe': writes('/unsubscribe'),
  '/hub': hubInputs,
  '/hub/negotiate': writes('/hub/negotiate'),
  '/mcp': mcpInputs,
  '/register': writes('/register'),
  '/account/sso/:organization': async (stage) => formInputs(stage, '/account/sso/x', 16 * KiB),
  '/saml/:tenant/metadata': hasNoInput,
  '/saml/:tenant/response': samlInputs,
  '/saml/:tenant/signed-out': async (stage) => formInputs(stage, '/saml/x/signed-out', 380 * KiB),
  '/scim/v2/…': scimInputs,
};
