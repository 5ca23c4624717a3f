import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DbTransaction } from './database.ts';
import { isUniqueViolation } from './driver/errors.ts';
import { scopeTenant, trusted } from './isolation/ids.ts';
import { db, sql, type Compilable } from './query.ts';
import { testDatabase } from './test/database.ts';

const database = await testDatabase();
const { owner } = database;
const [here, there] = [trusted.tenantId(randomUUID()), trusted.tenantId(randomUUID())];
const me = trusted.userId(randomUUID());

const ask = <R>(...template: Parameters<typeof sql<R>>): Compilable<R> => sql<R>(...template);
const everything = ask<{ tenant_id: string; text: string }>`select tenant_id, text from planted`;
const add = (tenant: string, text: string): Compilable =>
  ask`insert into planted (tenant_id, text) values (${tenant}, ${text})`;
const texts = (rows: { text: string }[]): string[] => rows.map(({ text }) => text).toSorted();

beforeAll(async () => {
  await owner.query(`
    create table planted (
      tenant_id uuid not null,
      id uuid not null default app.uuid7(),
      text text not null,
      amount bigint not null default 0,
      day date not null default '2026-03-01',
      at timestamptz not null default '2026-03-01T12:00:00Z',
      primary key (tenant_id, id),
      constraint planted_text_key unique (tenant_id, text)
    );
    call app.protect_tenant_table('planted');
    create policy my_rows on planted for select to pregao_runtime using (text = app.user_id()::text);
    create table rates (code text primary key);
    grant select, insert, update, delete on rates to pregao_runtime, pregao_operator`);
});

beforeEach(async () => {
  await owner.query('truncate planted, rates');
  await owner.query('insert into planted (tenant_id, text) values ($1, $2), ($3, $4)', [
    here,
    'ours',
    there,
    'theirs',
  ]);
});

describe('A value that PostgreSQL does not store (R-SEC-22)', () => {
  test.each([
    ['text with NUL', ask`select ${'a\u0000b'}::text`],
    ['a list of texts with NUL', ask`select ${['a', 'b\u0000']}::text[]`],
    ['JSON with NUL', ask`select ${JSON.stringify({ a: '\u0000' })}::jsonb`],
    ['a date before the first', ask`select ${new Date('-004713-12-31T23:59:59Z')}::timestamptz`],
    ['an invalid date', ask`select ${new Date(Number.NaN)}::timestamptz`],
  ])('is refused as malformed, not as an error of ours: %s', async (_what, query) => {
    const refusal = expect.objectContaining({ code: 'validation' });
    await expect(database.tenant(here, (tx) => tx.all(query))).rejects.toEqual(refusal);
    await expect(database.tenantRead(here, query)).rejects.toEqual(refusal);
  });

  test('is none of the extreme dates', async () => {
    const dates = ['-004712-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'].map((at) => new Date(at));
    const query = ask<{ kept: boolean }>`
      select ${dates[0]}::timestamptz < ${dates[1]}::timestamptz as kept`;
    expect(await database.tenantRead(here, query)).toEqual([[{ kept: true }]]);
  });
});

describe('The scope of a tenant (R-SEC-02, R-SEC-03)', () => {
  test('returns only its own rows without a filter in the query', async () => {
    expect(await database.tenant(here, (tx) => tx.all(everything))).toEqual([
      { tenant_id: here, text: 'ours' },
    ]);
    expect(await database.tenantRead(there, everything)).toEqual([
      [{ tenant_id: there, text: 'theirs' }],
    ]);
  });

  test('does not read, update or delete rows of another tenant', async () => {
    const [seen, changed, removed] = await database.tenant(here, (tx) =>
      Promise.all([
        tx.all(ask`select from planted where tenant_id = ${there}`),
        tx.run(ask`update planted set text = 'stolen' where tenant_id = ${there}`),
        tx.run(ask`delete from planted where tenant_id = ${there}`),
      ]),
    );
    expect([seen, changed, removed]).toEqual([[], 0, 0]);
  });

  test.each([
    ['insert a row for another tenant', () => add(there, 'planted')],
    ['move a row to another tenant', () => ask`update planted set tenant_id = ${there}`],
  ])('refuses to %s', async (_, query) => {
    const attempt = database.tenant(here, (tx) => tx.run(query()));
    await expect(attempt).rejects.toThrow('row-level security');
  });

  test('commits all writes or none', async () => {
    const attempt = database.tenant(here, async (tx) => {
      expect(await tx.run(add(here, 'half'))).toBe(1);
      throw new Error('the other half failed');
    });
    await expect(attempt).rejects.toThrow('the other half failed');
    expect(texts(await database.tenant(here, (tx) => tx.all(everything)))).toEqual(['ours']);
  });

  test('reports which unique constraint a duplicate violated', async () => {
    const error: unknown = await database
      .tenant(here, (tx) => tx.run(add(here, 'ours')))
      .catch((error: unknown) => error);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'planted_text_key')).toBe(true);
    expect(isUniqueViolation(error, 'planted_pkey')).toBe(false);
  });

  test('reports it too when only the message names it, with the number of a shard', async () => {
    const report = sql`do $$ begin raise unique_violation
      using message = 'duplicate key value violates unique constraint "planted_text_key_102008"';
    end $$`;
    const error: unknown = await database
      .system((tx) => tx.run(report))
      .catch((error: unknown) => error);
    expect(isUniqueViolation(error, 'planted_text_key')).toBe(true);
    expect(isUniqueViolation(error, 'planted_pkey')).toBe(false);
  });

  test('accepts only a UUID as id', () => {
    expect(() => trusted.tenantId(`' or true --`)).toThrow('UUID');
  });
});

