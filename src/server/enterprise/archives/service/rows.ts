import type { FieldDefinitions } from '#contract/entities/fields.ts';
import { columnOf } from '#contract/entities/fields.ts';
import { entities, type EntityNoun } from '#contract/entities/index.ts';
import { transactionFields } from '#contract/entities/transactions.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { nilUuid, scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql, type Compilable, type TableRow } from '#server/platform/database/query.ts';

/** Rows that are in memory at the same time. */
const pageSize = 1_000;

/** Returns an instant with its microseconds, which a `Date` would lose. */
const instant = (column: string) => sql<string>`to_json(${sql.ref(column)}) #>> '{}'`;

/** Transaction as the archive has it; `image` is the name of an entry there. */
export type ArchivedTransaction = {
  id: string;
  description: string;
  quantity: number;
  /** Minor units. */
  price: number;
  /** Currency of the organization; absent in archives of earlier versions. */
  currency?: string;
  date: string;
  category: string | null;
  image: string | null;
  version: number;
  created_at: string;
};

/** Returns the columns of the fields that a person fills in. */
const columnsOf = (fields: FieldDefinitions) =>
  Object.entries(fields)
    .filter(([, { computed }]) => !computed)
    .map(([name]) => columnOf(name));

/** Columns of a transaction: its fields, so that an archive has each new one. */
const transactionColumns = columnsOf(transactionFields) as (keyof ArchivedTransaction &
  keyof TableRow<'transactions'>)[];

/** Selects the next page of an organization's transactions, with each of their columns that an archive has. */
export const transactionsAfter = (last: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'version', ...transactionColumns])
    .select(instant('created_at').as('created_at'))
    .where('tenant_id', '=', scopeTenant)
    .where('id', '>', last)
    .where('sample', '=', false)
    .orderBy('id')
    .limit(pageSize);

const entriesAfter = (last: string) =>
  sql<{ id: string }>`
    select l.id, to_json(l.at) #>> '{}' as at, l.action, l.actor_id, l.target_id, l.before, l.after
    from audit_log l where l.tenant_id = ${scopeTenant} and l.id > ${last} order by l.id limit ${pageSize}`;

const messagesAfter = (last: string) =>
  sql<{ id: string }>`
    select m.position::text as id, m.user_name as name, m.message, to_json(m.created_at) #>> '{}' as at
    from chat_messages m where m.tenant_id = ${scopeTenant} and m.position > ${last}::bigint
    order by m.position limit ${pageSize}`;

/** Comment as the archive has it; `author` is for people: an import keeps the user. */
export type ArchivedComment = {
  id: string;
  transaction_id: string;
  user_id: string;
  author: string | null;
  comment: string;
  edited_at: string | null;
  created_at: string;
};

const commentsAfter = (last: string) =>
  sql<ArchivedComment>`
    select c.id, c.transaction_id, c.user_id, u.email as author, c.comment, to_json(c.edited_at) #>> '{}' as edited_at,
      to_json(c.created_at) #>> '{}' as created_at
    from comments c
      join transactions t on t.tenant_id = c.tenant_id and t.id = c.transaction_id and not t.sample
      left join memberships m on m.tenant_id = c.tenant_id and m.user_id = c.user_id
      left join users u on u.id = m.user_id
    where c.tenant_id = ${scopeTenant} and c.id > ${last} order by c.id limit ${pageSize}`;

const membersAfter = (last: string) =>
  sql<{ id: string }>`
    select m.id, u.email, coalesce(m.first_name, u.first_name) as first_name,
      coalesce(m.last_name, u.last_name) as last_name, m.role, m.status, to_json(m.created_at) #>> '{}' as created_at
    from memberships m join users u on u.id = m.user_id
    where m.tenant_id = ${scopeTenant} and m.id > ${last} order by m.id limit ${pageSize}`;

/** Returns the records of an entity after an id. */
const recordsAfter =
  ({ table, fields }: (typeof entities)[EntityNoun]) =>
  (last: string) =>
    sql<{ id: string }>`
    select id, version, to_json(created_at) #>> '{}' as created_at,
      ${sql.join(columnsOf(fields).map((column) => sql.ref(column)))}
    from ${sql.table(table)} where tenant_id = ${scopeTenant} and id > ${last} order by id limit ${pageSize}`;

const otherEntities = Object.values(entities).filter(({ table }) => table !== 'transactions');

/**
 * Lists of an archive beside the transactions, with what comes before the first id: of these an import reads the comments
 * alone.
 */
export const otherLists = [
  ...otherEntities.map((entity) => ({
    name: entity.table.replaceAll('_', '-'),
    table: entity.table,
    after: recordsAfter(entity),
    first: nilUuid,
  })),
  { name: 'comments', table: 'comments', after: commentsAfter, first: nilUuid },
  { name: 'members', table: 'memberships', after: membersAfter, first: nilUuid },
  { name: 'chat-messages', table: 'chat_messages', after: messagesAfter, first: '0' },
  { name: 'audit-log', table: 'audit_log', after: entriesAfter, first: nilUuid },
];

type Scope = Pick<AppContext, 'database'> & { tenant: TenantId };

/** Yields the rows of an organization, read page by page, so that memory use does not depend on their number. */
export async function* rowsOf<R extends { id: string }>(
  { database, tenant }: Scope,
  { after, first }: { after: (last: string) => Compilable<R>; first: string },
): AsyncGenerator<R> {
  for (let last = first; ;) {
    const [rows] = await database.tenantRead(tenant, after(last));
    yield* rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Yields the transactions of an organization, without those of the sample data. */
export const transactionsOf = (scope: Scope): AsyncGenerator<ArchivedTransaction> =>
  rowsOf(scope, { after: transactionsAfter, first: nilUuid });

/** Settings and look of an organization that an archive has. */
export const selectSettings = db
  .selectFrom('tenants')
  .select(['id', 'name', 'app_theme', 'app_color', 'transaction_currency'])
  .select(['icon', 'logo', 'logo_darkmode'])
  .where('id', '=', scopeTenant);

/** Columns of pictures of an organization. */
export const brandPictures = ['icon', 'logo', 'logo_darkmode'] as const;
