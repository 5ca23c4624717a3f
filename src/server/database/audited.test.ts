import { expect, test } from 'vitest';
import { testDatabase } from './test/database.ts';

const { owner } = await testDatabase();

/** Tables without an audit trigger, with the reason (R-SEC-13). */
const unaudited: Record<string, string> = {
  audit_log: 'is the log',
  mrr_movements: 'follows from the products of tenants, which are told',
  mails: 'says by itself what was sent when; a mail follows from what is told',
  billing_notices: 'says by itself which notice was sent when',
  billing_syncs: 'says by itself when the provider was read',
  billing_trials: 'remembers trials after their product is gone; the product is told',
  provider_events: 'is the provider’s own log',
};

/** Columns that are not logged: ids, timestamps, and columns that other logged columns imply. */
const untold =
  /^(id|(tenant|user)_id|for_tenant|invited_to|(created|updated)_at|token_hash|user_agent|network|device)$/;
/** Columns of single tables that change without a user's action: locks on a payment, use of a session. */
const workings: Record<string, RegExp> = {
  billing_intents: /^(subject|request|max_users|holder|held_until|asked_by)$/,
  sessions: /^(idle_seconds|expires_at)$/,
};

const audits = await owner.query<{ name: string; told: string; columns: string[] }>(
  `select relname as name, encode(tgargs, 'escape') as told,
     (select array_agg(attname::text order by attname) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
   from pg_class
   left join pg_trigger on tgrelid = pg_class.oid and tgname = 'audits' and tgenabled = 'O'
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
   order by relname`,
);

test('every table has an audit trigger or is listed with a reason (R-SEC-13)', () => {
  const bare = audits.rows.filter(({ told }) => told === null).map(({ name }) => name);
  expect(bare).toEqual(Object.keys(unaudited).toSorted());
});

test.each(audits.rows.filter(({ told }) => told !== null))(
  'the audit trigger of $name logs every column that is not exempt',
  ({ name, told, columns }) => {
    const [, ...named] = told.split(String.raw`\000`).filter(Boolean);
    const known = named.map((column) => column.replace(/^\*/, ''));
    const silent = (column: string) => untold.test(column) || workings[name]?.test(column) === true;
    expect(columns.filter((column) => !silent(column) && !known.includes(column))).toEqual([]);
    expect(known.filter((column) => !columns.includes(column))).toEqual([]);
  },
);