describe('A read in one round trip', () => {
  test('returns the rows of each query', async () => {
    const count = ask<{ n: number }>`select count(*) as n from planted`;
    const [rows, [total]] = await database.tenantRead(here, everything, count);
    expect(texts(rows)).toEqual(['ours']);
    expect(total).toEqual({ n: 1 });
  });

  test('refuses writes', async () => {
    const cause = { message: expect.stringContaining('read-only') };
    await expect(database.tenantRead(here, add(here, 'sneaked'))).rejects.toMatchObject({ cause });
  });

  test('rejects with the first failure, not with later ones that follow from it', async () => {
    const attempt = database.tenantRead(here, ask`select 1 / 0`, everything, ask`select nothing`);
    await expect(attempt).rejects.toThrow('division by zero');
  });
});

describe('A query that names the tenant of the scope', () => {
  const ours = ask<{ text: string }>`select text from planted where tenant_id = ${scopeTenant}`;
  const note = ask`insert into planted (tenant_id, text) values (${scopeTenant}, 'new')`;

  test('gets the id of that tenant', async () => {
    await database.tenantWrite(here, note);
    const expected = ['new', 'ours'];
    expect(texts((await database.tenantRead(here, ours))[0])).toEqual(expected);
    expect(texts(await database.tenant(here, (tx) => tx.all(ours)))).toEqual(expected);
  });

  test('fails in every other scope', async () => {
    const attempts = [
      database.person(me, (tx) => tx.all(ours)),
      database.account({ id: me }, (tx) => tx.all(ours)),
      database.system((tx) => tx.all(ours)),
      database.operator((tx) => tx.all(ours)),
      database.queryUnscoped(ours),
    ];
    for (const result of await Promise.allSettled(attempts)) {
      const reason = expect.objectContaining({
        message: 'scopeTenant is used outside of a tenant scope',
      });
      expect(result).toEqual({ status: 'rejected', reason });
    }
  });

  test('keeps the id from being used as a text', () => {
    expect(() => `${scopeTenant}`).toThrow('scopeTenant');
  });
});

describe('A read before authorization', () => {
  test('finds no rows of the tenant unless its first statement opens the scope', async () => {
    const caller = ask<{ role: null }>`select null as role`;
    expect(await database.tenantReadAs(here, caller, everything)).toEqual({
      caller: { role: null },
      rows: [],
    });
    expect(await database.tenantReadAs(here, ask`select where false`, everything)).toEqual({
      caller: undefined,
      rows: [],
    });
  });
});

