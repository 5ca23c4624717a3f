import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { runAsActor } from './actor-context.ts';
import { listen } from './driver/listen.ts';
import { trusted, type TenantId } from './isolation/ids.ts';
import { sql, type Compilable } from './query.ts';
import { testDatabase } from './test/database.ts';
import { rowFactories } from './test/rows.ts';

/**
 * Checks that PostgreSQL knows what a transaction wrote, in whatever form: for the mark of keyed requests (R-SUB-21)
 * and for screens that refetch (R-RTM-05). A cluster derives both from statements (`cluster/writes.test.ts`).
 */
const { isCitus } = inject('testCluster');
const database = await testDatabase();
const { owner } = database;
const rows = rowFactories(async <Row extends object>(question: string, ...values: unknown[]) => {
  return (await owner.query<Row>(question, values)).rows;
});

const heard: string[] = [];
const channels = ['hub', 'pages'].map((channel) => {
  const ready = Promise.withResolvers<void>();
  const close = listen(database.direct, channel, {
    onNotification: (payload) => heard.push(payload || channel),
    onListening: ready.resolve,
  });
  return { ready: ready.promise, close };
});
afterAll(() => Promise.all(channels.map(({ close }) => close())));

let tenant: TenantId;
let person: string;
let member: string;
let price: string;

beforeAll(async () => {
  await Promise.all(channels.map(({ ready }) => ready));
  price = await rows.price(1, 0);
  await owner.query(`
    create function app.change_phone(of_tenant uuid, wanted text) returns void
      language sql security definer set search_path = public, pg_temp
      as $$ update memberships set phone = wanted where tenant_id = of_tenant $$;
    grant execute on function app.change_phone to pregao_runtime`);
});

beforeEach(async () => {
  tenant = trusted.tenantId(await rows.tenant());
  person = await rows.person();
  member = await rows.member(tenant, { user_id: person });
  await settled();
});

/** Waits until all notifications committed before have arrived, and forgets them. */
const settled = async () => {
  const marker = randomUUID();
  await owner.query(`select pg_notify('hub', $1), pg_notify('pages', $1)`, [marker]);
  await expect.poll(() => heard.filter((one) => one === marker).length, { interval: 2 }).toBe(2);
  const others = heard.filter((one) => one !== marker);
  heard.length = 0;
  return others;
};

/** Returns the topics of the organization's notifications since the last call, each once, and `pages`. */
const topics = async () => {
  const all = await settled();
  const own = all.filter((one) => one === 'pages' || JSON.parse(one).tenant === tenant);
  expect(new Set(own).size, 'PostgreSQL sends a notification once a transaction').toBe(own.length);
  return own.map((one) => (one === 'pages' ? one : (JSON.parse(one).topic as string))).toSorted();
};

const query = (...template: Parameters<typeof sql>): Compilable<unknown> => sql(...template);
const phone = () => randomUUID().slice(0, 12);

/** Changes of a membership in every form that a statement may have. */
const forms: Record<string, () => Compilable<unknown>> = {
  'a plain statement': () =>
    query`update memberships set phone = ${phone()} where tenant_id = ${tenant}`,
  'a query with a change': () => query`
    with changed as (
      update memberships set phone = ${phone()} where tenant_id = ${tenant} returning id)
    select id from changed`,
  MERGE: () => query`
    merge into memberships using (values (${member}::uuid)) as given (id)
    on memberships.tenant_id = ${tenant} and memberships.id = given.id
    when matched then update set phone = ${phone()}`,
  'a function': () => query`select app.change_phone(${tenant}::uuid, ${phone()})`,
  'a statement after a comment': () =>
    query`/* by hand */ update memberships set phone = ${phone()} where tenant_id = ${tenant}`,
};

