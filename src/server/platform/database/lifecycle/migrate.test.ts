import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  withConnection,
  databaseUrl,
  dropTestDatabases,
} from '#server/platform/database/test/cluster.ts';
import { withSchemaLock, migrate } from './migrate.ts';

const { adminUrl, template } = inject('testCluster');
let name: string;
let url: string;
let folder: string;

beforeEach(async () => {
  name = `${template}_${randomBytes(4).toString('hex')}`;
  url = databaseUrl(adminUrl, name);
  folder = mkdtempSync(join(tmpdir(), 'pregao-migrations-'));
  await withConnection(adminUrl, (admin) => admin.query(`create database ${name}`));
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await dropTestDatabases({ adminUrl, template: name });
});

describe('Migrations', () => {
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const run = (): Promise<string[]> =>
    withConnection(url, (client) =>
      withSchemaLock(client, () => migrate(client, { from: folder })),
    );
  const exists = (table: string): Promise<boolean> =>
    withConnection(url, async (client) => {
      const { rows } = await client.query('select to_regclass($1) is not null as it', [table]);
      return rows[0].it;
    });

  test('run once each in the order of their names', async () => {
    write('0002_more.sql', 'alter table a add column b text');
    write('0001_first.sql', 'create table a ()');
    expect(await run()).toEqual(['0001_first.sql', '0002_more.sql']);
    expect(await run()).toEqual([]);
    write('0003_last.sql', 'create table c ()');
    expect(await run()).toEqual(['0003_last.sql']);
  });

  test('are atomic and name the line that failed', async () => {
    write('0001_first.sql', 'create table a ();');
    write('0002_bad.sql', 'create table b ();\n\ncreate tabel c ();');
    await expect(run()).rejects.toThrow(/0002_bad\.sql failed in line 3: .*syntax error/);
    expect([await exists('a'), await exists('b')]).toEqual([true, false]);
    write('0002_bad.sql', 'create table b ()');
    expect(await run()).toEqual(['0002_bad.sql']);
  });

  test('run statement by statement, which Citus repeats on its nodes (R-REL-06)', async () => {
    const statements = [
      `create table a (b text default ';', ";" text); -- one; comment`,
      `/* another; */ create function f() returns text language plpgsql as $$ begin return 'x'; end $$;`,
      `create function g() returns text language sql begin atomic\n  select b from a;\n  end;`,
      `insert into a values (e'it\\'s;');`,
    ];
    write('0001_first.sql', statements.join('\n'));
    await run();
    const sent = await withConnection(url, async (client) => {
      await client.query(
        'drop table app.migrations; drop function g; drop function f; drop table a',
      );
      const said: string[] = [];
      const { query } = client;
      client.query = ((...given: unknown[]) => {
        said.push(String(given[0]).trim());
        return Reflect.apply(query, client, given);
      }) as typeof query;
      await withSchemaLock(client, () => migrate(client, { from: folder }));
      return said;
    });
    for (const [index, statement] of statements.entries()) {
      const own = statement.replace(/ --.*/, '');
      expect(
        sent.filter((each) => each.includes(own)),
        `statement ${index + 1}`,
      ).toHaveLength(1);
      expect(sent.find((each) => each.includes(own))).not.toContain(statements[index + 1]);
    }
  }, 30_000);

  test('are atomic with what completes each', async () => {
    write('0001_first.sql', 'create table a ();');
    write('0002_second.sql', 'create table b ();');
    const complete = async (client: ClientBase) => {
      await client.query('create table completed ()');
    };
    await withConnection(url, async (client) => {
      const migrated = withSchemaLock(client, () => migrate(client, { from: folder, complete }));
      await expect(migrated).rejects.toThrow('0002_second.sql failed: error: relation "completed"');
    });
    expect([await exists('a'), await exists('completed'), await exists('b')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('must not change a statement once applied', async () => {
    write('0001_first.sql', 'create table a ();');
    await run();
    write('0001_first.sql', 'create table a (b text);');
    await expect(run()).rejects.toThrow('0001_first.sql was changed after');
  });

  const functionWith = (comment: string, text: string) =>
    `create function f() returns text language sql as $$ ${comment}\nselect '${text}' $$;`;

  test('may change comments, blank lines and line ends once applied', async () => {
    write('0001_first.sql', `-- it's one\n${functionWith('-- one', '-- text')}`);
    await run();
    write('0001_first.sql', `${functionWith("-- can't", '-- text')}  \r\n\r\n  -- more\r\n`);
    expect(await run()).toEqual([]);
  });

  test.each(['--', "''--", '/* */ --', '  \n  --'])(
    'must not change a literal after %j once applied',
    async (start) => {
      write('0001_first.sql', functionWith('', `${start} text`));
      await run();
      write('0001_first.sql', functionWith('', `${start} other`));
      await expect(run()).rejects.toThrow('0001_first.sql was changed after');
    },
  );

  test('must not be inserted before an applied one', async () => {
    write('0002_second.sql', 'create table a ()');
    await run();
    write('0001_first.sql', 'create table b ()');
    await expect(run()).rejects.toThrow('0001_first.sql precedes 0002_second.sql');
  });

  test('of a newer release are ignored (R-REL-06)', async () => {
    write('0001_first.sql', 'create table a ()');
    write('0002_newer.sql', 'create table b ()');
    await run();
    rmSync(join(folder, '0002_newer.sql'));
    expect(await run()).toEqual([]);
  });

  describe('with concurrent writers (R-REL-02)', () => {
    const waits = (): Promise<boolean> =>
      withConnection(url, async (client) => {
        const { rowCount } = await client.query(
          `select from pg_stat_activity
           where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return (rowCount ?? 0) > 0;
      });

    /** Runs work while another transaction has written to the table and is not committed. */
    const writing = async (work: (commit: () => Promise<unknown>) => Promise<void>) =>
      withConnection(url, async (writer) => {
        await writer.query('begin; insert into a values (1)');
        await work(() => writer.query('commit'));
      });

    beforeEach(async () => {
      write('0001_first.sql', 'create table a (n int)');
      await run();
    });

    test('time out on locks and retry, so that others wait only briefly', async () => {
      write('0002_more.sql', 'alter table a add column b text');
      await writing(async (commit) => {
        const done = run();
        await expect.poll(waits, { timeout: 10_000 }).toBe(true);
        await expect.poll(waits, { timeout: 10_000 }).toBe(false);
        await commit();
        expect(await done).toEqual(['0002_more.sql']);
      });
    });

    test('fail after the last try and change nothing', async () => {
      write('0002_more.sql', 'create table b ();\nalter table a add column b text');
      await writing(async () => {
        const attempt = withConnection(url, (client) =>
          withSchemaLock(client, () => migrate(client, { from: folder, tries: 2 })),
        );
        await expect(attempt).rejects.toThrow('0002_more.sql failed: error: canceling');
        expect(await exists('b')).toBe(false);
      });
    });

    test('build an index outside a transaction while other processes start', async () => {
      const index = 'drop index concurrently if exists i;\ncreate index concurrently i on a (n);\n';
      write('0002_index.sql', `-- outside a transaction: beside the writers\n${index}`);
      await writing(async (commit) => {
        const starts = [run(), run(), run()];
        await expect.poll(waits, { timeout: 10_000 }).toBe(true);
        await commit();
        expect((await Promise.all(starts)).flat()).toEqual(['0002_index.sql']);
      });
      const { rows } = await withConnection(url, (client) =>
        client.query(`select indisvalid from pg_index where indexrelid = 'i'::regclass`),
      );
      expect(rows).toEqual([{ indisvalid: true }]);
    });

    test('name the line that failed outside a transaction, and start over', async () => {
      const index = (table: string) =>
        `-- outside a transaction: as above
      drop index concurrently if exists i;

      create index concurrently i on ${table} (n);`;
      write('0002_index.sql', index('nowhere at all'));
      await expect(run()).rejects.toThrow('0002_index.sql failed in line 4: error: syntax error');
      write('0002_index.sql', index('a'));
      expect(await run()).toEqual(['0002_index.sql']);
    });
  });
});
