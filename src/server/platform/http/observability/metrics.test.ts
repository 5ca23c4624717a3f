import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { registerOwner, testApplication } from '#server/test/application.ts';

/** Checks the metrics for Prometheus (R-REL-07); no token of a path appears in them (R-SEC-12). */
const product = await testApplication({ INSTANCES: '1' });
const look = (from = '127.0.0.1', headers: Record<string, string> = {}) =>
  product.app.inject({ url: '/metrics', remoteAddress: from, headers });

/** Returns the value of one line, or undefined without one. */
const valueOf = (text: string, line: string) => {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
};
const value = async (line: string) => valueOf((await look()).body, line);

describe('Metrics (R-REL-07)', () => {
  test('count requests by route template, method and status', async () => {
    const count = (route: string, status: number) =>
      `http_request_duration_seconds_count{route="${route}",method="GET",status="${status}"}`;
    const invitation = '/api/TenantUserInvitation/GetInvitation/:token';
    const token = randomUUID();
    for (let times = 0; times < 3; times++) {
      await product.app.inject(`/api/TenantUserInvitation/GetInvitation/${token}`);
    }
    await product.app.inject(`/nowhere/${token}`);
    const { body, headers } = await look();
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(valueOf(body, count(invitation, 404))).toBe(3);
    expect(valueOf(body, count('pages', 404))).toBe(1);
    expect(body).not.toContain(token);
  });

  test('report connections, the process and the event loop', async () => {
    const { body } = await look();
    for (const pool of ['runtime', 'operator', 'owner']) {
      const line = `pregao_database_connections{pool="${pool}",state="waiting"}`;
      expect(valueOf(body, line)).toBe(0);
    }
    expect(valueOf(body, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(valueOf(body, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(valueOf(body, 'pregao_database_up')).toBe(1);
  });

  test('give no gauge the name of a counter (promtool check metrics)', async () => {
    const { body } = await look();
    expect(body).toMatch(/^# TYPE \S+ gauge$/m);
    expect(body).not.toMatch(/^# TYPE \S+_total gauge$/m);
    expect(valueOf(body, 'pregao_storage_up')).toBe(1);
  });

  test('report failed and open work', async () => {
    const { owner } = product.open;
    await owner.query(`
      insert into provider_events (id, type, livemode, created_at, customer_id, body)
      values ('evt_left', 'test', false, now(), 'cus_left', '{}')`);
    await owner.query(`select graphile_worker.add_job('mail.none', '{}', max_attempts => 1)`);
    await owner.query(`
      update graphile_worker._private_jobs set attempts = 1 where task_id =
        (select id from graphile_worker._private_tasks where identifier = 'mail.none')`);
    expect(await value('pregao_jobs_failed')).toBe(1);
    expect(await value('pregao_provider_events_open')).toBe(1);
    expect(await value('pregao_mails_dead')).toBe(0);
  });

  test('report an email that waits for its next attempt, and its age (R-OPR-20)', async () => {
    expect(await value('pregao_mails_unsent')).toBe(0);
    await product.open.owner.query(`
      insert into emails (recipient, subject, text, html, locale, created_at, last_error)
      values ('late@example.com', 'Late', '', '', 'en-US', now() - interval '20 minutes', 'refused')`);
    expect(await value('pregao_mails_unsent')).toBe(1);
    expect(await value('pregao_mails_unsent_age_seconds')).toBeGreaterThanOrEqual(1_200);
    await product.open.owner.query(`delete from emails where recipient = 'late@example.com'`);
    expect(await value('pregao_mails_unsent_age_seconds')).toBe(0);
  });

  test('count the sockets of the hub', async () => {
    const { token } = await registerOwner(product);
    const address = await product.app.listen({ host: '127.0.0.1', port: 0 });
    expect(await value('pregao_hub_sockets')).toBe(0);
    const socket = new WebSocket(`${address.replace('http', 'ws')}/hub?access_token=${token}`);
    await new Promise((open) => socket.once('open', open));
    expect(await value('pregao_hub_sockets')).toBe(1);
    socket.close();
  });

  test('are served while the database is down', async () => {
    await product.open.owner.query('alter table provider_events rename to elsewhere');
    try {
      const { body, statusCode } = await look();
      expect(statusCode).toBe(200);
      expect(valueOf(body, 'pregao_database_up')).toBe(0);
      expect(valueOf(body, 'pregao_mails_dead')).toBeUndefined();
    } finally {
      await product.open.owner.query('alter table elsewhere rename to provider_events');
    }
  });
});

describe('Access to metrics', () => {
  test('is limited to this machine', async () => {
    const statuses = await Promise.all([
      look(),
      look('203.0.113.9'),
      look('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }),
      look('127.0.0.1', { host: 'elsewhere.example' }),
    ]);
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404, 404]);
  });

  test('needs the token from any address once one is configured', async () => {
    const token = 'a-token-of-the-tests';
    const variables = { PUBLIC_URL: 'https://pregao.example', METRICS_TOKEN: token };
    const { app } = await testApplication(variables);
    const ask = async (authorization?: string, remoteAddress = '203.0.113.9') => {
      const headers = authorization === undefined ? {} : { authorization };
      return (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    };
    expect(await ask(undefined, '127.0.0.1')).toBe(401);
    expect(await ask('Bearer something-else')).toBe(401);
    expect(await ask(`Bearer ${token.slice(1)}`)).toBe(401);
    expect(await ask(`Bearer ${token}`)).toBe(200);
  });
});
