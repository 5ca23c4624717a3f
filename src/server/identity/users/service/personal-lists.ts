import type { UserId } from '#server/platform/database/database.ts';
import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import { sql, type RawBuilder } from '#server/platform/database/query.ts';
import type { PersonalTable } from './personal-tables.ts';

/** Rows of an export that are in memory at the same time. */
const limit = 1_000;

/** Row as PostgreSQL returns it. */
export type PersonalRow = Record<string, unknown>;

/** Person whose rows are read, the organizations of their memberships, and the last row of the page before. */
export type PersonalPlace = { user: UserId; tenants: string[]; last: PersonalRow | undefined };

/** Rows of a person in a table. */
export type PersonalList = {
  /** Name in the file. */
  name: string;
  table: PersonalTable;
  /** Columns of `from` that are not in the table. */
  derived: readonly string[];
  from: (place: PersonalPlace) => RawBuilder<unknown>;
  /** Number of rows that `from` returns at a time; null: all of them, which are few. */
  limit: number | null;
};

type From = PersonalList['from'];

const whole = (name: string, table: PersonalTable, from: From): PersonalList => ({
  name,
  table,
  from,
  derived: [],
  limit: null,
});

const paged = (name: string, table: PersonalTable, from: From): PersonalList => ({
  ...whole(name, table, from),
  limit,
});

const lastId = ({ last }: PersonalPlace) => sql`${last?.['id'] ?? nilUuid}::uuid`;

const ofAccount = (name: string, table: PersonalTable) =>
  whole(name, table, ({ user }) => sql`${sql.table(table)} where user_id = ${user}`);

const pagesOfAccount = (name: string, table: PersonalTable) =>
  paged(
    name,
    table,
    (place) => sql`
      ${sql.table(table)} where user_id = ${place.user} and id > ${lastId(place)}
      order by id limit ${limit}`,
  );

/** Returns the rows of the person in scope in a table of organizations or of the owner, after the last row. */
export const rowsOfPerson = (table: PersonalTable, last?: PersonalRow): RawBuilder<unknown> => sql`
  app.my_rows(${table}, ${last ? JSON.stringify(last) : null}::jsonb, ${limit}) as found
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, found) as mine`;

const ofPerson = (name: string, table: PersonalTable) =>
  whole(name, table, () => rowsOfPerson(table));

const pagesOfPerson = (name: string, table: PersonalTable) =>
  paged(name, table, ({ last }) => rowsOfPerson(table, last));

/**
 * Returns the lists of the file in their order. `app.my_rows` returns rows of the person in scope only, the policies of
 * the tables those of the account in scope.
 */
export const personalLists = (): readonly PersonalList[] => [
  whole('memberships', 'memberships', () => sql`app.my_memberships()`),
  pagesOfAccount('sessions', 'sessions'),
  pagesOfAccount('rememberedDevices', 'remembered_devices'),
  ofAccount('authenticatorApps', 'totp_factors'),
  pagesOfAccount('passkeys', 'passkeys'),
  pagesOfAccount('recoveryCodes', 'recovery_codes'),
  ofAccount('emailedLinks', 'tokens'),
  ofPerson('singleSignOnIdentities', 'sso_identities'),
  ofPerson('singleSignOnSignIns', 'sso_events'),
  ofPerson('apiKeys', 'api_keys'),
  paged(
    'notifications',
    'notifications',
    (place) => sql`
      notifications where tenant_id = any (${place.tenants}::uuid[]) and user_id = ${place.user}
        and id > ${lastId(place)}
      order by id limit ${limit}`,
  ),
  pagesOfPerson('chatMessages', 'chat_messages'),
  ofPerson('chatReads', 'chat_reads'),
  pagesOfPerson('comments', 'comments'),
  ofAccount('dismissedAnnouncements', 'announcement_dismissals'),
  pagesOfPerson('emails', 'emails'),
  ofPerson('billingOperations', 'billing_operations'),
  whole(
    'trials',
    'billing_trials',
    ({ user }) => sql`
      billing_trials where fingerprint = (
        select app.trial_identity(users.email) from users where users.id = ${user})`,
  ),
  ofPerson('cancellations', 'cancellations'),
  {
    ...paged(
      'auditEntries',
      'audit_log',
      ({ last }) => sql`
        ${rowsOfPerson('audit_log', last)}
          cross join lateral jsonb_to_record(found) as flags (acted boolean, concerned boolean, impersonated boolean)`,
    ),
    derived: ['acted', 'concerned', 'impersonated'],
  },
];