describe('The other scopes', () => {
  test('a user sees the rows that policies grant to that user', async () => {
    await owner.query('insert into planted (tenant_id, text) values ($1, $2)', [there, me]);
    expect(texts(await database.person(me, (tx) => tx.all(everything)))).toEqual([me]);
  });

  test('the system scope reads and writes tables of no tenant and sees no row of a tenant', async () => {
    const seen = await database.system(async (tx) => {
      await tx.run(ask`insert into rates values ('usd')`);
      return Promise.all([tx.all(ask`select * from rates`), tx.all(everything)]);
    });
    expect(seen).toEqual([[{ code: 'usd' }], []]);
    await expect(database.system((tx) => tx.run(add(here, 'x')))).rejects.toThrow('row-level');
  });

  test('the operator sees every row', async () => {
    const rows = await database.operator((tx) => tx.all(everything));
    expect(texts(rows)).toEqual(['ours', 'theirs']);
  });

  test('a single statement runs in no scope and commits', async () => {
    await database.queryUnscoped(ask`insert into rates values ('eur')`);
    expect(await database.queryUnscoped(ask`select * from rates`)).toEqual([{ code: 'eur' }]);
    expect(await database.queryUnscoped(everything)).toEqual([]);
  });

  test('no scope can truncate a table', async () => {
    for (const scope of [database.system, database.operator]) {
      await expect(scope((tx) => tx.run(ask`truncate planted`))).rejects.toThrow(
        'permission denied',
      );
    }
  });
});

describe('A transaction', () => {
  test('rejects when a statement failed although the work ignored the error', async () => {
    const swallow = database.tenant(here, async (tx) => {
      await tx.run(add(here, 'lost'));
      await tx.run(add(here, 'ours')).catch(() => undefined);
    });
    await expect(swallow).rejects.toThrow('planted_text_key');
    const forget = database.tenant(here, async (tx) => void tx.run(add(here, 'ours')));
    await expect(forget).rejects.toThrow('planted_text_key');
    expect(texts(await database.tenant(here, (tx) => tx.all(everything)))).toEqual(['ours']);
  });

  test('rejects with the first failure of several pipelined statements', async () => {
    const attempt = database.tenant(here, (tx) =>
      Promise.all([
        tx.all(everything),
        tx.run(add(here, 'ours')),
        tx.all(everything),
        tx.all(ask`select nothing`),
      ]),
    );
    await expect(attempt).rejects.toThrow('planted_text_key');
  });

  test('rejects with the first failure when a later statement fails because of it', async () => {
    const attempt = database.tenant(here, async (tx) => {
      await tx.run(add(here, 'ours')).catch(() => undefined);
      await tx.all(everything);
    });
    await expect(attempt).rejects.toThrow('planted_text_key');
  });

  test('rejects with the error that the work threw for a failure', async () => {
    const attempt = database.tenant(here, async (tx) => {
      await tx.run(add(here, 'ours')).catch(() => {
        throw new Error('That note exists');
      });
    });
    await expect(attempt).rejects.toThrow('That note exists');
  });

  test('refuses statements after its end', async () => {
    let kept: DbTransaction | undefined;
    await database.tenant(here, async (tx) => {
      kept = tx;
    });
    await expect(kept?.all(everything)).rejects.toThrow('Transaction has ended');
  });

  test("refuses a value that can't be serialized and writes nothing", async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const attempt = database.tenant(here, async (tx) => {
      await tx.run(add(here, 'before'));
      await tx.run(ask`select ${circle}::jsonb`).catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow('circular');
    expect(texts(await database.tenant(here, (tx) => tx.all(everything)))).toEqual(['ours']);
  });

  test('returns the row that must exist or fails', async () => {
    const none = ask`select from planted where text = 'nowhere'`;
    await database.tenant(here, async (tx) => {
      expect(await tx.one(everything)).toMatchObject({ text: 'ours' });
      expect(await tx.first(none)).toBeUndefined();
      await expect(tx.one(none)).rejects.toThrow('Expected a row');
    });
  });
});

describe('Values', () => {
  test('a bigint is an exact number, a date is text, a timestamp is a Date', async () => {
    const [rows] = await database.tenantRead(here, ask`select amount, day, at from planted`);
    expect(rows).toEqual([{ amount: 0, day: '2026-03-01', at: new Date('2026-03-01T12:00:00Z') }]);
    const tooLarge = database.tenantRead(here, ask`select 9007199254740993 as n`);
    await expect(tooLarge).rejects.toThrow('safe integer');
  });

  test('a query runs only through a scope', async () => {
    await expect(db.selectFrom('users').selectAll().execute()).rejects.toThrow('scope');
  });

  test('ids are ordered by the time of their creation', async () => {
    const { rows } = await owner.query<{ id: string }>(
      'select app.uuid7() as id, pg_sleep(0.001) from generate_series(1, 20)',
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
    const made = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16);
    expect(Math.abs(made - Date.now())).toBeLessThan(60_000);
  });
});
