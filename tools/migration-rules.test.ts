import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, written } from './files.ts';
import { unsafeMigration } from './migration-rules.ts';

const found = (sql: string) => unsafeMigration('migrations/0999_later.sql', sql);

describe('a migration of tables in use (R-REL-06)', () => {
  test.each([
    'alter table users add column token uuid default gen_random_uuid()',
    'alter table users add column seen timestamptz default clock_timestamp()',
    'alter table users add column n bigserial',
    'alter table users add column n bigint generated always as identity',
    'alter table users add column full_name text generated always as (first_name) stored',
    'alter table users add column nick text not null',
    'alter table users alter column phone type integer using phone::integer',
    'alter table users alter phone set data type integer',
    'alter table users alter column phone set not null',
    `alter table users add check (phone <> 'no')`,
    'alter table users add constraint known foreign key (id) references people',
    `alter table users add column nick text, add constraint nick check (nick <> 'no') not valid`,
    `alter table users add constraint nick check (nick <> 'no') not valid, drop constraint known`,
    'alter table users add column boss uuid references users',
    'alter table users add column age int check (age > 0)',
    'alter table users add unique (phone)',
    'alter table users add column badge text unique',
    'create index users_phone_idx on users (phone)',
    'create unique index concurrently users_phone_key on users (phone)',
    'drop table users',
    'drop function app.refuse(text)',
    'alter table users drop column phone',
    'alter table users rename column phone to telephone',
    'alter table users rename to people',
    `update users set phone = ''`,
    'delete from users',
    'truncate users',
    'lock table users',
  ])('is refused: %s', (statement) => {
    expect(found(`create table more (id int);\n\n${statement};\n`)).toEqual([
      expect.stringMatching(/^migrations\/0999_later\.sql:3: \S/),
    ]);
  });

  test.each([
    'alter table users add column nick text',
    `alter table users add column nick text not null default 'none (yet)'`,
    'alter table users add column seen timestamptz not null default now()',
    'alter table users add constraint known check (id is not null) not valid',
    'alter table users validate constraint known',
    'alter table users add constraint users_key unique using index users_phone_key',
    'alter table users alter column phone drop not null',
    'drop index concurrently if exists i; create index concurrently i on users (phone)',
    'drop index concurrently if exists users_phone_idx',
    'create trigger t after insert on users for each row execute function f()',
    `create function f() returns void language sql as $$ update users set phone = '' $$`,
    'create table more (id int); create index more_idx on more (id); drop policy p on users',
    '-- drop table users\nselect 1',
    '-- safe: ten rows, on no page\nupdate subscription_products set badge = null',
  ])('passes: %s', (statements) => {
    expect(found(`${statements};\n`)).toEqual([]);
  });

  test('may break the rules when it is older than they are', () => {
    expect(unsafeMigration('migrations/0008_pictures.sql', 'drop table users')).toEqual([]);
  });

  test('passes for every migration of this repository', () => {
    const names = written('migrations').filter((path) => path.endsWith('.sql'));
    expect(names).not.toEqual([]);
    const all = names.flatMap((path) =>
      unsafeMigration(path, readFileSync(join(root, path), 'utf8')),
    );
    expect(all).toEqual([]);
  });
});