describe.skipIf(isCitus)('A request with an Idempotency-Key', () => {
  /** Runs work as the attempt of a request; returns whether that is marked as written. */
  const marked = async (work: () => Promise<unknown>) => {
    const attempt = randomUUID();
    await owner.query(
      `insert into app.keyed_requests (id, digest, attempt, lease_ends_at)
       values ($1, $2, $3, now() + interval '1 minute')`,
      [randomBytes(32), randomBytes(32), attempt],
    );
    const actor = { user: null, impersonator: null, request: '', network: '', attempt };
    await runAsActor(actor, work).catch(() => undefined);
    const { rows: found } = await owner.query<{ written: boolean }>(
      'select written from app.keyed_requests where attempt = $1',
      [attempt],
    );
    return found[0]?.written;
  };

  test.each(Object.entries(forms))(
    'is marked as written by %s (R-SUB-21)',
    async (_form, change) => {
      expect(await marked(() => database.tenant(tenant, (tx) => tx.run(change())))).toBe(true);
      expect(await marked(() => database.tenantWrite(tenant, change()))).toBe(true);
    },
  );

  test('is not marked by what leaves no record, or a record of a billing operation (R-SUB-21)', async () => {
    const read = query`select from memberships where tenant_id = ${tenant} for update`;
    const email = query`select app.enqueue_email('a@example.com', 's', 't', 'h', 'en-US')`;
    const same = query`update memberships set phone = phone where tenant_id = ${tenant}`;
    for (const one of [read, email, same])
      expect(await marked(() => database.tenant(tenant, (tx) => tx.run(one)))).toBe(false);
    const operation = query`
      insert into billing_operations (kind, subject, for_tenant)
      values ('subscribe', ${tenant}, ${tenant})`;
    expect(await marked(() => database.tenant(tenant, (tx) => tx.run(operation)))).toBe(false);
    const { rowCount } = await owner.query('select from billing_operations where for_tenant = $1', [
      tenant,
    ]);
    expect(rowCount).toBe(1);
  });

  test('is not marked by a transaction that rolls back (R-SUB-21)', async () => {
    const work = async () =>
      database.tenant(tenant, async (tx) => {
        for (const change of Object.values(forms)) await tx.run(change());
        throw new Error('Rolled back');
      });
    expect(await marked(work)).toBe(false);
  });
});

describe.skipIf(isCitus)('Screens of an organization', () => {
  test.each(Object.entries(forms))(
    'refetch its members after %s (R-RTM-05)',
    async (_form, change) => {
      await database.tenant(tenant, (tx) => tx.run(change()));
      expect(await topics()).toEqual(['members']);
    },
  );

  test('refetch after changes of operators, of jobs and by hand (R-RTM-05)', async () => {
    const rename = query`update tenants set name = ${randomUUID()} where id = ${tenant}`;
    await database.operator((tx) => tx.run(rename));
    expect(await topics()).toEqual(['organization']);
    await rows.give(tenant, price);
    expect(await topics()).toEqual(['subscription']);
    await owner.query('insert into join_links (tenant_id, token, active) values ($1, $2, true)', [
      tenant,
      randomUUID(),
    ]);
    expect(await topics()).toEqual(['members']);
    await owner.query(`insert into tenant_policies (tenant_id, session_hours) values ($1, 8)`, [
      tenant,
    ]);
    expect(await topics()).toEqual(['organization']);
  });

  test('refetch after deletions by cascade (R-RTM-05)', async () => {
    await rows.give(tenant, price);
    const other = await rows.person();
    await rows.member(tenant, { user_id: other, role: 2 });
    await settled();
    await owner.query('delete from users where id = $1', [other]);
    expect(await topics()).toEqual(['members']);
    await owner.query('delete from tenants where id = $1', [tenant]);
    expect(await topics()).toContain('members');
  });

  test('do not refetch after a transaction that rolls back (R-RTM-05)', async () => {
    const work = database.tenant(tenant, async (tx) => {
      for (const change of Object.values(forms)) await tx.run(change());
      throw new Error('Rolled back');
    });
    await expect(work).rejects.toThrow('Rolled back');
    expect(await topics()).toEqual([]);
  });
});

test.skipIf(isCitus)(
  'public pages are made again after a change of what they show (R-RTM-05)',
  async () => {
    const change = query`with changed as (
    update subscription_products set title = ${randomUUID()} returning id) select id from changed`;
    await database.operator((tx) => tx.run(change));
    expect(await topics()).toEqual(['pages']);
  },
);
