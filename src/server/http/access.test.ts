import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { noteStatements, straysAmong } from '#server/database/test-statements.ts';
import { chance } from '#server/payments/test-life.ts';
import { testProduct } from '#server/testing.ts';
import { figure, often, seed } from '#tools/prove/proof.ts';
import { asking } from './test-bodies.ts';
import { cellsOf, nameOf } from './test-cells.ts';
import { keep } from './test-kept.ts';
import { done, predict, type Cell } from './test-oracle.ts';
import { newVisitors } from './test-visitors.ts';
import { endpoints, type Call } from './test-walk.ts';
import { newWorld } from './test-world.ts';

/**
 * Who may make which call, for which tenant and about whose record: every endpoint of the contract ×
 * everybody who may come × every key × every record. What must be answered follows from the declared
 * access, and is worked out by test-oracle.ts and not by the guard (wire.md, "Who"; reliability.md 2.1
 * and 3, row 1). `PROVE=all` visits every cell, a usual run some of each call and visitor.
 */
const product = await testProduct();
const { sent, stop } = noteStatements();
afterAll(stop);
const world = await newWorld(product);
const visitors = await newVisitors(product, world);
const { others } = world;
const marks = [...new Set([others.mark, others.owner.id, ...Object.values(others.records)])];
// To put a session back to what it was is to let it idle: at length, longer than an operator's may.
await product.open.owner.query(`update sessions
  set idle_seconds = 604800, ends_at = now() + '7 days', expires_at = now() + '7 days'
  where expires_at > now()`);
const { undo } = await keep(product);
const ask = asking(product, world);
const random = chance(seed);
const counts = { cells: 0, opened: 0, done: 0, deviations: 0 };
const succeeded = new Set<string>();

/** No reply has such a key; but the log says of a column like that that it changed. */
const secrets = /"(password\w*|\w*hash|\w*secret\w*|google_?sub)":(?!"•••"|null)/i;

/** The operator is told of everybody, where a call is the operator's. */
const mayKnow = ({ call, visitor }: Cell) =>
  visitor.operator && (call.access.who === 'operator' || call.name === 'users.get');
const mayChange = (cell: Cell) =>
  mayKnow(cell) && Object.values(cell.params).some(({ origin }) => origin === 'foreign');

/** What is wrong with the answer to a cell, in words; nothing, if all is well. */
const visit = async (cell: Cell): Promise<string[]> => {
  const right = predict(cell);
  const { told, text } = await ask(cell);
  const isOpen = right.includes(done);
  const wrong: string[] = [];
  if (!right.includes(told)) wrong.push(`${told} instead of ${right.join(' or ')}`);
  if (told === done && secrets.test(text)) wrong.push('tells a secret');
  if (!mayKnow(cell) && marks.some((mark) => text.includes(mark))) wrong.push('tells of others');
  counts.cells += 1;
  if (isOpen) counts.opened += 1;
  if (isOpen && told === done) succeeded.add(cell.call.name);
  if (told === done) counts.done += 1;
  if (isOpen && cell.call.method !== 'GET') {
    const { marked } = await undo(marks);
    if (marked.length > 0 && !mayChange(cell)) wrong.push(`changes others: ${marked.join(', ')}`);
  }
  return wrong.map((what) => `${nameOf(cell)}: ${what}`);
};

/** Everything, or a part in which each call meets some visitors, and each visitor some calls. */
const chosen = (call: Call) =>
  often(1, 0) === 0
    ? visitors.flatMap((visitor) => cellsOf(call, visitor, world))
    : random
        .shuffled(visitors)
        .slice(0, 12)
        .map((visitor) => random.pick(cellsOf(call, visitor, world)));

test.each(endpoints)('$name answers what its access says', async (call) => {
  const wrong: string[] = [];
  for (const cell of chosen(call)) wrong.push(...(await visit(cell)));
  // Where it was refused nothing is other than before; what is read leaves traces in the log at most.
  const { inside } = await undo(marks);
  const traces = call.method === 'GET' ? ['public.audit_log'] : [];
  const left = inside.filter((table) => !traces.includes(table));
  if (left.length > 0) wrong.push(`${call.name}: changes ${left.join(', ')}`);
  counts.deviations += wrong.length;
  expect(wrong).toEqual([]);
});

test('every statement names its tenant', async () => {
  const { strays } = await straysAmong(sent, product.open.owner);
  expect(strays).toEqual([]);
});

test('a key that is sent twice is none, even if both are the same', async () => {
  const address = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { home, headers } = visitors.find(({ standings }) => Object.keys(standings)[0]) ?? {};
  const keys = [home?.id ?? '', home?.id ?? ''];
  const sent = get(`${address}/api/Tenant/GetCurrent`, {
    headers: { ...headers, 'x-tenant-key': keys },
  });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect([answer.statusCode, await json(answer)]).toMatchObject([
    400,
    { code: 'errors.tenant.keyMissing' },
  ]);
});

afterAll(() => {
  const { cells, opened, done: successes, deviations } = counts;
  figure(
    'matrix',
    `${endpoints.length} endpoints × ${visitors.length} visitors: ${cells} cells, ` +
      `${opened} let in, ${successes} done, ${deviations} deviations`,
  );
});
