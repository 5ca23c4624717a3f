import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, expect, inject, test } from 'vitest';
import { seededRandom } from '#server/billing/payments/test/random-actions.ts';
import {
  recordStatements,
  findCrossTenantQueries,
} from '#server/platform/database/test/statements.ts';
import { success, expectedResults, type Cell } from '#server/platform/http/test/access-oracle.ts';
import { createActors } from '#server/platform/http/test/actors.ts';
import { cellCaller } from '#server/platform/http/test/bodies.ts';
import { cellsOf, describeCell } from '#server/platform/http/test/cells.ts';
import { allEndpoints, type NamedEndpoint } from '#server/platform/http/test/endpoints.ts';
import { createFixtures } from '#server/platform/http/test/fixtures.ts';
import type { SeededActor } from '#server/platform/http/test/seeded-actor.ts';
import { snapshotDatabase } from '#server/platform/http/test/snapshot.ts';
import { testApplication } from '#server/test/application.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';

/**
 * Calls every endpoint of the contract as every kind of caller, with every tenant key and every record
 * (R-SEC-01, R-SEC-02). test/access-oracle.ts derives the expected status from the declared access,
 * independently of the guard. `LONGRUN=all` runs every cell; a usual run makes every call as each kind of
 * caller, with a sample of the other tenant keys and records.
 */
const product = await testApplication();
const { sent, stop } = recordStatements();
afterAll(stop);
const world = await createFixtures(product);
const visitors = await createActors(product, world);
const { others } = world;
const marks = [...new Set([others.mark, others.owner.id, ...Object.values(others.records)])];
// The comparison restores changed rows. A restored session must not look idle, so each gets an idle
// limit longer than the one for operators. A recent authentication stays one.
await product.open.owner.query(`update sessions
  set authenticated_at = case when authenticated_at is not null then 'infinity'::timestamptz end,
  idle_seconds = 604800, ends_at = now() + '7 days', expires_at = now() + '7 days'
  where expires_at > now()`);
const { undo } = await snapshotDatabase(product);
const ask = cellCaller(product, world);
const random = seededRandom(seed);
const counts = { cells: 0, opened: 0, done: 0, deviations: 0 };

/**
 * Matches keys that no reply may contain, also in indented JSON. The audit log only records that such a column changed;
 * `hasSecret` tells whether there is one.
 */
const secrets =
  /"(password\w*|\w*hash|\w*secret\w*|google_?sub)":(?!\s*(?:"•••"|null|true|false))/i;

/**
 * Returns true where the caller is the operator and the call is meant for the operator, who may see all
 * tenants.
 */
const mayKnow = ({ call, visitor }: Cell) =>
  visitor.operator && (call.access.who === 'operator' || call.name === 'users.get');
const mayChange = (cell: Cell) =>
  mayKnow(cell) && Object.values(cell.params).some(({ origin }) => origin === 'foreign');

const isOpen = (cell: Cell) => expectedResults(cell).includes(success);

/** Runs one cell and returns its deviations as sentences; an empty list means that the reply is right. */
const visit = async (cell: Cell): Promise<string[]> => {
  const right = expectedResults(cell);
  const { outcome, text } = await ask(cell);
  const wrong: string[] = [];
  if (!right.includes(outcome)) wrong.push(`${outcome} instead of ${right.join(' or ')}`);
  if (outcome === success && secrets.test(text)) wrong.push('tells a secret');
  if (!mayKnow(cell) && marks.some((mark) => text.includes(mark))) wrong.push('tells of others');
  counts.cells += 1;
  if (isOpen(cell)) counts.opened += 1;
  if (outcome === success) counts.done += 1;
  return wrong.map((what) => `${describeCell(cell)}: ${what}`);
};

/** Runs a cell that may change rows, and restores these. */
const visitAndRestore = async (cell: Cell): Promise<string[]> => {
  const wrong = await visit(cell);
  const { marked } = await undo(marks);
  if (marked.length > 0 && !mayChange(cell)) {
    wrong.push(`${describeCell(cell)}: changes others: ${marked.join(', ')}`);
  }
  return wrong;
};

/** Returns one name for all callers that the guard treats alike in every call. */
const kindOf = ({ name, live, key, operator, impersonated, memberships }: SeededActor) => {
  if (!live) return 'no session';
  if (key) return key.state === 'invalid' ? 'a refused key' : name;
  const isOutside = !operator && !impersonated && Object.keys(memberships).length === 0;
  return isOutside ? 'no active membership' : (/^role [123]/.exec(name)?.[0] ?? name);
};
const kinds = [...Map.groupBy(visitors, kindOf).values()];

/** In a usual run: cells with any key and record, and cells that are let in to change something. */
const [othersPerCall, changesPerCall] = [6, 1];

/** Returns all cells of a call, or one of each kind of caller with its own key and records, and others. */
const chosen = (call: NamedEndpoint) => {
  const isChange = (cell: Cell) => call.method !== 'GET' && isOpen(cell);
  const all = (visitor: SeededActor) => cellsOf(call, visitor, world);
  const some = () => [
    ...kinds.flatMap((kind) => all(random.pick(kind)).slice(0, 1)),
    ...random
      .shuffled(visitors)
      .slice(0, othersPerCall)
      .map((visitor) => random.pick(all(visitor))),
  ];
  const isLong = repetitions(1, 0) === 0;
  const cells = isLong ? visitors.flatMap(all) : random.shuffled(some());
  return {
    harmless: cells.filter((cell) => !isChange(cell)),
    changes: cells.filter(isChange).slice(0, isLong ? Infinity : changesPerCall),
  };
};

test.each(allEndpoints)('$name answers as its declared access requires', async (call) => {
  const { harmless, changes } = chosen(call);
  const wrong: string[] = [];
  for (let next = 0; next < harmless.length; next += 16) {
    wrong.push(...(await Promise.all(harmless.slice(next, next + 16).map(visit))).flat());
  }
  // Refused calls must not change any row. Reads may at most be logged and notified.
  const { inside } = await undo(marks);
  const traces = call.method === 'GET' ? ['public.audit_log', 'public.notifications'] : [];
  const left = inside.filter((table) => !traces.includes(table));
  if (left.length > 0) wrong.push(`${call.name}: changes ${left.join(', ')}`);
  for (const cell of changes) wrong.push(...(await visitAndRestore(cell)));
  counts.deviations += wrong.length;
  expect(wrong).toEqual([]);
});

// Plans of Citus name tasks instead of tables.
const { isCitus } = inject('testCluster');
test.skipIf(isCitus)('every statement on tenant data names its tenant (R-SEC-02)', async () => {
  const { strays } = await findCrossTenantQueries(sent, product.open.owner);
  expect(strays).toEqual([]);
});

test('rejects a repeated X-Tenant-Key header, even with equal values', async () => {
  const address = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { home, headers } =
    visitors.find(({ memberships: standings }) => Object.keys(standings)[0]) ?? {};
  const keys = [home?.id ?? '', home?.id ?? ''];
  const sent = get(`${address}/api/Tenant/GetCurrent`, {
    headers: { ...headers, 'x-tenant-key': keys },
  });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect([answer.statusCode, await json(answer)]).toMatchObject([
    400,
    { code: 'errors.tenant.undefined' },
  ]);
});

afterAll(() => {
  const { cells, opened, done: successes, deviations } = counts;
  figure(
    'matrix',
    `${allEndpoints.length} endpoints × ${visitors.length} visitors: ${cells} cells, ` +
      `${opened} let in, ${successes} done, ${deviations} deviations`,
  );
});
