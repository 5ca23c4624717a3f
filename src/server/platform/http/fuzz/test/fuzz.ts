import * as fc from 'fast-check';
import type { Endpoint } from '#contract/endpoint.ts';
import { encodeRequest, sendRawRequest, rawRequests, type RawRequest } from './raw-requests.ts';
import { requestsFor, toInjectOptions, type FuzzRequest } from './requests.ts';
import { defectOf, type FuzzResponse } from './response-check.ts';
import type { FuzzFinding, FuzzTarget } from './target.ts';

/** Results of the requests to one endpoint. */
export type FuzzResult = {
  sent: number;
  /** Number of replies by the first digit of their status. */
  answers: Record<string, number>;
  /** Distinct findings, with their number and the first example. */
  findings: Map<string, { times: number; example: string }>;
};

type Wanted = { endpoint: Endpoint; count: number; seed: number };

/** Number of concurrent requests, which fits the connection pool. */
const maxConcurrent = 8;
/**
 * Returns 1 for plan changes: an organization has one billing operation at a time, and concurrent ones
 * would be refused early.
 */
const concurrencyOf = ({ path }: Endpoint) =>
  path.endsWith('/UpdateSubscription') ? 1 : maxConcurrent;
/** Number of requests between renewals of callers and records. */
const renewalInterval = 40;

/** Sends this many requests to an endpoint, valid and hostile, and checks every reply. */
export async function fuzz(
  stage: FuzzTarget,
  { endpoint, count, seed }: Wanted,
): Promise<FuzzResult> {
  const { neighbour: otherTenant, cast } = stage;
  const result: FuzzResult = { sent: 0, answers: {}, findings: new Map() };
  const note = ({ what: exactly, example }: FuzzFinding) => {
    // Groups findings that differ only in a value.
    const what = exactly.replaceAll(/"[^"]*"$|[\da-f-]{36}/g, '…').slice(0, 200);
    const known = result.findings.get(what) ?? { times: 0, example };
    result.findings.set(what, { ...known, times: known.times + 1 });
  };
  await stage.loggedErrors();
  while (result.sent < count) {
    await cast.renew(endpoint.path);
    const numRuns = Math.min(renewalInterval, count - result.sent);
    const tries = fc.tuple(requestsFor(endpoint, cast.known), fc.nat(49), rawRequests);
    const sample = fc.sample(tries, { numRuns, seed: seed + result.sent });
    const judge = async ([attempt, kind, wire]: (typeof sample)[number]) => {
      const raw = kind === 0 ? wire : null;
      const heard = await send(stage, { attempt, raw });
      if (!heard) return;
      const digit = `${String(heard.status)[0]}xx`;
      result.answers[digit] = (result.answers[digit] ?? 0) + 1;
      const what = findDefect(heard, { attempt, raw, endpoint, canaries: otherTenant.canaries });
      if (what) note({ what, example: describeExample(attempt, heard) });
    };
    const atOnce = concurrencyOf(endpoint);
    for (let at = 0; at < sample.length; at += atOnce) {
      await Promise.all(sample.slice(at, at + atOnce).map(judge));
    }
    result.sent += numRuns;
    for (const finding of await stage.loggedErrors()) note(finding);
  }
  if (await otherTenant.hasChanged()) note({ what: 'B has changed', example: '' });
  return result;
}

type Sent = { attempt: FuzzRequest; raw: RawRequest | null };

const send = async ({ product, port, cast }: FuzzTarget, { attempt, raw }: Sent) => {
  const headers = cast.headersOf(attempt.as);
  if (raw) return sendRawRequest(port, encodeRequest(raw, attempt, headers));
  const {
    statusCode,
    headers: told,
    body,
  } = await product.app.inject(toInjectOptions(attempt, headers));
  if (told.link) cast.rememberCursor(String(told.link));
  return { status: statusCode, headers: told, body };
};

type Context = Sent & { endpoint: Endpoint; canaries: readonly string[] };

const findDefect = (heard: FuzzResponse, { attempt, raw, endpoint, canaries }: Context) => {
  // The operator may see every organization.
  const told = attempt.as === 'operator' ? '' : heard.body + JSON.stringify(heard.headers);
  if (canaries.some((canary) => told.includes(canary))) return 'tells of another organization';
  if (attempt.method === 'HEAD' && heard.status < 500) return undefined;
  return defectOf(heard, attempt.direct && !raw ? endpoint : null);
};

const describeExample = (
  { as, method, url, headers, payload = '' }: FuzzRequest,
  { status, body }: FuzzResponse,
) =>
  `${as}: ${method} ${url} ${JSON.stringify(headers)} ${JSON.stringify(String(payload))}`.slice(
    0,
    900,
  ) + `\n    ${status} ${body.slice(0, 300)}`;
