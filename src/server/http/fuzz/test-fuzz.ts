import * as fc from 'fast-check';
import type { Endpoint } from '#contract/endpoint.ts';
import { attemptsAt, injected, type Attempt } from './test-requests.ts';
import type { Finding, Stage } from './test-stage.ts';
import { complaintOf, type Heard } from './test-verdict.ts';
import { bytesOf, overWire, wireForms, type Wire } from './test-wire.ts';

/** Results of the requests to one endpoint. */
export type Result = {
  sent: number;
  /** Number of replies by the first digit of their status. */
  answers: Record<string, number>;
  /** Distinct findings, with their number and the first example. */
  findings: Map<string, { times: number; example: string }>;
};

type Wanted = { endpoint: Endpoint; count: number; seed: number };

/** Number of concurrent requests, which fits the connection pool. */
const most = 8;
/**
 * Returns 1 for plan changes: an organization has one billing operation at a time, and concurrent ones
 * would be refused early.
 */
const atOnceOf = ({ path }: Endpoint) => (path.endsWith('/UpdateSubscription') ? 1 : most);
/** Number of requests between renewals of callers and records. */
const between = 40;

/** Sends this many requests to an endpoint, valid and hostile, and checks every reply. */
export async function fuzz(stage: Stage, { endpoint, count, seed }: Wanted): Promise<Result> {
  const { neighbour, cast } = stage;
  const result: Result = { sent: 0, answers: {}, findings: new Map() };
  const note = ({ what: exactly, example }: Finding) => {
    // Groups findings that differ only in a value.
    const what = exactly.replaceAll(/"[^"]*"$|[\da-f-]{36}/g, '…').slice(0, 200);
    const known = result.findings.get(what) ?? { times: 0, example };
    result.findings.set(what, { ...known, times: known.times + 1 });
  };
  await stage.complaints();
  const before = await neighbour.digest();
  while (result.sent < count) {
    await cast.tend(endpoint.path);
    const numRuns = Math.min(between, count - result.sent);
    const tries = fc.tuple(attemptsAt(endpoint, cast.known), fc.nat(49), wireForms);
    const sample = fc.sample(tries, { numRuns, seed: seed + result.sent });
    const judge = async ([attempt, kind, wire]: (typeof sample)[number]) => {
      const raw = kind === 0 ? wire : null;
      const heard = await send(stage, { attempt, raw });
      if (!heard) return;
      const digit = `${String(heard.status)[0]}xx`;
      result.answers[digit] = (result.answers[digit] ?? 0) + 1;
      const what = wrongWith(heard, { attempt, raw, endpoint, canaries: neighbour.canaries });
      if (what) note({ what, example: shown(attempt, heard) });
    };
    const atOnce = atOnceOf(endpoint);
    for (let at = 0; at < sample.length; at += atOnce) {
      await Promise.all(sample.slice(at, at + atOnce).map(judge));
    }
    result.sent += numRuns;
    for (const finding of await stage.complaints()) note(finding);
  }
  if ((await neighbour.digest()) !== before) note({ what: 'B has changed', example: '' });
  return result;
}

type Sent = { attempt: Attempt; raw: Wire | null };

const send = async ({ product, port, cast }: Stage, { attempt, raw }: Sent) => {
  const headers = cast.headersOf(attempt.as);
  if (raw) return overWire(port, bytesOf(raw, attempt, headers));
  const { statusCode, headers: told, body } = await product.app.inject(injected(attempt, headers));
  if (told.link) cast.hear(String(told.link));
  return { status: statusCode, headers: told, body };
};

type Context = Sent & { endpoint: Endpoint; canaries: readonly string[] };

const wrongWith = (heard: Heard, { attempt, raw, endpoint, canaries }: Context) => {
  // The operator may see every organization.
  const told = attempt.as === 'operator' ? '' : heard.body + JSON.stringify(heard.headers);
  if (canaries.some((canary) => told.includes(canary))) return 'tells of another organization';
  if (attempt.method === 'HEAD' && heard.status < 500) return undefined;
  return complaintOf(heard, attempt.direct && !raw ? endpoint : null);
};

const shown = ({ as, method, url, headers, payload = '' }: Attempt, { status, body }: Heard) =>
  `${as}: ${method} ${url} ${JSON.stringify(headers)} ${JSON.stringify(String(payload))}`.slice(
    0,
    900,
  ) + `\n    ${status} ${body.slice(0, 300)}`;
