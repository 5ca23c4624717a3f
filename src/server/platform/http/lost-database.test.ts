import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { registerOwner, testApplication } from '#server/test/application.ts';

/** Cuts the database connection in the middle of a call. */
const product = await testApplication();
const { headers, tenant } = await registerOwner(product);
const { owner } = product.open;

/** Blocks a call by a table lock, and terminates its connection there. */
async function cutOff(call: { method: 'GET' | 'POST'; url: string; payload?: object }) {
  const lock = await owner.connect();
  await lock.query('begin; lock table transactions in access exclusive mode');
  const answer = product.app.inject({ ...call, headers });
  void answer.catch(() => undefined);
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await owner.query(cut)).rowCount === 0) await sleep(5);
  await lock.query('commit');
  lock.release();
  return answer;
}

it('retries a read on another connection', async () => {
  const { statusCode } = await cutOff({ method: 'GET', url: '/api/Transaction/GetAll' });
  expect(statusCode).toBe(204);
});

it('answers 503 with Retry-After to a write, and writes nothing', async () => {
  const payload = { description: 'cut', quantity: 1, price: 1, date: '2026-01-31' };
  const url = '/api/Transaction/Create';
  const { statusCode, headers: responseHeaders } = await cutOff({ method: 'POST', url, payload });
  expect([statusCode, responseHeaders['retry-after']]).toEqual([503, '1']);
  const { rows } = await owner.query('select from transactions where tenant_id = $1', [tenant]);
  expect(rows).toEqual([]);
});
